import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { ClosingCheckCode } from '../domain/closing-check';

/** Documents up to a day that are not in the books, by check, oldest first. */
export async function unfinishedDocuments(
  tx: Tx,
  day: CalendarDate,
): Promise<{ code: ClosingCheckCode; id: string }[]> {
  return tx.query(
    `SELECT code, id FROM (
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
     ) u ORDER BY code, created_at, id`,
    [tx.companyId, day],
  );
}
