import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { TableRows, Tx } from '../../platform/database';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { PartTaken, TaxedPart } from '../domain/advance-deduction';

/** Money that came for an advance: what a payment or a netting settled of its open item. */
export interface AdvanceReceipt {
  advanceId: string;
  allocationId: string;
  lineNo: number;
  receivedOn: CalendarDate;
  amount: string;
}

/** A payment of the item that was taken back; `a` is the allocation. */
const IS_TAKEN_BACK = `EXISTS (
  SELECT 1 FROM open_item_allocations r
    JOIN journal_transactions j ON j.company_id = r.company_id AND j.transaction_id = r.transaction_id
   WHERE r.company_id = a.company_id AND r.open_item_id = a.open_item_id AND r.kind = 'payment_reversal'
     AND j.reverses_id = a.transaction_id)`;

/** Something of the tax document `t` is not credited. */
const IS_NOT_CREDITED = `EXISTS (
  SELECT 1 FROM sale_invoice_credit_limits l
   WHERE l.company_id = t.company_id AND l.invoice_id = t.tax_document_id
     AND (l.credited_net <> l.net OR l.credited_vat <> l.vat))`;

/** An invoice deducts something of the tax document `t`. */
const IS_DEDUCTED = `EXISTS (
  SELECT 1 FROM sale_advance_deductions d
   WHERE d.company_id = t.company_id AND d.tax_document_id = t.tax_document_id HAVING sum(d.net) <> 0)`;

/**
 * Receipts without a tax document, of advances on which VAT falls due when they are paid; the earliest first. A write-off brings
 * no money, and what was taken back before it was taxed needs none.
 */
export async function untaxedReceipts(tx: Tx, advanceIds: string[]): Promise<AdvanceReceipt[]> {
  return tx.query<AdvanceReceipt>(
    `SELECT v.advance_id AS "advanceId", a.allocation_id AS "allocationId", a.line_no AS "lineNo",
            a.allocated_on AS "receivedOn", a.amount
       FROM sale_advances v
       JOIN open_items o ON o.company_id = v.company_id AND o.document_type = 'sale_advance' AND o.document_id = v.advance_id
       JOIN open_item_allocations a ON a.company_id = o.company_id AND a.open_item_id = o.open_item_id
      WHERE v.company_id = $1 AND v.advance_id = ANY ($2) AND v.vat_on_payment AND a.amount > 0 AND a.kind IN ('payment', 'netting')
        AND NOT EXISTS (SELECT 1 FROM sale_advance_tax_documents t
                         WHERE t.company_id = a.company_id AND t.allocation_id = a.allocation_id AND t.line_no = a.line_no)
        AND NOT ${IS_TAKEN_BACK}
      ORDER BY a.allocated_on, a.allocation_id, a.line_no`,
    [tx.companyId, advanceIds],
  );
}

/** Tax documents of advances whose money was taken back and that are neither credited in full nor deducted. */
export async function taxDocumentsTakenBack(tx: Tx, advanceIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT t.tax_document_id AS id
       FROM sale_advance_tax_documents t
       JOIN open_item_allocations a ON a.company_id = t.company_id AND a.allocation_id = t.allocation_id AND a.line_no = t.line_no
      WHERE t.company_id = $1 AND t.advance_id = ANY ($2) AND ${IS_TAKEN_BACK}
        AND ${IS_NOT_CREDITED} AND NOT ${IS_DEDUCTED}
      ORDER BY t.tax_document_id`,
    [tx.companyId, advanceIds],
  );
  return rows.map(({ id }) => id);
}

/** An advance whose tax documents do not match what was paid of it. */
export interface UntaxedAdvance {
  number: string;
  /** The first day of such a payment. */
  receivedOn: CalendarDate;
}

/** Advances with a payment until a day that has no tax document, or whose payment was taken back and the document was not credited. */
export async function untaxedAdvances(tx: Tx, until: CalendarDate): Promise<UntaxedAdvance[]> {
  return tx.query<UntaxedAdvance>(
    `SELECT i.full_number AS number, min(a.allocated_on) AS "receivedOn"
       FROM sale_advances v
       JOIN sale_invoices i ON i.company_id = v.company_id AND i.invoice_id = v.advance_id
       JOIN open_items o ON o.company_id = v.company_id AND o.document_type = 'sale_advance' AND o.document_id = v.advance_id
       JOIN open_item_allocations a ON a.company_id = o.company_id AND a.open_item_id = o.open_item_id
       LEFT JOIN sale_advance_tax_documents t
         ON t.company_id = a.company_id AND t.allocation_id = a.allocation_id AND t.line_no = a.line_no
      WHERE v.company_id = $1 AND v.vat_on_payment AND a.amount > 0 AND a.kind IN ('payment', 'netting') AND a.allocated_on <= $2
        AND CASE WHEN t.tax_document_id IS NULL THEN NOT ${IS_TAKEN_BACK} ELSE ${IS_TAKEN_BACK} AND ${IS_NOT_CREDITED} END
      GROUP BY i.full_number ORDER BY 2, 1`,
    [tx.companyId, until],
  );
}

export function taxDocumentRows(
  tx: Tx,
  taxDocumentId: string,
  receipt: { advanceId: string; allocationId: string; lineNo: number },
): TableRows {
  return {
    table: 'sale_advance_tax_documents',
    rows: [
      {
        company_id: tx.companyId,
        tax_document_id: taxDocumentId,
        advance_id: receipt.advanceId,
        allocation_id: receipt.allocationId,
        line_no: receipt.lineNo,
      },
    ],
  };
}

interface PartRow {
  advanceId: string;
  taxDocumentId: string;
  rate: string;
  category: VatCategory;
  code: string;
  net: string;
  vat: string;
}

/** What of the tax documents of locked advances is neither deducted nor credited, the earliest document first. */
export async function taxedParts(tx: Tx, advanceIds: string[], currency: Currency): Promise<TaxedPart[]> {
  const rows = await tx.query<PartRow>(
    `SELECT d.advance_id AS "advanceId", d.tax_document_id AS "taxDocumentId", t.vat_rate AS rate, t.vat_category AS category,
            t.vat_code AS code, t.net - l.credited_net - u.net AS net, t.vat - l.credited_vat - u.vat AS vat
       FROM sale_advance_tax_documents d
       JOIN sale_invoice_vat_totals t ON t.company_id = d.company_id AND t.invoice_id = d.tax_document_id
       JOIN sale_invoice_credit_limits l ON l.company_id = t.company_id AND l.invoice_id = t.invoice_id
        AND l.vat_rate = t.vat_rate AND l.vat_category = t.vat_category
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(x.net), 0) AS net, coalesce(sum(x.vat), 0) AS vat FROM sale_advance_deductions x
          WHERE x.company_id = t.company_id AND x.tax_document_id = t.invoice_id
            AND x.vat_rate = t.vat_rate AND x.vat_category = t.vat_category AND x.vat_code = t.vat_code) u
      WHERE d.company_id = $1 AND d.advance_id = ANY ($2) AND t.net - l.credited_net - u.net > 0
      ORDER BY d.advance_id, d.tax_document_id, t.vat_rate DESC, t.vat_category, t.vat_code`,
    [tx.companyId, advanceIds],
  );
  return rows.map(({ advanceId, taxDocumentId, ...row }) => ({
    advanceId,
    taxDocumentId,
    ...partOf(row, currency),
  }));
}

function partOf(row: Omit<PartRow, 'advanceId' | 'taxDocumentId'>, currency: Currency) {
  return {
    vatRatePercent: new Decimal(row.rate),
    vatCategory: row.category,
    vatCode: row.code || null,
    net: Money.of(row.net, currency),
    vat: Money.of(row.vat, currency),
  };
}

/** @param sign -1 for a release */
export function deductionRows(tx: Tx, applicationId: string, parts: PartTaken[], sign: 1 | -1): TableRows {
  const signed = (amount: Money): string => (sign === -1 ? amount.negated() : amount).toString();
  return {
    table: 'sale_advance_deductions',
    rows: parts.map(part => ({
      company_id: tx.companyId,
      application_id: applicationId,
      tax_document_id: part.taxDocumentId,
      vat_rate: part.vatRatePercent.toFixed(),
      vat_category: part.vatCategory,
      vat_code: part.vatCode ?? '',
      net: signed(part.net),
      vat: signed(part.vat),
    })),
  };
}

/** What an invoice deducts of which advance. */
export interface StoredDeduction {
  advanceId: string;
  amount: Money;
  baseAmount: Money;
  parts: PartTaken[];
}

/** The deductions of an invoice, one per advance. */
export async function deductionsOf(
  tx: Tx,
  invoiceId: string,
  currency: Currency,
): Promise<StoredDeduction[]> {
  const rows = await tx.query<PartRow & { amount: string; baseAmount: string }>(
    `SELECT a.advance_id AS "advanceId", a.amount, a.base_amount AS "baseAmount", x.tax_document_id AS "taxDocumentId",
            x.vat_rate AS rate, x.vat_category AS category, x.vat_code AS code, x.net, x.vat
       FROM sale_advance_applications a
       JOIN sale_advance_deductions x ON x.company_id = a.company_id AND x.application_id = a.application_id
      WHERE a.company_id = $1 AND a.invoice_id = $2 AND a.kind = 'deducted' ORDER BY a.advance_id, x.tax_document_id`,
    [tx.companyId, invoiceId],
  );
  return [...new Set(rows.map(({ advanceId }) => advanceId))].map(advanceId => {
    const mine = rows.filter(row => row.advanceId === advanceId);
    return {
      advanceId,
      amount: Money.of(mine[0]!.amount, currency),
      baseAmount: Money.of(mine[0]!.baseAmount, tx.company.baseCurrency),
      parts: mine.map(({ taxDocumentId, ...row }) => ({ taxDocumentId, ...partOf(row, currency) })),
    };
  });
}

/** A tax document that is dated, or whose money came, after an invoice; undefined where none of these is. */
export async function laterTaxDocument(
  tx: Tx,
  taxDocumentIds: string[],
  invoice: { issuedOn: CalendarDate; taxPointOn: CalendarDate },
): Promise<{ number: string; issuedOn: CalendarDate; taxPointOn: CalendarDate } | undefined> {
  const [later] = await tx.query<{ number: string; issuedOn: CalendarDate; taxPointOn: CalendarDate }>(
    `SELECT full_number AS number, issued_on AS "issuedOn", tax_point_on AS "taxPointOn" FROM sale_invoices
      WHERE company_id = $1 AND invoice_id = ANY ($2) AND (issued_on > $3::date OR tax_point_on > $4::date)
      ORDER BY issued_on, full_number LIMIT 1`,
    [tx.companyId, taxDocumentIds, invoice.issuedOn, invoice.taxPointOn],
  );
  return later;
}

/** Number of an invoice that deducts a tax document; undefined where none does. */
export async function deductingInvoice(tx: Tx, taxDocumentId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ number: string }>(
    `SELECT max(i.full_number) AS number
       FROM sale_advance_deductions x
       JOIN sale_advance_applications a ON a.company_id = x.company_id AND a.application_id = x.application_id
       JOIN sale_invoices i ON i.company_id = a.company_id AND i.invoice_id = a.invoice_id
      WHERE x.company_id = $1 AND x.tax_document_id = $2
     GROUP BY a.invoice_id HAVING sum(x.net) <> 0 LIMIT 1`,
    [tx.companyId, taxDocumentId],
  );
  return row?.number;
}
