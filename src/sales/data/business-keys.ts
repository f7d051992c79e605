import type { Tx } from '../../platform/database';

/** A key under which only one live document may stand (@invariant INV-14). */
export interface BusinessKey {
  kind: 'business_key' | 'order_number';
  value: string;
}

/**
 * Claims a key for a document. Waits for another transaction that is claiming the same one.
 * @returns null, or the id of the document that has the key
 */
export async function claimBusinessKey(
  tx: Tx,
  type: string,
  key: BusinessKey,
  invoiceId: string,
): Promise<string | null> {
  const claimed = await tx.execute(
    `INSERT INTO sale_invoice_business_keys (company_id, type, kind, business_key, invoice_id)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [tx.companyId, type, key.kind, key.value, invoiceId],
  );
  if (claimed > 0) return null;
  const [holder] = await tx.query<{ invoice_id: string }>(
    'SELECT invoice_id FROM sale_invoice_business_keys WHERE type = $1 AND kind = $2 AND business_key = $3',
    [type, key.kind, key.value],
  );
  // Freed between the two statements: claim it again.
  return holder?.invoice_id ?? claimBusinessKey(tx, type, key, invoiceId);
}

/** Frees the keys of a document, or only those of one kind: a deleted draft, a full credit, another order number. */
export async function releaseBusinessKeys(
  tx: Tx,
  invoiceId: string,
  kind?: BusinessKey['kind'],
): Promise<void> {
  await tx.execute(
    'DELETE FROM sale_invoice_business_keys WHERE invoice_id = $1 AND ($2::text IS NULL OR kind = $2)',
    [invoiceId, kind ?? null],
  );
}
