import { Money } from '../../../shared/money';
import type { Tx } from '../../../platform/database';
import type { CarriedAmount, Settled } from '../domain/open-item';
import { lockOpenItem, lockOpenItems, type LockedOpenItem } from './open-items';

/** A locked open item and the document it is of. */
export interface DocumentItem extends LockedOpenItem {
  documentType: string;
  documentId: string;
}

/** Locks the open items of documents; a document without one (a draft, say) is missing. */
export async function lockItemsOfDocuments(
  tx: Tx,
  documents: { documentTypes: string[]; documentId: string }[],
): Promise<DocumentItem[]> {
  const wanted = documents.flatMap(({ documentTypes, documentId }) =>
    documentTypes.map(documentType => ({ documentType, documentId })),
  );
  const found = await tx.query<{ openItemId: string; documentType: string; documentId: string }>(
    `SELECT i.open_item_id AS "openItemId", i.document_type AS "documentType", i.document_id AS "documentId"
       FROM open_items i JOIN jsonb_to_recordset($2::jsonb) AS w("documentType" text, "documentId" uuid)
         ON i.document_type = w."documentType" AND i.document_id = w."documentId"
      WHERE i.company_id = $1`,
    [tx.companyId, JSON.stringify(wanted)],
  );
  const locked = await lockOpenItems(
    tx,
    found.map(({ openItemId }) => openItemId),
  );
  return found.flatMap(({ openItemId, ...document }) => {
    const item = locked.get(openItemId);
    return item ? [{ ...item, ...document }] : [];
  });
}

/** What a payment did to open items, which are locked. */
export interface LockedPayment {
  settled: Settled[];
  /** The part that no document took, as far as it is open, and what else has been settled against it since. */
  remainder: { item: LockedOpenItem; isUsed: boolean; used: CarriedAmount } | undefined;
}

/**
 * Locks what a payment settled and the item that it left over, to take it back.
 * @param allocationId of the payment; its remainder is the open item of the document with this id
 */
export async function lockPayment(
  tx: Tx,
  allocationId: string,
  remainderType: string,
): Promise<LockedPayment> {
  const rows = await tx.query<{ openItemId: string; amount: string; baseAmount: string }>(
    `SELECT open_item_id AS "openItemId", amount, base_amount AS "baseAmount" FROM open_item_allocations
      WHERE company_id = $1 AND allocation_id = $2 ORDER BY line_no`,
    [tx.companyId, allocationId],
  );
  const locked = await lockOpenItems(
    tx,
    rows.map(({ openItemId }) => openItemId),
  );
  const settled = rows.map(({ openItemId, amount, baseAmount }) => {
    const item = locked.get(openItemId)!;
    return {
      openItemId,
      amount: Money.of(amount, item.amount.currency),
      baseAmount: Money.of(baseAmount, item.baseAmount.currency),
    };
  });
  const item = await lockOpenItem(tx, remainderType, allocationId);
  if (!item) return { settled, remainder: undefined };
  const [state] = await tx.query<{ amount: string; baseAmount: string }>(
    'SELECT settled_amount AS amount, settled_base_amount AS "baseAmount" FROM open_items WHERE company_id = $1 AND open_item_id = $2',
    [tx.companyId, item.openItemId],
  );
  const used = {
    amount: Money.of(state!.amount, item.amount.currency),
    baseAmount: Money.of(state!.baseAmount, item.baseAmount.currency),
  };
  return { settled, remainder: { item, isUsed: !used.amount.isZero(), used } };
}
