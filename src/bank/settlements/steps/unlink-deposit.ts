import type { CalendarDate } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import { journalRows, openPeriods, refuseRevalued, reversedEntries } from '../../../ledger';
import type { TableRows, Tx } from '../../../platform/database';
import { deleteDeposit } from '../data/settlement-deposits';

/**
 * Says that a bank transaction, which is locked, is not the arrival of its payout. What moved its money to the bank is taken
 * back, on the day of the bank; the payout stays posted.
 * @throws DomainError `revalued_since`, `period_locked`
 */
export async function unlinkDeposit(tx: Tx, transactionId: string, date: CalendarDate): Promise<void> {
  const deposit = await deleteDeposit(tx, transactionId);
  invariant(deposit, 'the bank transaction is the arrival of a payout');
  const { settlementId, journalTransactionId } = deposit;
  await tx.insert(
    ...(journalTransactionId === null ? [] : await reversal(tx, journalTransactionId, date)),
    auditRows(tx, {
      action: 'settlement.arrival_taken_back',
      entity: 'settlement',
      entityId: settlementId,
      diff: { bankTransactionId: transactionId, journalTransactionId },
    }),
  );
}

async function reversal(tx: Tx, reversesId: string, date: CalendarDate): Promise<TableRows[]> {
  const entries = await reversedEntries(tx, reversesId);
  await refuseRevalued(tx, date, { items: [], money: entries.map(({ document }) => document.currency) });
  await openPeriods(tx, [date]);
  return journalRows(tx, [
    {
      id: newId(),
      date,
      description: 'Reversal of the arrival of a payout',
      documentType: 'settlement_deposit_reversal',
      documentId: reversesId,
      partnerId: null,
      reversesId,
      entries,
    },
  ]);
}
