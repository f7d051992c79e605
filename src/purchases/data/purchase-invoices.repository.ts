import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { invariant } from '../../shared/invariant';
import type { TableRows, Tx } from '../../platform/database';
import type { PurchaseType } from '../domain/purchase-document';
import type { PurchaseInvoiceLineRow, PurchaseInvoiceRow } from './purchase-invoice-rows';

/** What was taken back of a registration, and when. */
interface VoidRow {
  voided_on: CalendarDate;
  reason: string;
  journal_transaction_id: string;
}

/** A document with its lines, how much of it is settled and whether it is void. */
export interface StoredPurchase {
  header: PurchaseInvoiceRow;
  lines: PurchaseInvoiceLineRow[];
  currency: Currency;
  /** Signed like the open item: negative for an invoice. Zero for a draft. */
  settledAmount: string;
  voided: VoidRow | null;
}

const KEY = ['company_id', 'invoice_id'];

/** Columns of a document (`i`), without the names of others. */
export const INVOICE_COLUMNS = `i.company_id, i.invoice_id, i.type, i.status, i.partner_id, i.document_number, i.number_key, i.year_key,
  i.document_on, i.tax_point_on, i.received_on, i.registered_on, i.due_on, i.currency, i.exchange_rate, i.vat_rounding,
  i.net_total, i.vat_total, i.gross_total, i.self_assessed_vat, i.deductible_vat, i.base_net_total, i.base_vat_total,
  i.base_gross_total, i.base_self_assessed_vat, i.base_deductible_vat, i.line_count, i.vat_total_count, i.rounding_trace,
  i.credited_invoice_id, i.is_cash_accounting, i.details, i.partner_snapshot, i.journal_transaction_id, i.event_sequence, i.created_at, i.updated_at,
  i.registered_at`;

/** A document with its currency, open item and void. */
export const INVOICES = `purchase_invoices i JOIN currencies y ON y.code = i.currency
  LEFT JOIN open_items o ON o.company_id = i.company_id AND o.document_id = i.invoice_id AND o.document_type = 'purchase_' || i.type
  LEFT JOIN purchase_invoice_voids v ON v.company_id = i.company_id AND v.invoice_id = i.invoice_id`;

/** Columns that come with a document from beside it. */
export const SIDE_COLUMNS = `y.minor_units, coalesce(o.settled_amount, 0) AS settled_amount, v.voided_on, v.reason AS void_reason,
  v.journal_transaction_id AS void_transaction_id`;

export interface SideRow {
  minor_units: number;
  settled_amount: string;
  voided_on: CalendarDate | null;
  void_reason: string | null;
  void_transaction_id: string | null;
}

export async function findPurchase(tx: Tx, id: string): Promise<StoredPurchase | null> {
  const [headers, lines] = await Promise.all([
    tx.query<PurchaseInvoiceRow & SideRow>(
      `SELECT ${INVOICE_COLUMNS}, ${SIDE_COLUMNS} FROM ${INVOICES} WHERE i.company_id = $1 AND i.invoice_id = $2`,
      [tx.companyId, id],
    ),
    tx.query<PurchaseInvoiceLineRow>(
      `SELECT company_id, invoice_id, sort_order, line_id, description, unit, quantity, unit_price, price_includes_vat, vat_rate,
              vat_category, vat_code, deductible_percent, is_pro_rata, item_id, account_code, cost_center_id, posting_rule, net, vat, gross, self_assessed_vat,
              deductible_vat, base_net, base_vat, base_self_assessed_vat, base_deductible_vat
         FROM purchase_invoice_lines WHERE company_id = $1 AND invoice_id = $2 ORDER BY sort_order`,
      [tx.companyId, id],
    ),
  ]);
  const [row] = headers;
  if (!row) return null;
  const { minor_units, settled_amount, voided_on, void_reason, void_transaction_id, ...header } = row;
  return {
    header,
    lines,
    currency: { code: header.currency, minorUnits: minor_units },
    settledAmount: settled_amount,
    voided: voidOf({ voided_on, void_reason, void_transaction_id }),
  };
}

export function voidOf(
  row: Pick<SideRow, 'voided_on' | 'void_reason' | 'void_transaction_id'>,
): VoidRow | null {
  const { voided_on, void_reason, void_transaction_id } = row;
  if (voided_on === null) return null;
  return { voided_on, reason: void_reason ?? '', journal_transaction_id: void_transaction_id ?? '' };
}

/**
 * Locks a draft for this transaction and says how the document stands. Whoever waited for the lock sees the winner's
 * result: a registered row is invisible to a locking read.
 */
export async function lockDraft(tx: Tx, id: string): Promise<'locked' | 'registered' | 'missing'> {
  const locked = await tx.execute(
    `SELECT 1 FROM purchase_invoices WHERE company_id = $1 AND invoice_id = $2 AND status = 'draft' FOR UPDATE`,
    [tx.companyId, id],
  );
  if (locked > 0) return 'locked';
  const found = await tx.execute(
    'SELECT 1 FROM purchase_invoices WHERE company_id = $1 AND invoice_id = $2',
    [tx.companyId, id],
  );
  return found > 0 ? 'registered' : 'missing';
}

/** The rows of a new document, for `tx.insert`. */
export function newDocumentRows(header: PurchaseInvoiceRow, lines: PurchaseInvoiceLineRow[]): TableRows[] {
  return [{ table: 'purchase_invoices', rows: [{ ...header }] }, lineTableRows(lines)];
}

export function lineTableRows(lines: PurchaseInvoiceLineRow[]): TableRows {
  return { table: 'purchase_invoice_lines', rows: lines.map(line => ({ ...line })) };
}

export async function updateDraft(tx: Tx, header: PurchaseInvoiceRow): Promise<void> {
  await tx.update('purchase_invoices', KEY, { ...header });
}

export async function deleteLines(tx: Tx, invoiceId: string): Promise<void> {
  await tx.execute('DELETE FROM purchase_invoice_lines WHERE company_id = $1 AND invoice_id = $2', [
    tx.companyId,
    invoiceId,
  ]);
}

/** Deletes a locked draft with its lines and says of what type it was. */
export async function deleteDraft(tx: Tx, invoiceId: string): Promise<PurchaseType> {
  const [draft] = await tx.query<{ type: PurchaseType }>(
    'DELETE FROM purchase_invoices WHERE company_id = $1 AND invoice_id = $2 RETURNING type',
    [tx.companyId, invoiceId],
  );
  invariant(draft, 'a locked draft is there');
  return draft.type;
}

/** What is left to credit of an invoice, in its currency. */
export interface CreditLimit {
  gross: string;
  credited_gross: string;
}

/** Locks what hangs on a registered invoice: its credits and its void. Undefined when it has no limit (a credit note). */
export async function lockCreditLimit(tx: Tx, invoiceId: string): Promise<CreditLimit | undefined> {
  const [limit] = await tx.query<CreditLimit>(
    `SELECT gross, credited_gross FROM purchase_invoice_credit_limits WHERE company_id = $1 AND invoice_id = $2 FOR UPDATE`,
    [tx.companyId, invoiceId],
  );
  return limit;
}

/** Books a credit against the invoice, or with a negative amount gives one back; the limit refuses more than is left. */
export async function takeCredit(tx: Tx, invoiceId: string, gross: string): Promise<void> {
  await tx.execute(
    `UPDATE purchase_invoice_credit_limits SET credited_gross = credited_gross + $3::numeric WHERE company_id = $1 AND invoice_id = $2`,
    [tx.companyId, invoiceId, gross],
  );
}

export async function findVoid(tx: Tx, invoiceId: string): Promise<VoidRow | undefined> {
  const [row] = await tx.query<VoidRow>(
    `SELECT voided_on, reason, journal_transaction_id FROM purchase_invoice_voids WHERE company_id = $1 AND invoice_id = $2`,
    [tx.companyId, invoiceId],
  );
  return row;
}

export function voidRow(tx: Tx, invoiceId: string, voided: VoidRow): TableRows {
  return {
    table: 'purchase_invoice_voids',
    rows: [{ company_id: tx.companyId, invoice_id: invoiceId, ...voided, voided_at: tx.now.toISOString() }],
  };
}

/** A row of purchase_invoice_vat_totals. */
export interface VatTotalRow {
  vat_rate: string;
  vat_category: PurchaseInvoiceLineRow['vat_category'];
  vat_code: string;
  net: string;
  vat: string;
  base_net: string;
  base_vat: string;
  deductible_vat: string;
  self_assessed_vat: string;
  undeducted_pro_rata: string;
}

export async function vatTotalsOf(tx: Tx, invoiceId: string): Promise<VatTotalRow[]> {
  return tx.query<VatTotalRow>(
    `SELECT vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat,
            undeducted_pro_rata
       FROM purchase_invoice_vat_totals WHERE company_id = $1 AND invoice_id = $2`,
    [tx.companyId, invoiceId],
  );
}
