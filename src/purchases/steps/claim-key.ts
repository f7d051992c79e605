import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { claimDocumentKey } from '../data/document-keys';
import type { PurchaseDocument } from '../domain/purchase-document';

/**
 * Claims the supplier's number, under which only this document may live (INV-06).
 * @throws DomainError `supplier_document_taken` with the id of the document that has it
 */
export async function claimKeyOf(tx: Tx, document: PurchaseDocument): Promise<void> {
  const existingId = await claimDocumentKey(tx, document.key, document.id);
  if (existingId === null) return;
  const within = document.key.yearKey === 0 ? '' : ` of ${document.key.yearKey}`;
  refuse(
    'supplier_document_taken',
    `The supplier's document "${document.number}"${within} is in the books already; use it, delete its draft, void its registration or reverse its opening items.`,
    { existingId, fieldErrors: { documentNumber: ['is taken by another document of this supplier'] } },
  );
}
