import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { invariant } from '../../../shared/invariant';
import type { TableRows, Tx } from '../../../platform/database';
import type { MadeItem } from '../domain/posting-order';

export interface PostingFacts {
  postingId: string;
  settlementId: string;
  date: CalendarDate;
  rate: Decimal;
  journalTransactionId: string;
  eventSequence: number;
  made: MadeItem[];
}

export function postingRows(tx: Tx, posting: PostingFacts): TableRows[] {
  const key = { company_id: tx.companyId, posting_id: posting.postingId };
  return [
    {
      table: 'settlement_postings',
      rows: [
        {
          ...key,
          settlement_id: posting.settlementId,
          posted_on: posting.date,
          fx_rate: posting.rate.toFixed(),
          journal_transaction_id: posting.journalTransactionId,
          event_sequence: posting.eventSequence,
          posted_at: tx.now,
        },
      ],
    },
    {
      table: 'settlement_open_items',
      rows: posting.made.map(({ openItemId, lineId }) => ({
        ...key,
        open_item_id: openItemId,
        line_id: lineId,
      })),
    },
  ];
}

/** An open item that a posting made. `isUsed`: something has been settled of it since. */
export interface MadeItemState {
  documentType: string;
  documentId: string;
  documentNumber: string;
  isUsed: boolean;
}

export async function itemsMadeBy(tx: Tx, postingId: string): Promise<MadeItemState[]> {
  return tx.query<MadeItemState>(
    `SELECT i.document_type AS "documentType", i.document_id AS "documentId", i.document_number AS "documentNumber",
            i.settled_amount <> 0 AS "isUsed"
       FROM settlement_open_items m JOIN open_items i ON i.company_id = m.company_id AND i.open_item_id = m.open_item_id
      WHERE m.company_id = $1 AND m.posting_id = $2 ORDER BY i.open_item_id`,
    [tx.companyId, postingId],
  );
}

/** Ends a posting by the journal transaction that takes it back. */
export async function endPosting(tx: Tx, postingId: string, reversalTransactionId: string): Promise<void> {
  const ended = await tx.execute(
    `UPDATE settlement_postings SET reversal_transaction_id = $3
      WHERE company_id = $1 AND posting_id = $2 AND reversal_transaction_id IS NULL`,
    [tx.companyId, postingId, reversalTransactionId],
  );
  invariant(ended === 1, 'the posting is live, its payout being locked');
}
