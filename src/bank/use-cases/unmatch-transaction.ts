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
  reversedEntries,
  settleOpenItems,
  type LockedPayment,
  type Settled,
} from '../../ledger';
import type { Tx } from '../../platform/database';
import { endMatch } from '../data/bank-matches';
import { findBankTransaction, lockBankTransaction } from '../data/bank-transactions';
import type { BankTransaction } from '../domain/bank-transaction';
import { unlinkDeposit } from '../settlements/use-cases/unlink-deposit';
import { REMAINDER_TYPE } from './pay-documents';

/**
 * Takes a match back, on the day of the bank transaction: the posting is reversed, what it settled is open again, and the
 * item it left over is gone. The bank transaction can be matched anew.
 * A charge of a payment that it had booked is booked by the payment, on the same day.
 * Of the arrival of a payout, only the link goes; the payout stays posted.
 * @throws DomainError `not_matched`; `in_use` when what was left over has been settled since; `period_locked`;
 * `account_unusable`, `exchange_rate_missing` when a payment cannot be booked instead
 */
@Injectable()
export class UnmatchTransaction {
  constructor(private readonly chargeOwners: ChargeOwners) {}

  async execute(tx: Tx, transactionId: string): Promise<BankTransaction> {
    const { matchId, settlementId, journalTransactionId, date } = await lockBankTransaction(
      tx,
      transactionId,
    );
    if (settlementId !== null) {
      await unlinkDeposit(tx, transactionId, date);
      return findBankTransaction(tx, transactionId);
    }
    if (matchId === null || journalTransactionId === null) {
      refuse('not_matched', `Bank transaction ${transactionId} is not matched.`);
    }
    const charge = await chargeOfMatch(tx, matchId);
    if (charge) await this.chargeOwners.lock(tx, charge.provider, [charge.chargeId]);
    const payment = await lockPayment(tx, matchId, REMAINDER_TYPE);
    await lockChargeOfMatch(tx, matchId);
    const released = releasedBy(payment);
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
