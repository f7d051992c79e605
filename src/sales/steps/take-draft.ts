import { invariant } from '../../shared/invariant';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { findInvoice, lockDraft, type StoredInvoice } from '../data/sale-invoices.repository';

/**
 * Locks a draft and reads it: of many who want to change or issue it at once, one goes on and the others are refused.
 * @throws DomainError `not_found`, `already_issued`
 */
export async function takeDraft(tx: Tx, id: string): Promise<StoredInvoice> {
  const state = await lockDraft(tx, id);
  if (state === 'missing') refuseUnknown('id', `Sales document ${id}`);
  const stored = await findInvoice(tx, id);
  invariant(stored, 'a document that is there is readable');
  if (state === 'issued') {
    refuse(
      'already_issued',
      `${stored.header.full_number} is issued and never changes; correct it with a credit note.`,
      { existingId: id },
    );
  }
  return stored;
}
