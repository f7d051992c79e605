import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../../shared/calendar-date';
import { refuse, refuseField } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import {
  allocationRows,
  ChargeOwners,
  chargesOfPosting,
  freeChargesOfPosting,
  journalRows,
  lockChargesOfPosting,
  lockItemsOfDocuments,
  lockPayment,
  openPeriods,
  refuseRevalued,
  reversedEntries,
  settleOpenItems,
  type Settled,
} from '../../../ledger';
import { eventRows, takeEventSequence } from '../../../outbox';
import type { Tx } from '../../../platform/database';
import { deleteOwnDeposit } from '../data/settlement-deposits';
import { endPosting, itemsMadeBy } from '../data/settlement-postings';
import { findSettlement, lockSettlement } from '../data/settlements';
import type { Settlement } from '../domain/settlement';

/**
 * Takes the posting of a payout back, on the day given, else today (not before the posting): a counter-posting, what it
 * settled is open again, the items it made are gone, its charges are free; what of them a payment knows is booked by that,
 * on the same day. The payout can be changed and posted anew.
 * @throws DomainError `settlement_not_posted`; `in_use` when an item it made has been settled since; `revalued_since`; `period_locked`;
 * `account_unusable`, `exchange_rate_missing` when a payment cannot be booked instead
 */
@Injectable()
export class ReverseSettlement {
  constructor(private readonly chargeOwners: ChargeOwners) {}

  async execute(tx: Tx, id: string, day: CalendarDate | undefined): Promise<Settlement> {
    const settlement = await lockSettlement(tx, id);
    const { postingId, journalTransactionId, postedOn, payoutId } = settlement;
    if (postingId === null || journalTransactionId === null) {
      refuse('settlement_not_posted', `Payout ${payoutId} is not posted.`);
    }
    invariant(postedOn, 'what is posted has a day');
    const date = reversalDay(day, postedOn, tx.today);
    await this.chargeOwners.lock(tx, settlement.provider, await chargesOfPosting(tx, postingId));
    const released = await releasedBy(tx, postingId);
    await lockChargesOfPosting(tx, postingId);
    const entries = await reversedEntries(tx, journalTransactionId);
    await refuseRevalued(tx, date, {
      items: released,
      money: entries.map(({ document }) => document.currency),
    });
    await openPeriods(tx, [date]);
    if (released.length > 0) await settleOpenItems(tx, released);
    const reversalId = newId();
    await tx.insert(
      ...journalRows(tx, [
        {
          id: reversalId,
          date,
          description: `Reversal of payout ${payoutId}`,
          documentType: 'settlement_reversal',
          documentId: postingId,
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
        action: 'settlement.reversed',
        entity: 'settlement',
        entityId: id,
        diff: { payoutId, date, journalTransactionId, reversalTransactionId: reversalId },
      }),
      eventRows(tx, [
        {
          sequence: await takeEventSequence(tx),
          type: 'settlement.updated',
          entityId: id,
          payload: {
            id,
            provider: settlement.provider,
            payoutId,
            currency: settlement.currency.code,
            netTotal: settlement.netTotal,
            status: 'imported',
          },
        },
      ]),
    );
    await endPosting(tx, postingId, reversalId);
    const charges = await freeChargesOfPosting(tx, postingId);
    await this.chargeOwners.freed(tx, settlement.provider, charges, { day: date, posted: 1 });
    await deleteOwnDeposit(tx, id);
    return findSettlement(tx, id);
  }
}

function reversalDay(
  day: CalendarDate | undefined,
  postedOn: CalendarDate,
  today: CalendarDate,
): CalendarDate {
  if (day === undefined) return compareCalendarDates(today, postedOn) < 0 ? postedOn : today;
  if (compareCalendarDates(day, postedOn) < 0) {
    refuseField('date', `must not be before ${postedOn}, the day of the posting`);
  }
  return day;
}

/** The opposite of what the posting settled, and all of the items that it made: nothing is open on them any more. */
async function releasedBy(tx: Tx, postingId: string): Promise<Settled[]> {
  const { settled } = await lockPayment(tx, postingId, 'settlement');
  const states = await itemsMadeBy(tx, postingId);
  const made = await lockItemsOfDocuments(
    tx,
    states.map(({ documentType, documentId }) => ({ documentTypes: [documentType], documentId })),
  );
  // Once more under the lock: somebody may just have settled one.
  const used = (await itemsMadeBy(tx, postingId)).find(({ isUsed }) => isUsed);
  if (used) {
    refuse(
      'in_use',
      `${used.documentNumber}, an open item of this posting, has been settled since and stays; correct it with an allocation.`,
    );
  }
  const opened = settled.map(({ openItemId, amount, baseAmount }) => ({
    openItemId,
    amount: amount.negated(),
    baseAmount: baseAmount.negated(),
  }));
  return [...opened, ...made];
}
