import { Decimal } from '../../../shared/decimal';
import { Money } from '../../../shared/money';
import type { Tx } from '../../../platform/database';
import type { Settled } from '../domain/open-item';
import { lockOpenItem, lockOpenItems, type LockedOpenItem } from './open-items';

/** The locked open item of a document whose posting is to be taken back. */
export interface VoidableItem {
  item: LockedOpenItem;
  /** What it settled, as a credit note, of the items it credits; these are locked too. */
  credited: Settled[];
  /** Transactions that posted exchange differences of those settlements; they are to be taken back too. */
  exchangeTransactionIds: string[];
  /** Something else is settled of it: a payment, a credit note, an allocation by hand. */
  isSettledOtherwise: boolean;
}

/** Locks the open item of a document and, of a credit note, those it was settled against; undefined without one. */
export async function lockVoidableItem(
  tx: Tx,
  documentType: string,
  documentId: string,
  isCreditNote: boolean,
): Promise<VoidableItem | undefined> {
  const item = await lockOpenItem(tx, documentType, documentId);
  if (!item) return undefined;
  const [state] = await tx.query<{ settled: string }>(
    'SELECT settled_amount AS settled FROM open_items WHERE company_id = $1 AND open_item_id = $2',
    [tx.companyId, item.openItemId],
  );
  const { credited, exchangeTransactionIds } = isCreditNote
    ? await lockCredited(tx, item)
    : { credited: [], exchangeTransactionIds: [] };
  const byCredit = Money.sum(
    credited.map(({ amount }) => amount.negated()),
    item.amount.currency,
  );
  const isSettledOtherwise = !new Decimal(state!.settled).equals(byCredit.amount);
  return { item, credited, exchangeTransactionIds, isSettledOtherwise };
}

async function lockCredited(
  tx: Tx,
  item: LockedOpenItem,
): Promise<Pick<VoidableItem, 'credited' | 'exchangeTransactionIds'>> {
  const rows = await tx.query<{
    openItemId: string;
    amount: string;
    baseAmount: string;
    transactionId: string | null;
  }>(
    `SELECT other.open_item_id AS "openItemId", other.amount, other.base_amount AS "baseAmount",
            other.transaction_id AS "transactionId"
       FROM open_item_allocations mine JOIN open_item_allocations other USING (company_id, allocation_id)
      WHERE mine.company_id = $1 AND mine.open_item_id = $2 AND mine.kind = 'credit_note' AND other.open_item_id <> $2`,
    [tx.companyId, item.openItemId],
  );
  await lockOpenItems(
    tx,
    rows.map(({ openItemId }) => openItemId),
  );
  const credited = rows.map(({ openItemId, amount, baseAmount }) => ({
    openItemId,
    amount: Money.of(amount, item.amount.currency),
    baseAmount: Money.of(baseAmount, item.baseAmount.currency),
  }));
  return { credited, exchangeTransactionIds: rows.flatMap(({ transactionId }) => transactionId ?? []) };
}
