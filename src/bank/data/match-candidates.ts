import type { CalendarDate } from '../../shared/calendar-date';
import type { OpenItemSide } from '../../ledger';
import type { Tx } from '../../platform/database';
import type { BankTransaction } from '../domain/bank-transaction';

/** An open document that a bank transaction might pay; amounts are decimal strings, signed as the partner owes. */
export interface CandidateRow {
  side: OpenItemSide;
  documentId: string;
  documentNumber: string;
  partnerName: string;
  partnerIban: string | null;
  dueOn: CalendarDate;
  amount: string;
  openAmount: string;
}

const MOST_CANDIDATES = 500;

/**
 * Open documents in the transaction's currency whose payment goes its way and for which something speaks: the amount, the
 * number in the text, the partner's account or name. Coarse; `scoreMatch` judges. The soonest due come first.
 */
export async function matchCandidates(tx: Tx, transaction: BankTransaction): Promise<CandidateRow[]> {
  return tx.query<CandidateRow>(
    `SELECT i.side, i.document_id AS "documentId", i.document_number AS "documentNumber",
            p.name AS "partnerName", p.details->>'iban' AS "partnerIban", i.due_on AS "dueOn", i.amount,
            i.amount - i.settled_amount AS "openAmount"
       FROM open_items i JOIN partners p ON p.company_id = i.company_id AND p.partner_id = i.partner_id
      WHERE i.company_id = $1 AND i.currency = $2 AND i.settled_amount <> i.amount AND sign(i.amount) = sign($3::numeric)
        AND i.document_type IN ('sale_invoice', 'sale_advance', 'sale_credit_note', 'purchase_invoice', 'purchase_credit_note',
                                'opening_receivable', 'opening_payable', 'bank_payment')
        AND (i.amount - i.settled_amount = $3::numeric
          OR position(regexp_replace(upper(i.document_number), '[^[:alnum:]]', '', 'g')
                   IN regexp_replace(upper($4), '[^[:alnum:]]', '', 'g')) > 0
          OR p.details->>'iban' = $5
          OR ($6 <> '' AND (position(upper($6) IN upper(p.name)) > 0 OR position(upper(p.name) IN upper($6)) > 0)))
      ORDER BY i.amount - i.settled_amount = $3::numeric DESC, i.due_on, i.open_item_id LIMIT ${MOST_CANDIDATES}`,
    [
      tx.companyId,
      transaction.currency.code,
      transaction.amount,
      transaction.description ?? '',
      transaction.counterpartyIban,
      transaction.counterpartyName ?? '',
    ],
  );
}

/** Whether a document is a proforma, of which nothing is owed. */
export async function isProforma(tx: Tx, documentId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM sale_invoices WHERE company_id = $1 AND invoice_id = $2 AND type = 'proforma'`,
    [tx.companyId, documentId],
  );
  return rows.length > 0;
}
