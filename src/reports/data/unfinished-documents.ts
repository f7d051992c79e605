import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { MOST_FOUND, type ClosingCheck } from '../domain/closing-check';

/** Documents up to a day that are not in the books, by check, the oldest of each; a check without any is missing. */
export async function unfinishedDocuments(tx: Tx, day: CalendarDate): Promise<ClosingCheck[]> {
  return tx.query(
    `SELECT code, count(*)::int AS count, array_agg(id ORDER BY place) FILTER (WHERE place <= $3) AS found
       FROM (SELECT code, id, row_number() OVER (PARTITION BY code ORDER BY created_at, id) AS place FROM (
       SELECT 'sale_drafts' AS code, invoice_id AS id, created_at FROM sale_invoices
        WHERE company_id = $1 AND status = 'draft' AND coalesce(issued_on, $2) <= $2
       UNION ALL
       SELECT 'purchase_drafts', invoice_id, created_at FROM purchase_invoices
        WHERE company_id = $1 AND status = 'draft' AND document_on <= $2
       UNION ALL
       SELECT 'payouts', s.settlement_id, s.created_at FROM settlements s
        WHERE s.company_id = $1 AND coalesce(s.paid_on, $2) <= $2
          AND NOT EXISTS (SELECT 1 FROM settlement_postings p
                           WHERE p.company_id = $1 AND p.settlement_id = s.settlement_id AND p.reversal_transaction_id IS NULL)
       UNION ALL
       SELECT 'payments', payment_id, created_at FROM payments WHERE company_id = $1 AND status = 'pending'
     ) u) placed GROUP BY code`,
    [tx.companyId, day, MOST_FOUND],
  );
}
