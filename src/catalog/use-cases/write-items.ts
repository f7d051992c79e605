import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows, changeOf } from '../../audit';
import { eventRows, takeEventSequence } from '../../outbox';
import type { TableRows, Tx } from '../../platform/database';
import { deleteItem, findItem, itemIdByCode, itemRow, updateItem } from '../data/items.repository';
import type { Item, ItemValues } from '../domain/item';
import { itemView } from '../domain/item-view';

/**
 * Adds an item.
 *
 * Whoever writes an item takes the number of its event first: the counter lets one request of a company at a time go on,
 * so that what is read of codes afterwards stays true until the commit.
 * @throws DomainError `duplicate` naming the item that has the code, `account_unusable`
 */
@Injectable()
export class CreateItem {
  async execute(tx: Tx, values: ItemValues): Promise<Item> {
    const sequence = await takeEventSequence(tx);
    await refuseTakenCode(tx, values.code, null);
    const now = tx.now.toISOString();
    const item = { id: newId(), values, createdAt: now, updatedAt: now };
    await tx.insert(itemRow(tx, item, sequence), ...told(tx, 'created', sequence, item, values));
    return item;
  }
}

/**
 * Changes an item: members left out stay, null clears. Lines that were written with it keep what they have.
 * @throws DomainError `not_found`, `duplicate`, `account_unusable`
 */
@Injectable()
export class UpdateItem {
  async execute(tx: Tx, id: string, changes: Partial<ItemValues>): Promise<Item> {
    const sequence = await takeEventSequence(tx);
    const before = await findItem(tx, id);
    const item = { ...before, values: { ...before.values, ...changes }, updatedAt: tx.now.toISOString() };
    await refuseTakenCode(tx, item.values.code, id);
    await tx.insert(...told(tx, 'updated', sequence, item, changeOf(before.values, item.values)));
    await updateItem(tx, item, sequence);
    return item;
  }
}

/**
 * Deletes an item that no document names; the foreign keys say whether one does.
 * @throws DomainError `not_found`, `in_use`
 */
@Injectable()
export class DeleteItem {
  async execute(tx: Tx, id: string): Promise<void> {
    const sequence = await takeEventSequence(tx);
    const item = await findItem(tx, id);
    if ((await deleteItem(tx, id)) === 0) refuseUnknown('id', `Item ${id}`);
    await tx.insert(...told(tx, 'deleted', sequence, item, { before: item.values }));
  }
}

async function refuseTakenCode(tx: Tx, code: string | null, ownId: string | null): Promise<void> {
  if (code === null) return;
  const existingId = await itemIdByCode(tx, code);
  if (existingId === undefined || existingId === ownId) return;
  refuse('duplicate', `Another item has the code ${code}; use that item or choose another code.`, {
    existingId,
    fieldErrors: { code: ['another item has it'] },
  });
}

/** The event and the audit row of what happened to an item. */
function told(
  tx: Tx,
  verb: 'created' | 'updated' | 'deleted',
  sequence: number,
  item: Item,
  diff: object,
): TableRows[] {
  const payload = itemView(item, tx.company.baseCurrency);
  return [
    eventRows(tx, [{ sequence, type: `item.${verb}`, entityId: item.id, payload }]),
    auditRows(tx, { action: `item.${verb}`, entity: 'item', entityId: item.id, diff }),
  ];
}
