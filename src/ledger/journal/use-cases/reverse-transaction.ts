import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { compareCalendarDates } from '../../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { openPeriods } from '../../periods/data/accounting-periods';
import { journalRows } from '../data/journal-rows';
import { findTransaction, lockForReversal } from '../data/journal-transactions';
import { reversedEntries } from '../data/reversed-entries';
import type { PostedTransaction } from '../domain/posted-transaction';

export interface ReversalOrder {
  id: string;
  /** Default: today, or the day of the transaction where that is later. */
  date?: CalendarDate;
  /** Default: that of the transaction. */
  description?: string;
}

/** Takes a manual transaction back by its mirror image; once. */
@Injectable()
export class ReverseTransaction {
  async execute(tx: Tx, order: ReversalOrder): Promise<PostedTransaction> {
    await lockForReversal(tx, order.id);
    const original = await findTransaction(tx, order.id);
    if (!original) refuseUnknown('id', `Journal transaction ${order.id}`);
    refuseIrreversible(original);
    const date = order.date ?? laterOf(tx.today, original.date);
    if (compareCalendarDates(date, original.date) < 0)
      refuseField('date', `must not be before ${original.date}, the day of the transaction`);
    const id = newId();
    const reversal = {
      id,
      date,
      description: order.description ?? original.description,
      documentType: null,
      documentId: null,
      partnerId: original.partnerId,
      reversesId: original.id,
      entries: await reversedEntries(tx, original.id),
    };
    await openPeriods(tx, [date]);
    await tx.insert(
      ...journalRows(tx, [reversal]),
      auditRows(
        tx,
        {
          action: 'journal_transaction.posted',
          entity: 'journal_transaction',
          entityId: id,
          diff: { date, reversesId: original.id },
        },
        {
          action: 'journal_transaction.reversed',
          entity: 'journal_transaction',
          entityId: original.id,
          diff: { reversedById: id },
        },
      ),
    );
    const posted = await findTransaction(tx, id);
    invariant(posted, 'a posted transaction is there');
    return posted;
  }
}

/** Postings of the ledger itself that have their own way back, by the type they are marked with. */
const WAYS_BACK: Readonly<Record<string, string>> = {
  opening_balance: 'take it back by ledger/opening-balances/reverse',
  opening_items: 'take it back by ledger/opening-items/reverse',
  open_item_write_off: 'take it back by ledger/open-items/reverse-write-off',
  year_end_close: 'reopen the year by ledger/fiscal-years/reopen',
  revaluation: 'take it back by ledger/revaluations/reverse',
  revaluation_reversal: 'take it back by ledger/revaluations/reverse',
  asset_depreciation: 'take it back by assets/depreciation/reverse',
  asset_disposal: 'take it back by assets/assets/reverse-disposal',
  bank_revaluation: 'take it back by ledger/revaluations/reverse',
};

function refuseIrreversible({
  id,
  documentType,
  documentId,
  reversesId,
  reversedById,
}: PostedTransaction): void {
  if (documentType !== null) {
    const wayBack =
      WAYS_BACK[documentType] ?? 'correct the document instead (a sales invoice: by a credit note)';
    refuse(
      'belongs_to_document',
      `Journal transaction ${id} belongs to ${documentType} ${documentId}; ${wayBack}.`,
    );
  }
  if (reversesId !== null)
    refuse('is_reversal', `Journal transaction ${id} is itself a reversal; post the original entries anew.`);
  if (reversedById !== null) {
    refuse('already_reversed', `Journal transaction ${id} is reversed already.`, {
      existingId: reversedById,
    });
  }
}

function laterOf(one: CalendarDate, other: CalendarDate): CalendarDate {
  return compareCalendarDates(one, other) < 0 ? other : one;
}
