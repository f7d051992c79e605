import type { Tx } from '../../../platform/database';

/** What of a line may be the number of an invoice or an order, in upper case. */
export interface NumberedLine {
  lineId: string;
  number: string;
}

/**
 * Matches lines to the one issued invoice whose full number or order number they name, or receivable of the old books. A
 * line that names several stays unmatched: somebody has to choose. Reads the sales documents themselves, as open items know no order numbers.
 */
export async function matchByNumber(tx: Tx, numbers: NumberedLine[]): Promise<void> {
  if (numbers.length === 0) return;
  const named = await invoicesNamed(tx, [...new Set(numbers.map(({ number }) => number))]);
  const invoicesOfLines = new Map<string, Set<string>>();
  for (const { lineId, number } of numbers) {
    const invoices = invoicesOfLines.get(lineId) ?? new Set();
    for (const invoiceId of named.get(number) ?? []) invoices.add(invoiceId);
    invoicesOfLines.set(lineId, invoices);
  }
  const matches = [...invoicesOfLines].flatMap(([lineId, [invoiceId, ...others]]) =>
    invoiceId !== undefined && others.length === 0 ? [{ lineId, invoiceId }] : [],
  );
  await tx.execute(
    `UPDATE settlement_lines l SET matched_invoice_id = f.invoice_id, match_status = 'matched'
       FROM unnest($2::uuid[], $3::uuid[]) AS f(line_id, invoice_id)
      WHERE l.company_id = $1 AND l.line_id = f.line_id AND l.match_status = 'unmatched'`,
    [tx.companyId, matches.map(({ lineId }) => lineId), matches.map(({ invoiceId }) => invoiceId)],
  );
}

/**
 * The issued invoices of these numbers, by number. One pass over the company's documents that looks each up in the hashed
 * list: no index on upper() serves under row-level security, and a join may be planned as a loop over both sides.
 */
async function invoicesNamed(tx: Tx, numbers: string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ number: string; invoiceId: string }>(
    `SELECT upper(full_number) AS number, invoice_id AS "invoiceId" FROM sale_invoices
      WHERE company_id = $1 AND status = 'issued' AND type IN ('invoice', 'advance', 'credit_note') AND upper(full_number) = ANY ($2::text[])
     UNION
     SELECT upper(order_number), invoice_id FROM sale_invoices
      WHERE company_id = $1 AND status = 'issued' AND type = 'invoice' AND upper(order_number) = ANY ($2::text[])
     UNION
     SELECT upper(document_number), item_id FROM opening_items
      WHERE company_id = $1 AND side = 'receivable' AND reversal_transaction_id IS NULL
        AND upper(document_number) = ANY ($2::text[])`,
    [tx.companyId, numbers],
  );
  const named = new Map<string, string[]>();
  for (const { number, invoiceId } of rows) named.set(number, [...(named.get(number) ?? []), invoiceId]);
  return named;
}

/** What was opened and is taken back since: it can not be paid any more. Documents of sales are not taken back so. */
const REVERSED =
  'SELECT item_id FROM opening_items WHERE company_id = $1 AND reversal_transaction_id IS NOT NULL';

/** Those of the ids that are receivables of the old books which are taken back. */
export async function reversedAmong(tx: Tx, invoiceIds: string[]): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT item_id AS id FROM (${REVERSED} AND item_id = ANY ($2)) r`,
    [tx.companyId, invoiceIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Takes the match off the lines of a payout that name a receivable of the old books which is taken back; their ids. */
export async function unmatchReversed(tx: Tx, settlementId: string): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE settlement_lines SET matched_invoice_id = NULL, match_status = 'unmatched'
      WHERE company_id = $1 AND settlement_id = $2 AND matched_invoice_id IN (${REVERSED}) RETURNING line_id AS id`,
    [tx.companyId, settlementId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Matches what is about a charge (a refund, a dispute) to the invoice of the charge, in whichever payout that is. */
export async function matchByCharge(tx: Tx, settlementIds: string[]): Promise<void> {
  await tx.execute(
    `UPDATE settlement_lines l SET matched_invoice_id = f.invoice_id, match_status = 'matched'
       FROM (SELECT charge_id, (array_agg(matched_invoice_id))[1] AS invoice_id FROM settlement_lines
              WHERE company_id = $1 AND category = 'charge' AND charge_id IS NOT NULL AND matched_invoice_id IS NOT NULL
                AND matched_invoice_id NOT IN (${REVERSED})
              GROUP BY charge_id HAVING count(DISTINCT matched_invoice_id) = 1) f
      WHERE l.company_id = $1 AND l.settlement_id = ANY ($2) AND l.match_status = 'unmatched' AND l.category <> 'charge'
        AND l.charge_id = f.charge_id`,
    [tx.companyId, settlementIds],
  );
}

/** The credit notes of invoices: ids by the id of the invoice. */
export async function creditNotesOf(tx: Tx, invoiceIds: string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ invoiceId: string; creditNoteId: string }>(
    `SELECT credited_invoice_id AS "invoiceId", invoice_id AS "creditNoteId" FROM sale_invoices
      WHERE company_id = $1 AND credited_invoice_id = ANY ($2) AND type = 'credit_note' AND status = 'issued' ORDER BY invoice_id`,
    [tx.companyId, invoiceIds],
  );
  const found = new Map<string, string[]>();
  for (const { invoiceId, creditNoteId } of rows) {
    found.set(invoiceId, [...(found.get(invoiceId) ?? []), creditNoteId]);
  }
  return found;
}

/** Whether there is an issued sales document of this id that can be paid, or a receivable of the old books. */
export async function isIssuedInvoice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM sale_invoices
      WHERE company_id = $1 AND invoice_id = $2 AND status = 'issued' AND type IN ('invoice', 'advance', 'credit_note')
     UNION ALL
     SELECT 1 FROM opening_items
      WHERE company_id = $1 AND item_id = $2 AND side = 'receivable' AND reversal_transaction_id IS NULL`,
    [tx.companyId, id],
  );
  return rows.length > 0;
}
