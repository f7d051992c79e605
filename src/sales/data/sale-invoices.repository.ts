import type { Currency } from '../../shared/currency';
import { invariant } from '../../shared/invariant';
import type { TableRows, Tx } from '../../platform/database';
import type { SaleType } from '../domain/sale-document';
import type { SaleInvoiceLineRow, SaleInvoiceRow } from './sale-invoice-rows';

/** A document with its lines and how much of it is settled. */
export interface StoredInvoice {
  header: SaleInvoiceRow;
  lines: SaleInvoiceLineRow[];
  currency: Currency;
  /** Signed like the open item: positive for an invoice. Zero for a draft. */
  settledAmount: string;
  links?: InvoiceLinks;
}

/** What connects a document with advances; a missing member is nothing. */
export interface InvoiceLinks {
  /** Of an invoice: what of advances was applied to it, and what of them it deducts itself; gross. */
  advanceApplied?: string | null;
  advanceDeducted?: string | null;
  /** Of an advance: the invoice to which something of it went last. */
  appliedToInvoiceId?: string | null;
  /** Of a tax document: the advance whose payment it taxes. */
  taxedAdvanceId?: string | null;
}

/** The links of a document (`i`) by name. */
export const LINK_COLUMNS = `
  CASE i.type WHEN 'advance' THEN (
    SELECT l.invoice_id FROM sale_advance_applications l
     WHERE l.company_id = i.company_id AND l.advance_id = i.invoice_id AND l.kind <> 'released'
       AND NOT EXISTS (SELECT 1 FROM sale_advance_applications r
                        WHERE r.company_id = l.company_id AND r.advance_id = l.advance_id AND r.invoice_id = l.invoice_id AND r.kind = 'released')
     ORDER BY l.application_id DESC LIMIT 1) END AS "appliedToInvoiceId",
  CASE i.type WHEN 'advance_tax' THEN (
    SELECT t.advance_id FROM sale_advance_tax_documents t
     WHERE t.company_id = i.company_id AND t.tax_document_id = i.invoice_id) END AS "taxedAdvanceId"`;

const APPLIED_COLUMNS = ['applied', 'deducted']
  .map(
    kind => `
  CASE i.type WHEN 'invoice' THEN (
    SELECT sum(l.amount) FROM sale_advance_applications l
     WHERE l.company_id = i.company_id AND l.invoice_id = i.invoice_id AND l.kind = '${kind}') END AS "advance_${kind}"`,
  )
  .join(',');

const KEY = ['company_id', 'invoice_id'];

interface StoredState {
  minor_units: number;
  settled_amount: string | null;
  advance_applied: string | null;
  advance_deducted: string | null;
  appliedToInvoiceId: string | null;
  taxedAdvanceId: string | null;
}

export async function findInvoice(tx: Tx, id: string): Promise<StoredInvoice | null> {
  const [header] = await tx.query<SaleInvoiceRow & StoredState>(
    `SELECT i.*, y.minor_units, o.settled_amount, ${LINK_COLUMNS}, ${APPLIED_COLUMNS}
       FROM sale_invoices i JOIN currencies y ON y.code = i.currency
       LEFT JOIN open_items o ON o.company_id = i.company_id AND o.document_id = i.invoice_id AND o.document_type = 'sale_' || i.type
      WHERE i.invoice_id = $1`,
    [id],
  );
  if (!header) return null;
  return {
    header,
    lines: await findLines(tx, id),
    currency: { code: header.currency, minorUnits: header.minor_units },
    settledAmount: header.settled_amount ?? '0',
    links: {
      advanceApplied: header.advance_applied,
      advanceDeducted: header.advance_deducted,
      appliedToInvoiceId: header.appliedToInvoiceId,
      taxedAdvanceId: header.taxedAdvanceId,
    },
  };
}

async function findLines(tx: Tx, invoiceId: string): Promise<SaleInvoiceLineRow[]> {
  return tx.query<SaleInvoiceLineRow>(
    'SELECT * FROM sale_invoice_lines WHERE invoice_id = $1 ORDER BY sort_order',
    [invoiceId],
  );
}

/**
 * Locks a draft for this transaction and says how the document stands. Whoever waited for the lock sees the winner's
 * result: an issued row is invisible to a locking read.
 */
export async function lockDraft(tx: Tx, id: string): Promise<'locked' | 'issued' | 'missing'> {
  const locked = await tx.execute(
    `SELECT 1 FROM sale_invoices WHERE invoice_id = $1 AND status = 'draft' FOR UPDATE`,
    [id],
  );
  if (locked > 0) return 'locked';
  return (await tx.execute('SELECT 1 FROM sale_invoices WHERE invoice_id = $1', [id])) > 0
    ? 'issued'
    : 'missing';
}

export async function updateDraft(tx: Tx, header: SaleInvoiceRow): Promise<void> {
  await tx.update('sale_invoices', KEY, { ...header });
}

export async function deleteLines(tx: Tx, invoiceId: string): Promise<void> {
  await tx.execute('DELETE FROM sale_invoice_lines WHERE invoice_id = $1', [invoiceId]);
}

/** Deletes a locked draft with its lines and says of what type it was. */
export async function deleteDraft(tx: Tx, invoiceId: string): Promise<SaleType> {
  const [draft] = await tx.query<{ type: SaleType }>(
    'DELETE FROM sale_invoices WHERE invoice_id = $1 RETURNING type',
    [invoiceId],
  );
  invariant(draft, 'a locked draft is there');
  return draft.type;
}

/** The rows of a new document, for `tx.insert`. */
export function newDocumentRows(header: SaleInvoiceRow, lines: SaleInvoiceLineRow[]): TableRows[] {
  return [
    { table: 'sale_invoices', rows: [{ ...header }] },
    { table: 'sale_invoice_lines', rows: lines.map(line => ({ ...line })) },
  ];
}

export function lineTableRows(lines: SaleInvoiceLineRow[]): TableRows {
  return { table: 'sale_invoice_lines', rows: lines.map(line => ({ ...line })) };
}

/** The newest issued credit note of an invoice. */
export async function lastCreditNoteOf(tx: Tx, invoiceId: string): Promise<string | null> {
  const [credit] = await tx.query<{ invoice_id: string }>(
    `SELECT invoice_id FROM sale_invoices WHERE credited_invoice_id = $1 AND status = 'issued' ORDER BY issued_at DESC, invoice_id DESC LIMIT 1`,
    [invoiceId],
  );
  return credit?.invoice_id ?? null;
}

/** Earlier issued credits of single lines: how many units and how much of each line they took. */
export async function creditedParts(
  tx: Tx,
  invoiceId: string,
): Promise<Map<string, { quantity: string; amount: string }>> {
  const rows = await tx.query<{ line_id: string; quantity: string; amount: string }>(
    `SELECT l.credited_line_id AS line_id, sum(l.quantity)::text AS quantity,
            sum(CASE WHEN l.price_includes_vat THEN l.gross ELSE l.net END)::text AS amount
       FROM sale_invoices i JOIN sale_invoice_lines l USING (company_id, invoice_id)
      WHERE i.credited_invoice_id = $1 AND i.status = 'issued' AND l.credited_line_id IS NOT NULL
      GROUP BY l.credited_line_id`,
    [invoiceId],
  );
  return new Map(rows.map(row => [row.line_id, row]));
}

/** Line totals of an invoice and of all its issued credit notes, by VAT rate, category and code, revenue account and cost center. */
export async function postedTotalsOf(
  tx: Tx,
  invoiceId: string,
): Promise<{ invoiced: PostedTotalRow[]; credited: PostedTotalRow[] }> {
  const rows = await tx.query<PostedTotalRow & { is_credit: boolean }>(
    `SELECT i.invoice_id <> $1 AS is_credit, l.vat_rate, l.vat_category, l.vat_code, l.revenue_account_code, l.cost_center_id,
            sum(l.net)::text AS net, sum(l.vat)::text AS vat, sum(l.base_net)::text AS base_net, sum(l.base_vat)::text AS base_vat
       FROM sale_invoices i JOIN sale_invoice_lines l USING (company_id, invoice_id)
      WHERE i.status = 'issued' AND (i.invoice_id = $1 OR i.credited_invoice_id = $1)
      GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
    [invoiceId],
  );
  return { invoiced: rows.filter(row => !row.is_credit), credited: rows.filter(row => row.is_credit) };
}

export interface PostedTotalRow {
  vat_rate: string;
  vat_category: SaleInvoiceLineRow['vat_category'];
  vat_code: string;
  revenue_account_code: string | null;
  cost_center_id: string | null;
  net: string;
  vat: string;
  base_net: string;
  base_vat: string;
}

export interface CreditLimitRow {
  vat_rate: string;
  vat_category: SaleInvoiceLineRow['vat_category'];
  net: string;
  vat: string;
  base_net: string;
  base_vat: string;
  credited_net: string;
  credited_vat: string;
  credited_base_net: string;
  credited_base_vat: string;
}

/** What is left to credit of an invoice. With `lock`, nobody else credits it before this transaction ends (@invariant INV-10). */
export async function creditLimits(tx: Tx, invoiceId: string, lock: boolean): Promise<CreditLimitRow[]> {
  return tx.query<CreditLimitRow>(
    `SELECT * FROM sale_invoice_credit_limits WHERE invoice_id = $1 ORDER BY vat_rate DESC, vat_category ${lock ? 'FOR UPDATE' : ''}`,
    [invoiceId],
  );
}

/** The same lock for several invoices at once, in an order in which nobody waits for another who waits for him. */
export async function lockCreditLimits(tx: Tx, invoiceIds: string[]): Promise<void> {
  await tx.execute(
    `SELECT 1 FROM sale_invoice_credit_limits WHERE company_id = $1 AND invoice_id = ANY ($2)
      ORDER BY invoice_id, vat_rate DESC, vat_category FOR UPDATE`,
    [tx.companyId, invoiceIds],
  );
}

/** What a credit note takes of one rate and category. */
interface CreditTaken {
  vat_rate: string;
  vat_category: string;
  net: string;
  vat: string;
  base_net: string;
  base_vat: string;
}

/**
 * Books a credit against the limits; they refuse more than is left.
 * @returns whether the invoice is now credited in full
 */
export async function takeCredit(tx: Tx, invoiceId: string, taken: CreditTaken[]): Promise<boolean> {
  await tx.execute(
    `UPDATE sale_invoice_credit_limits l
        SET credited_net = credited_net + t.net, credited_vat = credited_vat + t.vat,
            credited_base_net = credited_base_net + t.base_net, credited_base_vat = credited_base_vat + t.base_vat
       FROM jsonb_to_recordset($2::jsonb)
         AS t(vat_rate numeric, vat_category text, net numeric, vat numeric, base_net numeric, base_vat numeric)
      WHERE l.invoice_id = $1 AND l.vat_rate = t.vat_rate AND l.vat_category = t.vat_category`,
    [invoiceId, JSON.stringify(taken)],
  );
  const [state] = await tx.query<{ in_full: boolean }>(
    'SELECT bool_and(credited_net = net AND credited_vat = vat) AS in_full FROM sale_invoice_credit_limits WHERE invoice_id = $1',
    [invoiceId],
  );
  return state?.in_full ?? false;
}
