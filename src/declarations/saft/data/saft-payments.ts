import type { Tx } from '../../../platform/database';
import type { SaftPeriod } from '../domain/saft-order';
import type { SaftPayment } from '../domain/saft-payments';
import type { SectionTotals } from './saft-ledger';
import { MOST_ROWS, NO_ID, pagesAfter } from './saft-pages';

/** Document types of the journal transactions that move money. */
const MONEY_MOVES = `t.document_type IN
  ('bank_match', 'bank_unmatch', 'settlement', 'settlement_reversal', 'settlement_deposit', 'settlement_deposit_reversal')`;

export async function paymentTotals(tx: Tx, { fromDate, toDate }: SaftPeriod): Promise<SectionTotals> {
  const [row] = await tx.query<SectionTotals>(
    `SELECT count(*) AS documents, coalesce(sum(t.entry_count), 0)::bigint AS rows,
            coalesce(sum(t.total), 0) AS debit, coalesce(sum(t.total), 0) AS credit
       FROM journal_transactions t
      WHERE t.company_id = $1 AND t.posted_on BETWEEN $2::date AND $3::date AND ${MONEY_MOVES}`,
    [tx.companyId, fromDate, toDate],
  );
  return row!;
}

/** The journal transactions of the period that move money, by day and as posted. */
export function payments(tx: Tx, { fromDate, toDate }: SaftPeriod): AsyncGenerator<SaftPayment[]> {
  return pagesAfter<SaftPayment>(last =>
    tx.query(
      `SELECT t.transaction_id AS "transactionId", t.document_id AS "documentId",
              coalesce(b.bank_reference, b.external_id, s.payout_id) AS reference, t.posted_on AS "postedOn", t.description,
              t.partner_id AS "partnerId", coalesce(sale.full_number, purchase.document_number, opened.document_number) AS "documentNumber",
              coalesce(account.type, 'bank') = 'bank' AND s.settlement_id IS NULL AS "isByBank", account.iban,
              money.code AS "moneyAccountCode", t.total, t.entry_count AS "entryCount"
         FROM journal_transactions t
         LEFT JOIN bank_matches m ON m.company_id = t.company_id AND m.match_id = t.document_id
          AND t.document_type IN ('bank_match', 'bank_unmatch')
         LEFT JOIN bank_transactions b ON b.company_id = m.company_id AND b.transaction_id = m.transaction_id
         LEFT JOIN settlement_postings p ON p.company_id = t.company_id AND p.posting_id = t.document_id
          AND t.document_type IN ('settlement', 'settlement_reversal')
         LEFT JOIN settlements s ON s.company_id = p.company_id AND s.settlement_id = p.settlement_id
         LEFT JOIN bank_accounts account ON account.company_id = t.company_id
          AND account.bank_account_id = coalesce(b.bank_account_id, s.bank_account_id)
         LEFT JOIN accounts money ON money.company_id = account.company_id AND money.account_id = account.account_id
         LEFT JOIN sale_invoices sale ON sale.company_id = m.company_id AND sale.invoice_id = m.document_id
          AND m.document_type = 'sale_invoice'
         LEFT JOIN purchase_invoices purchase ON purchase.company_id = m.company_id AND purchase.invoice_id = m.document_id
          AND m.document_type = 'purchase_invoice'
         LEFT JOIN opening_items opened ON opened.company_id = m.company_id AND opened.item_id = m.document_id
        WHERE t.company_id = $1 AND t.posted_on BETWEEN $2::date AND $3::date AND ${MONEY_MOVES}
          AND (t.posted_on, t.transaction_id) > ($4::date, $5::uuid)
        ORDER BY t.posted_on, t.transaction_id LIMIT ${MOST_ROWS / 2}`,
      [tx.companyId, fromDate, toDate, last?.postedOn ?? fromDate, last?.transactionId ?? NO_ID],
    ),
  );
}
