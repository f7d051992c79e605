import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import { IMPORT_VAT_CODES } from '../domain/isaf/isaf-totals';
import {
  NO_SUMS,
  type RegisterLine,
  type RegisterOfMonth,
  type RegisterSums,
  type Side,
} from '../domain/reconciliation/reconciled-vat';
import type { DayRange } from '../domain/vat-return/return-period';
import { taxedElsewhere } from './isaf-documents';
import { REGISTERED_POSTINGS, VAT_ACCOUNTS } from './reconciled-ledger';

const importCodes = [...IMPORT_VAT_CODES].map(code => `'${code}'`).join(', ');
const FULL_VAT = 'r.base_vat + coalesce(r.self_assessed_vat, 0)';
const DEDUCTED_OR_PRO_RATA = 'coalesce(r.deductible_vat, 0) + r.undeducted_pro_rata';

/** What a customs document has of import: its VAT, and the rows that i.SAF leaves out with it (`enteredRows`). */
const IMPORTED_VALUE = `sum(r.base_net) FILTER (WHERE r.vat_code IN (${importCodes})) OVER (PARTITION BY r.side, r.document_id, r.is_void)`;
const IS_IMPORT = `(r.vat_code IN (${importCodes})
           OR (${IMPORTED_VALUE} IS NOT NULL AND ${FULL_VAT} = 0 AND (r.vat_code = '' OR ${IMPORTED_VALUE} * r.base_net < 0)))`;

/**
 * Register rows that count, are posted or are dated on these days, with what they are. $1 company, $2 and $3 the days.
 * Sales are posted on their date, so that three indexes find them all.
 */
const ROWS = `
  SELECT r.side, r.document_id, r.document_number, r.document_on, r.posted_on, r.counted_on, r.is_void, r.base_net, r.base_vat,
         coalesce(r.deductible_vat, 0) AS deductible, coalesce(r.self_assessed_vat, 0) AS self_assessed, r.undeducted_pro_rata,
         r.side = 'sales' AS is_sale,
         r.counted_on BETWEEN $2::date AND $3::date AS is_counted,
         r.posted_on BETWEEN $2::date AND $3::date AS is_posted,
         r.document_on BETWEEN $2::date AND $3::date AS is_dated,
         r.side = 'sales' AND ${taxedElsewhere('r')} AS is_elsewhere,
         r.side = 'purchases' AND ${FULL_VAT} <> ${DEDUCTED_OR_PRO_RATA} AS has_cost,
         r.due_on_payment_of IS NOT NULL AS is_cash_accounting,
         r.side = 'sales' AND EXISTS (
           SELECT 1 FROM sale_invoices i
            WHERE i.company_id = r.company_id AND i.invoice_id = r.document_id AND i.nature = 'advance_tax') AS is_advance_tax,
         ${IS_IMPORT} AS is_import,
         bool_and(r.vat_code = '' AND ${FULL_VAT} = 0) OVER (PARTITION BY r.side, r.document_id, r.is_void) AS is_without_vat,
         r.side = 'purchases' AND EXISTS (
           SELECT 1 FROM vat_register_rows v
            WHERE v.company_id = r.company_id AND v.side = 'purchases' AND v.document_id = r.document_id AND v.is_void) AS is_voided
    FROM vat_register_rows r
   WHERE r.company_id = $1
     AND (r.counted_on BETWEEN $2::date AND $3::date
          OR r.document_on BETWEEN $2::date AND $3::date
          OR (r.side = 'purchases' AND r.posted_on BETWEEN $2::date AND $3::date))`;

/** When a row belongs to a line. */
const CONDITIONS: Record<RegisterLine, string> = {
  counted: 'is_counted',
  self_assessed: 'is_counted AND self_assessed <> 0',
  not_deducted: 'is_counted AND has_cost',
  undeducted_pro_rata: 'is_counted AND undeducted_pro_rata <> 0',
  posted_not_deducted: 'is_posted AND has_cost',
  posted_undeducted_pro_rata: 'is_posted AND undeducted_pro_rata <> 0',
  posted_advance_tax: 'is_posted AND is_advance_tax',
  cash_accounting: 'is_counted AND is_cash_accounting',
  posted_elsewhere_counted_here: 'is_counted AND NOT is_posted',
  posted_here_counted_elsewhere: 'is_posted AND NOT is_counted',
  taxed_elsewhere: 'is_counted AND is_elsewhere',
  issued_in_other_month: 'is_sale AND is_counted AND NOT is_elsewhere AND NOT is_dated',
  counted_in_other_month: 'is_sale AND is_dated AND NOT is_elsewhere AND NOT is_counted',
  void: 'NOT is_sale AND is_counted AND is_void',
  voided: 'NOT is_sale AND is_counted AND NOT is_void AND is_voided',
  import: 'NOT is_sale AND is_counted AND NOT is_void AND NOT is_voided AND is_import',
  no_vat_invoice: 'NOT is_sale AND is_counted AND NOT is_void AND NOT is_voided AND is_without_vat',
};

const LINES = Object.entries(CONDITIONS)
  .map(([line, condition]) => `SELECT '${line}' WHERE ${condition}`)
  .join(' UNION ALL ');

/** What of the register counts, is posted or is dated on these days, by line. */
export async function registerOfMonth(tx: Tx, { from, to }: DayRange): Promise<RegisterOfMonth> {
  const rows = await tx.query<
    Record<'net' | 'vat' | 'deductible' | 'selfAssessed' | 'undeductedProRata', string> & {
      line: RegisterLine;
      side: Side;
      documents: number;
    }
  >(
    `SELECT l.line, r.side, count(DISTINCT (r.document_id, r.is_void)) AS documents, sum(r.base_net) AS net, sum(r.base_vat) AS vat,
            sum(r.deductible) AS deductible, sum(r.self_assessed) AS "selfAssessed",
            sum(r.undeducted_pro_rata) AS "undeductedProRata"
       FROM (${ROWS}) AS r CROSS JOIN LATERAL (${LINES}) AS l(line)
      GROUP BY l.line, r.side`,
    [tx.companyId, from, to],
  );
  const sums = new Map<string, RegisterSums>(
    rows.map(({ line, side, documents, ...amounts }) => [
      `${line} ${side}`,
      {
        documents,
        net: new Decimal(amounts.net),
        vat: new Decimal(amounts.vat),
        deductible: new Decimal(amounts.deductible),
        selfAssessed: new Decimal(amounts.selfAssessed),
        undeductedProRata: new Decimal(amounts.undeductedProRata),
      },
    ]),
  );
  return (line, side) => sums.get(`${line} ${side}`) ?? NO_SUMS;
}

/** A document that is posted, dated or counted for VAT in different months. */
export interface DocumentBetweenMonths {
  side: Side;
  documentId: string;
  documentNumber: string;
  documentDate: string;
  postedOn: string;
  countedOn: string;
  net: string;
  /** Charged, or owed by the buyer. */
  vat: string;
}

/** The first of them by the day on which they count, and how many there are. */
export async function documentsBetweenMonths(
  tx: Tx,
  { from, to }: DayRange,
  most: number,
): Promise<{ total: number; rows: DocumentBetweenMonths[] }> {
  const rows = await tx.query<DocumentBetweenMonths & { total: number }>(
    `SELECT r.side, r.document_id AS "documentId", r.document_number AS "documentNumber", r.document_on AS "documentDate",
            r.posted_on AS "postedOn", r.counted_on AS "countedOn", sum(r.base_net) AS net, sum(r.base_vat + r.self_assessed) AS vat,
            count(*) OVER () AS total
       FROM (${ROWS}) AS r
      WHERE r.is_counted <> r.is_posted OR (r.is_sale AND r.is_counted <> r.is_dated)
      GROUP BY r.side, r.document_id, r.is_void, r.document_number, r.document_on, r.posted_on, r.counted_on
      ORDER BY r.counted_on, r.document_number, r.document_id, r.is_void LIMIT $4`,
    [tx.companyId, from, to, most],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}

/** A document whose VAT in the journal is not that in the register; output VAT less deductible VAT. */
export interface UnequalDocument {
  documentType: string | null;
  documentId: string;
  description: string | null;
  ledgerVat: string;
  registerVat: string;
}

/**
 * Documents posted on these days whose VAT differs between journal and register, the first by what they are. There are none
 * unless one of the two was damaged (@invariant INV-12).
 */
export async function unequalDocuments(
  tx: Tx,
  { from, to }: DayRange,
  most: number,
): Promise<{ total: number; rows: UnequalDocument[] }> {
  const rows = await tx.query<UnequalDocument & { total: number }>(
    `WITH booked AS (
       SELECT t.document_id, t.document_type = 'purchase_void' AS is_void, t.document_type, t.description,
              coalesce(sum(e.credit - e.debit) FILTER (WHERE v.account_id IS NOT NULL), 0) AS vat
         FROM journal_transactions t
         JOIN journal_entries e ON e.company_id = t.company_id AND e.transaction_id = t.transaction_id
         LEFT JOIN (${VAT_ACCOUNTS}) AS v ON v.account_id = e.account_id
        WHERE t.company_id = $1 AND t.posted_on BETWEEN $2::date AND $3::date AND t.document_type = ANY ($4::text[])
        GROUP BY t.transaction_id, t.document_id, t.document_type, t.description
     ), registered AS (
       SELECT r.document_id, r.is_void, min(r.document_number) AS number,
              sum(CASE WHEN r.is_sale THEN r.base_vat ELSE r.self_assessed - r.deductible END) AS vat
         FROM (${ROWS}) AS r WHERE r.is_posted GROUP BY r.document_id, r.is_void
     )
     SELECT b.document_type AS "documentType", coalesce(b.document_id, r.document_id) AS "documentId",
            coalesce(b.description, r.number) AS description, coalesce(b.vat, 0) AS "ledgerVat", coalesce(r.vat, 0) AS "registerVat",
            count(*) OVER () AS total
       FROM booked b FULL JOIN registered r ON r.document_id = b.document_id AND r.is_void = b.is_void
      WHERE coalesce(b.vat, 0) <> coalesce(r.vat, 0)
      ORDER BY 1, 3, 2 LIMIT $5`,
    [tx.companyId, from, to, REGISTERED_POSTINGS, most],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}
