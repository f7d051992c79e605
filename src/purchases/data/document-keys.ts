import { openedPayable } from '../../ledger';
import type { Tx } from '../../platform/database';
import type { DocumentKey } from '../domain/document-key';

/**
 * Claims the number of a supplier's document (@invariant INV-06). Waits for another transaction that is claiming the same one. A
 * number that was claimed for ever is taken in every year, and the reverse: the company's setting may have changed since.
 * One of the old books that was opened has its number too.
 * @returns null, or the id of the document that has the number
 */
export async function claimDocumentKey(tx: Tx, key: DocumentKey, invoiceId: string): Promise<string | null> {
  const [document, opened] = await Promise.all([holderOf(tx, key), openedPayable(tx, key)]);
  const holder = document ?? opened;
  if (holder) return holder;
  const claimed = await tx.execute(
    `INSERT INTO purchase_document_keys (company_id, partner_id, number_key, year_key, invoice_id)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, partner_id, number_key, year_key) DO NOTHING`,
    [tx.companyId, key.partnerId, key.numberKey, key.yearKey, invoiceId],
  );
  // Freed between two statements: claim it again.
  return claimed > 0 ? null : claimDocumentKey(tx, key, invoiceId);
}

/** Frees the number: a deleted draft, a voided registration, another number. */
export async function releaseDocumentKey(tx: Tx, invoiceId: string): Promise<void> {
  await tx.execute('DELETE FROM purchase_document_keys WHERE company_id = $1 AND invoice_id = $2', [
    tx.companyId,
    invoiceId,
  ]);
}

async function holderOf(tx: Tx, { partnerId, numberKey, yearKey }: DocumentKey): Promise<string | undefined> {
  const [holder] = await tx.query<{ invoice_id: string }>(
    `SELECT invoice_id FROM purchase_document_keys
      WHERE company_id = $1 AND partner_id = $2 AND number_key = $3 AND (year_key = $4 OR year_key = 0 OR $4 = 0) LIMIT 1`,
    [tx.companyId, partnerId, numberKey, yearKey],
  );
  return holder?.invoice_id;
}
