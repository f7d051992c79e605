import type { Tx } from '../../../platform/database';
import { isVatPayerOn, type SaftHeader } from '../domain/saft-header';
import type { DocumentSide, SaftInvoice, SaftInvoiceLine, SaftTaxTotal } from '../domain/saft-invoices';
import type { SaftPeriod } from '../domain/saft-order';
import { IMPORT_VAT_CODES } from '../../domain/isaf/isaf-totals';
import { accountOf, type LedgerAccounts, type SectionTotals } from './saft-ledger';
import { MOST_ROWS, NO_ID, pagesAfter } from './saft-pages';

const IMPORT = [...IMPORT_VAT_CODES].map(code => `'${code}'`).join(', ');

/** Where the documents of a side stand, and what they call what. A purchase voided by the last day of the period is not among them. */
interface SideSql {
  invoices: string;
  lines: string;
  taxTotals: string;
  postedOn: string;
  isPosted: string;
  number: string;
  isVatInvoice: string;
  creditedNumber: string;
  orderNumber: string;
  documentType: string;
  documentDate: string;
  accountCode: string;
  ruleKey: string;
  vat: string;
  baseVat: string;
  taxVat: string;
  taxBaseVat: string;
  exemption: string;
  /** The side of a line of an invoice with a positive net. */
  ordinary: 'debit' | 'credit';
}

const SALES: SideSql = {
  invoices: 'sale_invoices',
  lines: 'sale_invoice_lines',
  taxTotals: 'sale_invoice_vat_totals',
  postedOn: 'i.issued_on',
  // Advances are in the ledger; they are no sales yet.
  isPosted: `i.status = 'issued' AND i.nature = 'sale'`,
  number: 'i.full_number',
  documentDate: 'i.issued_on',
  // By the company, which the header of the file knows.
  isVatInvoice: 'NULL::boolean',
  creditedNumber: `coalesce(i.credited_invoice_reference,
    (SELECT o.full_number FROM sale_invoices o WHERE o.company_id = i.company_id AND o.invoice_id = i.credited_invoice_id))`,
  orderNumber: 'i.order_number',
  documentType: `'sale_' || i.type`,
  accountCode: 'l.revenue_account_code',
  ruleKey: `'sales.revenueServices'`,
  vat: 'l.vat',
  baseVat: 'l.base_vat',
  taxVat: 'v.vat',
  taxBaseVat: 'v.base_vat',
  exemption: 'l.vat_exemption_basis',
  ordinary: 'credit',
};

const PURCHASES: SideSql = {
  invoices: 'purchase_invoices',
  lines: 'purchase_invoice_lines',
  taxTotals: 'purchase_invoice_vat_totals',
  postedOn: 'i.registered_on',
  isPosted: `i.status = 'registered' AND NOT EXISTS (
    SELECT 1 FROM purchase_invoice_voids d
     WHERE d.company_id = i.company_id AND d.invoice_id = i.invoice_id AND d.voided_on <= $3::date)`,
  number: 'i.document_number',
  documentDate: 'i.document_on',
  // What customs asked is no VAT invoice, whoever is named as its supplier; an invoice of a broker that has it is one.
  isVatInvoice: `((i.partner_snapshot ->> 'vatCode' IS NOT NULL OR i.vat_total <> 0)
    AND NOT EXISTS (SELECT 1 FROM purchase_invoice_vat_totals v WHERE v.company_id = i.company_id AND v.invoice_id = i.invoice_id
                    HAVING bool_or(v.vat_code IN (${IMPORT})) AND bool_and(v.vat_code IN (${IMPORT}) OR v.vat + v.self_assessed_vat = 0)))`,
  creditedNumber: `(SELECT o.document_number FROM purchase_invoices o
    WHERE o.company_id = i.company_id AND o.invoice_id = i.credited_invoice_id)`,
  orderNumber: 'NULL::text',
  documentType: `'purchase_' || i.type`,
  accountCode: 'l.account_code',
  ruleKey: 'l.posting_rule',
  vat: 'l.vat + l.self_assessed_vat',
  baseVat: 'l.base_vat + l.base_self_assessed_vat',
  // Self-assessed VAT has no amount in document currency here: it is owed in base currency.
  taxVat: 'v.vat',
  taxBaseVat: 'v.base_vat + v.self_assessed_vat',
  exemption: 'NULL::text',
  ordinary: 'debit',
};

const SQL: Record<DocumentSide, SideSql> = { sales: SALES, purchases: PURCHASES };

/** Documents and lines of the period, and the nets of the lines by the side of the journal they stand on. */
export async function documentTotals(
  tx: Tx,
  side: DocumentSide,
  { fromDate, toDate }: SaftPeriod,
): Promise<SectionTotals> {
  const sql = SQL[side];
  const other = sql.ordinary === 'debit' ? 'credit' : 'debit';
  const [row] = await tx.query<SectionTotals>(
    `SELECT count(DISTINCT i.invoice_id) AS documents, count(*) AS rows,
            coalesce(sum(abs(l.base_net)) FILTER (WHERE (i.type = 'invoice') = (l.base_net >= 0)), 0) AS ${sql.ordinary},
            coalesce(sum(abs(l.base_net)) FILTER (WHERE (i.type = 'invoice') <> (l.base_net >= 0)), 0) AS ${other}
       FROM ${sql.invoices} i
       JOIN ${sql.lines} l ON l.company_id = i.company_id AND l.invoice_id = i.invoice_id
      WHERE i.company_id = $1 AND ${sql.postedOn} BETWEEN $2::date AND $3::date AND ${sql.isPosted}`,
    [tx.companyId, fromDate, toDate],
  );
  return row!;
}

type InvoiceRow = Omit<SaftInvoice, 'debtAccountCode' | 'postedCodes' | 'isVatInvoice'> & {
  isVatInvoice: boolean | null;
  debtAccountId: string;
  postedAccountIds: string[];
};

/** The documents posted in the period by day. */
export async function* documents(
  tx: Tx,
  side: DocumentSide,
  { period: { fromDate, toDate }, company }: Pick<SaftHeader, 'period' | 'company'>,
  accounts: LedgerAccounts,
): AsyncGenerator<SaftInvoice[]> {
  const sql = SQL[side];
  const pages = pagesAfter<InvoiceRow>(last =>
    tx.query(
      `SELECT i.invoice_id AS id, ${sql.number} AS number, i.type, ${sql.isVatInvoice} AS "isVatInvoice",
              ${sql.documentDate} AS "documentDate", ${sql.postedOn} AS "postedOn", i.tax_point_on AS "taxPointDate",
              i.journal_transaction_id AS "transactionId", o.account_id AS "debtAccountId", posted.account_ids AS "postedAccountIds",
              i.partner_id AS "partnerId", i.partner_snapshot ->> 'vatCode' AS "partnerVatCode",
              i.partner_snapshot ->> 'code' AS "partnerCode", i.partner_snapshot ->> 'countryCode' AS "partnerCountryCode",
              ${sql.creditedNumber} AS "creditedNumber", i.details ->> 'creditReason' AS "creditReason",
              ${sql.orderNumber} AS "orderNumber", i.currency, i.base_net_total AS "baseNet",
              i.base_gross_total AS "baseGross", i.line_count AS "lineCount"
         FROM ${sql.invoices} i
         JOIN open_items o ON o.company_id = i.company_id AND o.document_type = ${sql.documentType} AND o.document_id = i.invoice_id
         CROSS JOIN LATERAL (
           SELECT coalesce(array_agg(e.account_id ORDER BY e.entry_no), '{}') AS account_ids FROM journal_entries e
            WHERE e.company_id = i.company_id AND e.transaction_id = i.journal_transaction_id AND e.account_id <> o.account_id
         ) posted
        WHERE i.company_id = $1 AND ${sql.postedOn} BETWEEN $2::date AND $3::date AND ${sql.isPosted}
          AND (${sql.postedOn}, i.invoice_id) > ($4::date, $5::uuid)
        ORDER BY ${sql.postedOn}, i.invoice_id LIMIT ${MOST_ROWS / 2}`,
      [tx.companyId, fromDate, toDate, last?.postedOn ?? fromDate, last?.id ?? NO_ID],
    ),
  );
  for await (const page of pages) {
    yield page.map(({ debtAccountId, postedAccountIds, ...invoice }) => ({
      ...invoice,
      isVatInvoice: invoice.isVatInvoice ?? isVatPayerOn(company, invoice.postedOn),
      debtAccountCode: accountOf(accounts, debtAccountId).accountCode,
      postedCodes: postedAccountIds
        .map(id => accountOf(accounts, id))
        .filter(({ accountControl }) => accountControl === null)
        .map(({ accountCode }) => accountCode),
    }));
  }
}

export async function documentLines(
  tx: Tx,
  side: DocumentSide,
  invoiceIds: string[],
): Promise<SaftInvoiceLine[]> {
  const sql = SQL[side];
  return tx.query<SaftInvoiceLine>(
    `SELECT l.invoice_id AS "invoiceId", l.sort_order AS "lineNo", ${sql.accountCode} AS "accountCode",
            coalesce(own.account_code, rule.default_code) AS "ruleCode", l.description, l.unit, l.quantity,
            item.type AS "itemType", l.net, l.base_net AS "baseNet", ${sql.vat} AS vat, ${sql.baseVat} AS "baseVat",
            l.vat_rate AS "vatRate", l.vat_code AS "vatCode", ${sql.exemption} AS "vatExemptionBasis"
       FROM ${sql.lines} l
       LEFT JOIN posting_rules rule ON rule.key = ${sql.ruleKey}
       LEFT JOIN company_posting_rules own ON own.company_id = l.company_id AND own.key = rule.key
       LEFT JOIN catalog_items item ON item.company_id = l.company_id AND item.item_id = l.item_id
      WHERE l.company_id = $1 AND l.invoice_id = ANY ($2::uuid[]) ORDER BY l.invoice_id, l.sort_order`,
    [tx.companyId, invoiceIds],
  );
}

export async function documentTaxTotals(
  tx: Tx,
  side: DocumentSide,
  invoiceIds: string[],
): Promise<SaftTaxTotal[]> {
  const sql = SQL[side];
  return tx.query<SaftTaxTotal>(
    `SELECT v.invoice_id AS "invoiceId", v.vat_rate AS "vatRate", v.vat_code AS "vatCode", v.net,
            v.base_net AS "baseNet", ${sql.taxVat} AS vat, ${sql.taxBaseVat} AS "baseVat"
       FROM ${sql.taxTotals} v
      WHERE v.company_id = $1 AND v.invoice_id = ANY ($2::uuid[])
      ORDER BY v.invoice_id, v.vat_rate DESC, v.vat_category, v.vat_code`,
    [tx.companyId, invoiceIds],
  );
}

/** Registrations of days before the period that were voided in it. */
export async function laterVoids(tx: Tx, { fromDate, toDate }: SaftPeriod): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(
    `SELECT i.document_number AS number FROM purchase_invoice_voids d
       JOIN purchase_invoices i ON i.company_id = d.company_id AND i.invoice_id = d.invoice_id
      WHERE d.company_id = $1 AND d.voided_on BETWEEN $2::date AND $3::date AND i.registered_on < $2::date
      ORDER BY d.voided_on, i.invoice_id`,
    [tx.companyId, fromDate, toDate],
  );
  return rows.map(({ number }) => number);
}
