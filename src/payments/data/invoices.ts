import type { Tx } from '../../platform/database';

/** The open items that a charge pays. */
export const CHARGED_ITEMS = ['sale_invoice', 'sale_advance'];

/** What a charge has to know of a sales document besides its open item. */
export interface ChargedDocument {
  type: 'invoice' | 'credit_note' | 'proforma' | 'advance' | 'advance_tax';
  status: 'draft' | 'issued';
  fullNumber: string | null;
}

export async function findDocument(tx: Tx, id: string): Promise<ChargedDocument | undefined> {
  const [document] = await tx.query<ChargedDocument>(
    `SELECT type, status, full_number AS "fullNumber" FROM sale_invoices WHERE company_id = $1 AND invoice_id = $2`,
    [tx.companyId, id],
  );
  return document;
}

/** The issued credit notes of an invoice, in the order in which they were made. */
export async function creditNotesOf(tx: Tx, invoiceId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT invoice_id AS id FROM sale_invoices
      WHERE company_id = $1 AND credited_invoice_id = $2 AND type = 'credit_note' AND status = 'issued' ORDER BY invoice_id`,
    [tx.companyId, invoiceId],
  );
  return rows.map(({ id }) => id);
}
