import type { Tx } from '../../../platform/database';

/** What of a line may be the number of an invoice or an order, in upper case. */
export interface NumberedLine {
  lineId: string;
  number: string;
}

/**
 * Matches lines to the one issued invoice whose full number or order number they name. A line that names several stays
 * unmatched: somebody has to choose. Reads the sales documents themselves, as open items know no order numbers.
 */
export async function matchByNumber(tx: Tx, numbers: NumberedLine[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.execute(
    `WITH given AS (SELECT * FROM unnest($2::uuid[], $3::text[]) AS g(line_id, number)),
          wanted AS (SELECT DISTINCT number FROM given),
          invoices AS (
            SELECT w.number, i.invoice_id FROM wanted w
              JOIN sale_invoices i ON upper(i.full_number) = w.number
             WHERE i.company_id = $1 AND i.status = 'issued'
            UNION
            SELECT w.number, i.invoice_id FROM wanted w
              JOIN sale_invoices i ON upper(i.order_number) = w.number
             WHERE i.company_id = $1 AND i.status = 'issued' AND i.type = 'invoice'),
          found AS (
            SELECT g.line_id, (array_agg(i.invoice_id))[1] AS invoice_id
              FROM given g JOIN invoices i USING (number) GROUP BY g.line_id HAVING count(DISTINCT i.invoice_id) = 1)
     UPDATE settlement_lines l SET matched_invoice_id = f.invoice_id, match_status = 'matched'
       FROM found f WHERE l.company_id = $1 AND l.line_id = f.line_id AND l.match_status = 'unmatched'`,
    [tx.companyId, numbers.map(({ lineId }) => lineId), numbers.map(({ number }) => number)],
  );
}

/** Matches what is about a charge (a refund, a dispute) to the invoice of the charge, in whichever payout that is. */
export async function matchByCharge(tx: Tx, settlementIds: string[]): Promise<void> {
  await tx.execute(
    `UPDATE settlement_lines l SET matched_invoice_id = f.invoice_id, match_status = 'matched'
       FROM (SELECT charge_id, (array_agg(matched_invoice_id))[1] AS invoice_id FROM settlement_lines
              WHERE company_id = $1 AND category = 'charge' AND charge_id IS NOT NULL AND matched_invoice_id IS NOT NULL
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

/** Whether there is an issued sales document of this id. */
export async function isIssuedInvoice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM sale_invoices WHERE company_id = $1 AND invoice_id = $2 AND status = 'issued'`,
    [tx.companyId, id],
  );
  return rows.length > 0;
}
