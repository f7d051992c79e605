import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import {
  allocationRows,
  chargeOfMatch,
  ChargeOwners,
  freeChargeOfMatch,
  journalRows,
  lockChargeOfMatch,
  lockPayment,
  openPeriods,
  refuseRevalued,
  reversedEntries,
  settleOpenItems,
  type LockedPayment,
  type Settled,
} from '../../ledger';
import type { Tx } from '../../platform/database';
import { deleteClosing } from '../data/bank-closings';
import { endMatch } from '../data/bank-matches';
import { findBankTransaction, lockBankTransaction } from '../data/bank-transactions';
import { ON_ACCOUNT_TYPE, type BankTransaction } from '../domain/bank-transaction';
import { unlinkDeposit } from '../settlements/steps/unlink-deposit';

/**
 * Takes a match back, on the day of the bank transaction: the posting is reversed, what it settled is open again, and the
 * item it left over is gone. The bank transaction can be matched anew.
 * A charge of a payment that it had booked is booked by the payment, on the same day.
 * Of the arrival of a payout, only the link goes; the payout stays posted. So it is with a journal transaction that has booked
 * it; and what was set aside is new again.
 * @throws DomainError `not_matched`; `revalued_since`; `in_use` when what was left over has been settled since; `period_locked`;
 * `account_unusable`, `exchange_rate_missing` when a payment cannot be booked instead
 */
@Injectable()
export class UnmatchTransaction {
  constructor(private readonly chargeOwners: ChargeOwners) {}

  async execute(tx: Tx, transactionId: string): Promise<BankTransaction> {
    const transaction = await lockBankTransaction(tx, transactionId);
    const { matchId, settlementId, journalTransactionId, date } = transaction;
    if (settlementId !== null) {
      await unlinkDeposit(tx, transactionId, date);
      return findBankTransaction(tx, transactionId);
    }
    if (transaction.isClosed) return reopen(tx, transaction);
    if (matchId === null || journalTransactionId === null) {
      refuse('not_matched', `Bank transaction ${transactionId} is not matched.`);
    }
    const charge = await chargeOfMatch(tx, matchId);
    if (charge) await this.chargeOwners.lock(tx, charge.provider, [charge.chargeId]);
    const payment = await lockPayment(tx, matchId, ON_ACCOUNT_TYPE);
    await lockChargeOfMatch(tx, matchId);
    const released = releasedBy(payment);
    await refuseRevalued(tx, date, { items: released, money: [transaction.currency] });
    await openPeriods(tx, [date]);
    const reversalId = newId();
    const entries = await reversedEntries(tx, journalTransactionId);
    if (released.length > 0) await settleOpenItems(tx, released);
    await tx.insert(
      ...journalRows(tx, [
        {
          id: reversalId,
          date,
          description: `Reversal of a bank match`,
          documentType: 'bank_unmatch',
          documentId: matchId,
          partnerId: null,
          reversesId: journalTransactionId,
          entries,
        },
      ]),
      allocationRows(tx, {
        allocationId: newId(),
        date,
        kind: 'payment_reversal',
        transactionId: reversalId,
        settled: released,
      }),
      auditRows(tx, {
        action: 'bank_transaction.unmatched',
        entity: 'bank_transaction',
        entityId: transactionId,
        diff: { matchId, journalTransactionId, reversalTransactionId: reversalId },
      }),
    );
    await endMatch(tx, matchId, reversalId);
    await freeChargeOfMatch(tx, matchId);
    if (charge)
      await this.chargeOwners.freed(tx, charge.provider, [charge.chargeId], { day: date, posted: 1 });
    return findBankTransaction(tx, transactionId);
  }
}

/** Nothing was posted: a journal transaction that has booked it stays, as does the bank transaction that was set aside. */
async function reopen(
  tx: Tx,
  { id, setAsideReason, journalTransactionId }: BankTransaction,
): Promise<BankTransaction> {
  await deleteClosing(tx, id);
  await tx.insert(
    auditRows(tx, {
      action: setAsideReason === null ? 'bank_transaction.unmatched' : 'bank_transaction.taken_up',
      entity: 'bank_transaction',
      entityId: id,
      diff: { journalTransactionId, reason: setAsideReason },
    }),
  );
  return findBankTransaction(tx, id);
}

/** The opposite of what was settled, and all of the item that was left over: nothing is open on it any more. */
function releasedBy({ settled, remainder }: LockedPayment): Settled[] {
  if (remainder?.isUsed) {
    refuse(
      'in_use',
      `What the payment left over (${remainder.item.documentNumber}) has been settled since and stays; correct it with an allocation.`,
    );
  }
  const opened = settled.map(({ openItemId, amount, baseAmount }) => ({
    openItemId,
    amount: amount.negated(),
    baseAmount: baseAmount.negated(),
  }));
  return remainder ? [...opened, remainder.item] : opened;
}
