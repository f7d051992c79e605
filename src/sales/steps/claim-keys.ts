import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { claimBusinessKey, type BusinessKey } from '../data/business-keys';
import type { SaleDocument } from '../domain/sale-document';

/**
 * Claims the caller's own key, under which only this document of its type may live (INV-14).
 * @throws DomainError `business_key_taken` with the id of the document that has it
 */
export async function claimBusinessKeyOf(tx: Tx, document: SaleDocument): Promise<void> {
  if (document.businessKey !== null)
    await claim(tx, document, { kind: 'business_key', value: document.businessKey });
}

/**
 * Claims an invoice's order number, where the company wants one invoice per order. Again at issue: the draft may be older
 * than the setting.
 * @throws DomainError `order_number_taken` with the id of the document that has it
 */
export async function claimOrderNumberOf(tx: Tx, document: SaleDocument): Promise<void> {
  if (document.orderNumber === null || !tx.company.uniqueOrderNumber || document.type !== 'invoice') return;
  await claim(tx, document, { kind: 'order_number', value: document.orderNumber });
}

async function claim(tx: Tx, document: SaleDocument, key: BusinessKey): Promise<void> {
  // A draft may be older than the rule that outer white space is none of the key.
  const value = key.value.trim();
  if (value === '') return;
  const existingId = await claimBusinessKey(tx, document.type, { ...key, value }, document.id);
  if (existingId === null || existingId === document.id) return;
  const name = key.kind === 'business_key' ? 'business key' : 'order number';
  refuse(
    `${key.kind}_taken`,
    `A live ${document.type} has the ${name} "${value}"; use it, or credit it in full first.`,
    { existingId },
  );
}
