import type { CalendarDate } from '../../../shared/calendar-date';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import type {
  AllocationKind,
  ListedOpenItem,
  OpenAmount,
  OpenItem,
  OpenItemSide,
  Settled,
} from '../domain/open-item';
import { OPEN_ITEM_COLUMNS, OPEN_ITEMS } from './open-item-list';

/** An open item whose settlement nobody else can change until this transaction ends. */
export interface LockedOpenItem extends OpenAmount {
  side: OpenItemSide;
  partnerId: string;
  accountId: string;
  documentNumber: string;
  postedOn: CalendarDate;
}

/** Rows of new open items; `settledById` is what is settled of them from the start. */
export function openItemRows(
  tx: Tx,
  items: OpenItem[],
  settledById: ReadonlyMap<string, Settled> = new Map(),
): TableRows {
  return {
    table: 'open_items',
    rows: items.map(item => {
      const settled = settledById.get(item.openItemId);
      return {
        company_id: tx.companyId,
        open_item_id: item.openItemId,
        side: item.side,
        partner_id: item.partnerId,
        account_id: item.accountId,
        document_type: item.documentType,
        document_id: item.documentId,
        document_number: item.documentNumber,
        posted_on: item.postedOn,
        due_on: item.dueOn,
        currency: item.amount.currency.code,
        amount: item.amount.toString(),
        base_amount: item.baseAmount.toString(),
        settled_amount: settled?.amount.toString() ?? '0',
        settled_base_amount: settled?.baseAmount.toString() ?? '0',
      };
    }),
  };
}

interface LockedRow {
  openItemId: string;
  side: OpenItemSide;
  partnerId: string;
  accountId: string;
  documentNumber: string;
  postedOn: CalendarDate;
  currency: string;
  minorUnits: number;
  openAmount: string;
  openBaseAmount: string;
}

/** Locks the open item of a document and reads what is open on it; undefined when the document has none. */
export async function lockOpenItem(
  tx: Tx,
  documentType: string,
  documentId: string,
): Promise<LockedOpenItem | undefined> {
  const [item] = await lockWhere(tx, 'i.document_type = $1 AND i.document_id = $2', [
    documentType,
    documentId,
  ]);
  return item;
}

/** Locks open items, in the order of their ids, and reads what is open on them; what does not exist is missing. */
export async function lockOpenItems(tx: Tx, openItemIds: string[]): Promise<Map<string, LockedOpenItem>> {
  const items = await lockWhere(tx, 'i.open_item_id = ANY ($1)', [openItemIds]);
  return new Map(items.map(item => [item.openItemId, item]));
}

async function lockWhere(tx: Tx, condition: string, parameters: unknown[]): Promise<LockedOpenItem[]> {
  const rows = await tx.query<LockedRow>(
    `SELECT i.open_item_id AS "openItemId", i.side, i.partner_id AS "partnerId", i.account_id AS "accountId",
            i.document_number AS "documentNumber", i.posted_on AS "postedOn", i.currency, y.minor_units AS "minorUnits",
            i.amount - i.settled_amount AS "openAmount", i.base_amount - i.settled_base_amount AS "openBaseAmount"
       FROM open_items i JOIN currencies y ON y.code = i.currency
      WHERE ${condition} ORDER BY i.open_item_id FOR NO KEY UPDATE OF i`,
    parameters,
  );
  const base = tx.company.baseCurrency;
  return rows.map(({ currency, minorUnits, openAmount, openBaseAmount, ...item }) => ({
    ...item,
    amount: Money.of(openAmount, { code: currency, minorUnits }),
    baseAmount: Money.of(openBaseAmount, base),
  }));
}

/** Open items as listed, in the order of their ids. */
export async function openItemsById(tx: Tx, openItemIds: string[]): Promise<ListedOpenItem[]> {
  return tx.query<ListedOpenItem>(
    `SELECT ${OPEN_ITEM_COLUMNS} FROM ${OPEN_ITEMS} WHERE i.open_item_id = ANY ($1) ORDER BY i.open_item_id`,
    [openItemIds],
  );
}

/** Notes on stored open items what is settled of them, in one statement. The items are locked. */
export async function settleOpenItems(tx: Tx, settled: Settled[]): Promise<void> {
  const changed = await tx.execute(
    `UPDATE open_items i
        SET settled_amount = i.settled_amount + s.amount, settled_base_amount = i.settled_base_amount + s.base_amount
       FROM jsonb_to_recordset($1::jsonb) AS s(id uuid, amount numeric, base_amount numeric)
      WHERE i.open_item_id = s.id`,
    [
      JSON.stringify(
        settled.map(({ openItemId, amount, baseAmount }) => ({
          id: openItemId,
          amount: amount.toString(),
          base_amount: baseAmount.toString(),
        })),
      ),
    ],
  );
  invariant(changed === settled.length, 'a settled open item exists');
}

/** Settlements that belong together. */
export interface Allocation {
  allocationId: string;
  date: CalendarDate;
  kind: AllocationKind;
  /** The journal transaction of a write-off or of a move between accounts. */
  transactionId: string | null;
  settled: Settled[];
}

/** One row per item of an allocation. */
export function allocationRows(tx: Tx, allocation: Allocation): TableRows {
  return {
    table: 'open_item_allocations',
    rows: allocation.settled.map(({ openItemId, amount, baseAmount }, index) => ({
      company_id: tx.companyId,
      allocation_id: allocation.allocationId,
      line_no: index + 1,
      open_item_id: openItemId,
      allocated_on: allocation.date,
      amount: amount.toString(),
      base_amount: baseAmount.toString(),
      kind: allocation.kind,
      transaction_id: allocation.transactionId,
    })),
  };
}

/** Those of the open items of which something is settled. */
export async function settledAmong(
  tx: Tx,
  openItemIds: string[],
): Promise<{ openItemId: string; documentNumber: string }[]> {
  return tx.query(
    `SELECT open_item_id AS "openItemId", document_number AS "documentNumber" FROM open_items
      WHERE company_id = $1 AND open_item_id = ANY ($2) AND settled_amount <> 0 ORDER BY open_item_id`,
    [tx.companyId, openItemIds],
  );
}
