import { Injectable } from '@nestjs/common';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { Money } from '../../../shared/money';
import { auditRows } from '../../../audit';
import { journalRows, openPeriods, refuseRevalued, type JournalEntry } from '../../../ledger';
import { exchangeRateOn } from '../../../reference';
import type { TableRows, Tx } from '../../../platform/database';
import { findBankAccount } from '../../data/bank-accounts';
import { lockBankTransaction } from '../../data/bank-transactions';
import { refuseUnpostable, type BankAccount } from '../../domain/bank-account';
import type { BankTransaction } from '../../domain/bank-transaction';
import { depositRows } from '../data/settlement-deposits';
import { findSettlement, lockSettlement } from '../data/settlements';
import type { Settlement } from '../domain/settlement';

/**
 * Says which bank transaction is the arrival of a posted payout. Nothing is posted, as the payout debited the bank already;
 * but of a payout that was left on the provider's account, the money is moved to the bank.
 * @throws DomainError `settlement_not_posted`, `already_matched`, `match_refused`, `revalued_since`, `period_locked`
 */
@Injectable()
export class LinkDeposit {
  async execute(tx: Tx, id: string, transactionId: string): Promise<Settlement> {
    const settlement = await lockSettlement(tx, id);
    const transaction = await lockBankTransaction(tx, transactionId);
    refuseUnlinkable(settlement, transaction);
    const [from, to] = await Promise.all([
      findBankAccount(tx, settlement.bankAccountId, 'id'),
      findBankAccount(tx, transaction.bankAccountId, 'transactionId'),
    ]);
    const move = await moved(tx, settlement, transaction, from, to);
    await tx.insert(
      ...move.rows,
      depositRows(tx, [{ settlementId: id, transactionId, journalTransactionId: move.id }]),
      auditRows(tx, {
        action: 'settlement.arrived',
        entity: 'settlement',
        entityId: id,
        diff: { bankTransactionId: transactionId, journalTransactionId: move.id },
      }),
    );
    return findSettlement(tx, id);
  }
}

function refuseUnlinkable(settlement: Settlement, transaction: BankTransaction): void {
  const { payoutId, netTotal, currency, bankTransactionId } = settlement;
  if (settlement.postingId === null) {
    refuse('settlement_not_posted', `Payout ${payoutId} is not posted; post it first.`);
  }
  if (bankTransactionId !== null || transaction.status !== 'new') {
    refuse(
      'already_matched',
      `${bankTransactionId === null ? `Bank transaction ${transaction.id}` : `Payout ${payoutId}`} is matched already; unmatch it first.`,
      { existingId: bankTransactionId ?? transaction.matchId ?? transaction.settlementId ?? undefined },
    );
  }
  const arrived = Money.of(transaction.amount, transaction.currency);
  const net = Money.of(netTotal, currency);
  if (net.isNegative() || transaction.currency.code !== currency.code || !arrived.equals(net)) {
    refuse(
      'match_refused',
      `Payout ${payoutId} is ${netTotal} ${currency.code}, the bank transaction ${arrived.toString()} ${transaction.currency.code}; a positive payout arrives with its amount.`,
    );
  }
}

/** The transaction that moves the money from the provider's account to the bank, where the payout is not posted to the bank. */
async function moved(
  tx: Tx,
  { payoutId }: Settlement,
  { date, amount, currency }: BankTransaction,
  from: BankAccount,
  to: BankAccount,
): Promise<{ id: string | null; rows: TableRows[] }> {
  if (from.id === to.id) return { id: null, rows: [] };
  if (from.type !== 'stripe') {
    refuse('match_refused', `Payout ${payoutId} is posted to bank account ${from.name}, not to ${to.name}.`);
  }
  [from, to].forEach(refuseUnpostable);
  await refuseRevalued(tx, date, { items: [], money: [currency] });
  const [rate] = await Promise.all([exchangeRateOn(tx, currency.code, date), openPeriods(tx, [date])]);
  const document = Money.of(amount, currency);
  const base = Money.round(document.amount.div(rate), tx.company.baseCurrency);
  const entry = ({ accountId }: BankAccount, side: JournalEntry['side']): JournalEntry => ({
    accountId,
    side,
    base,
    document,
  });
  const transactionId = newId();
  const rows = journalRows(tx, [
    {
      id: transactionId,
      date,
      description: `Arrival of payout ${payoutId}`,
      documentType: 'settlement_deposit',
      // A bank transaction may be linked again after it was unmatched.
      documentId: transactionId,
      partnerId: null,
      entries: [entry(to, 'debit'), entry(from, 'credit')],
    },
  ]);
  return { id: transactionId, rows };
}
