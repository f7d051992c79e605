import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import type { DocumentPostings, VatAccountMovement } from '../domain/reconciliation/reconciled-vat';
import type { DayRange } from '../domain/vat-return/return-period';

/** Postings whose VAT stands in the register: each of them has rows there. */
export const REGISTERED_POSTINGS = [
  'sale_invoice',
  'sale_credit_note',
  'sale_advance_tax',
  'purchase_invoice',
  'purchase_credit_note',
  'purchase_void',
];

/** Accounts that VAT, receivables and payables are posted to: by the posting rules, or marked for good when they were. */
const RULE_ACCOUNTS = `
  SELECT r.key, coalesce(o.account_code, r.default_code) AS code
    FROM posting_rules r LEFT JOIN company_posting_rules o ON o.company_id = $1 AND o.key = r.key`;

const CONTROL_RULES = `'sales.vatPayable', 'purchases.vatReceivable', 'sales.receivable', 'purchases.payables'`;

/** $1 company; the accounts that hold VAT, with what they hold of it. */
export const VAT_ACCOUNTS = `
  SELECT a.account_id, a.code,
         CASE WHEN output.code = input.code THEN CASE WHEN a.code = output.code THEN 'both' ELSE 'output' END
              WHEN a.code = output.code THEN 'output'
              WHEN a.code = input.code OR a.type = 'asset' THEN 'input'
              ELSE 'output' END AS role
    FROM accounts a
    JOIN (${RULE_ACCOUNTS}) AS output ON output.key = 'sales.vatPayable'
    JOIN (${RULE_ACCOUNTS}) AS input ON input.key = 'purchases.vatReceivable'
   WHERE a.company_id = $1 AND (a.control = 'vat' OR a.code IN (output.code, input.code))`;

/** $1 company, $2 and $3 the days, $4 registered postings. */
const ENTRIES = `
  journal_entries e
  JOIN journal_transactions t ON t.company_id = e.company_id AND t.transaction_id = e.transaction_id`;
const OF_DAYS = 'e.company_id = $1 AND e.posted_on BETWEEN $2::date AND $3::date';

const IS_MANUAL = 't.document_type IS NULL';
const IS_OTHER = 't.document_type <> ALL ($4::text[])';

/** The movements of the VAT accounts on these days, by account. */
export async function vatAccountMovements(tx: Tx, { from, to }: DayRange): Promise<VatAccountMovement[]> {
  const rows = await tx.query<Stored<VatAccountMovement, 'total' | 'manual' | 'other'>>(
    `SELECT v.code, v.role, coalesce(m.total, 0) AS total, coalesce(m.manual, 0) AS manual, coalesce(m.manual_count, 0) AS "manualCount",
            coalesce(m.other, 0) AS other, coalesce(m.other_count, 0) AS "otherCount"
       FROM (${VAT_ACCOUNTS}) AS v
       LEFT JOIN LATERAL (
         SELECT sum(e.credit - e.debit) AS total,
                sum(e.credit - e.debit) FILTER (WHERE ${IS_MANUAL}) AS manual, count(*) FILTER (WHERE ${IS_MANUAL}) AS manual_count,
                sum(e.credit - e.debit) FILTER (WHERE ${IS_OTHER}) AS other, count(*) FILTER (WHERE ${IS_OTHER}) AS other_count
           FROM ${ENTRIES} WHERE ${OF_DAYS} AND e.account_id = v.account_id
       ) AS m ON true
      ORDER BY v.code`,
    [tx.companyId, from, to, REGISTERED_POSTINGS],
  );
  return rows.map(row => ({
    ...row,
    total: new Decimal(row.total),
    manual: new Decimal(row.manual),
    other: new Decimal(row.other),
  }));
}

/**
 * What documents posted on these days beside VAT, receivables and payables. Of sales, those of something sold: advances, their
 * tax documents and the credit notes of both move the liability to the customer, which is no revenue.
 */
export async function documentPostings(tx: Tx, { from, to }: DayRange): Promise<DocumentPostings> {
  const [row] = await tx.query<Stored<DocumentPostings, 'sales' | 'purchases' | 'exchange'>>(
    `WITH rule_accounts AS (${RULE_ACCOUNTS})
     SELECT coalesce(sum(e.credit - e.debit) FILTER (WHERE s.nature = 'sale'), 0) AS sales,
            coalesce(sum(e.debit - e.credit) FILTER (WHERE t.document_type LIKE 'purchase%'), 0) AS purchases,
            coalesce(sum(e.debit - e.credit) FILTER (WHERE ${IS_EXCHANGE_OF_VOID}), 0) AS exchange,
            count(*) FILTER (WHERE ${IS_EXCHANGE_OF_VOID}) AS "exchangeCount"
       FROM ${ENTRIES} JOIN accounts a ON a.company_id = e.company_id AND a.account_id = e.account_id
       LEFT JOIN sale_invoices s ON s.company_id = e.company_id AND s.invoice_id = t.document_id
      WHERE ${OF_DAYS} AND t.document_type = ANY ($4::text[]) AND a.control IS NULL
        AND a.code NOT IN (SELECT code FROM rule_accounts WHERE key IN (${CONTROL_RULES}))`,
    [tx.companyId, from, to, REGISTERED_POSTINGS],
  );
  const { sales, purchases, exchange, exchangeCount } = row!;
  return {
    sales: new Decimal(sales),
    purchases: new Decimal(purchases),
    exchange: new Decimal(exchange),
    exchangeCount,
  };
}

/** A void takes back the exchange differences of cents that the credit it voids had left. */
const IS_EXCHANGE_OF_VOID = `t.document_type = 'purchase_void'
  AND a.code IN (SELECT code FROM rule_accounts WHERE key IN ('bank.fxGain', 'bank.fxLoss'))`;

/** An entry on a VAT account that no document of the register made. */
export interface VatEntryOutsideDocuments {
  journalTransactionId: string;
  date: string;
  accountCode: string;
  description: string | null;
  /** null: a manual transaction. */
  documentType: string | null;
  debit: string;
  credit: string;
}

/** The first of them by date, and how many there are. */
export async function entriesOutsideDocuments(
  tx: Tx,
  { from, to }: DayRange,
  most: number,
): Promise<{ total: number; rows: VatEntryOutsideDocuments[] }> {
  const rows = await tx.query<VatEntryOutsideDocuments & { total: number }>(
    `SELECT e.transaction_id AS "journalTransactionId", e.posted_on AS date, v.code AS "accountCode",
            coalesce(e.description, t.description) AS description, t.document_type AS "documentType", e.debit, e.credit,
            count(*) OVER () AS total
       FROM ${ENTRIES} JOIN (${VAT_ACCOUNTS}) AS v ON v.account_id = e.account_id
      WHERE ${OF_DAYS} AND (${IS_MANUAL} OR ${IS_OTHER})
      ORDER BY e.posted_on, e.transaction_id, e.entry_no LIMIT $5`,
    [tx.companyId, from, to, REGISTERED_POSTINGS, most],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}

type Stored<T, Amounts extends keyof T> = Omit<T, Amounts> & Record<Amounts, string>;
