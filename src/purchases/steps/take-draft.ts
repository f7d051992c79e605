import { invariant } from '../../shared/invariant';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { findPurchase, lockDraft, type StoredPurchase } from '../data/purchase-invoices.repository';

/**
 * Locks a draft and reads it: of many who want to change or register it at once, one goes on and the others are refused.
 * @throws DomainError `not_found`, `already_registered`
 */
export async function takeDraft(tx: Tx, id: string): Promise<StoredPurchase> {
  const state = await lockDraft(tx, id);
  if (state === 'missing') refuseUnknown('id', `Supplier document ${id}`);
  const stored = await findPurchase(tx, id);
  invariant(stored, 'a document that is there is readable');
  if (state === 'registered') {
    refuse(
      'already_registered',
      `${stored.header.document_number} is registered and never changes; register the supplier's credit note, or void a wrong registration.`,
      { existingId: id },
    );
  }
  return stored;
}
