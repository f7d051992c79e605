import { refuseUnknown } from '../../shared/domain-error';
import type { TableRows, Tx } from '../../platform/database';
import type { ListDefinition, ListField } from '../../platform/lists';
import { type Item, type ItemDetails, type ItemTerms, type ItemValues, ITEM_TYPES } from '../domain/item';
import { detailsOf } from '../domain/item-view';

/** An item (`i`) as the database gives it. */
export type ItemRow = ItemTerms & { id: string; details: ItemDetails; createdAt: string; updatedAt: string };

const TERMS = `i.item_id AS id, i.type, i.name, i.code, i.unit, i.vat_code AS "vatClassifierCode", i.vat_rate AS "vatRatePercent",
  i.sale_price AS "salePriceExclVat", i.purchase_price AS "purchasePriceExclVat", i.sale_account_code AS "saleAccountCode",
  i.purchase_account_code AS "purchaseAccountCode", i.expense_account_code AS "expenseAccountCode"`;
const COLUMNS = `${TERMS}, i.details, i.created_at AS "createdAt", i.updated_at AS "updatedAt"`;

export function toItem({ id, details, createdAt, updatedAt, ...terms }: ItemRow): Item {
  return { id, values: { ...terms, ...details }, createdAt, updatedAt };
}

/** @throws DomainError `not_found` naming the member `id` */
export async function findItem(tx: Tx, id: string): Promise<Item> {
  const [row] = await tx.query<ItemRow>(
    `SELECT ${COLUMNS} FROM catalog_items i WHERE i.company_id = $1 AND i.item_id = $2`,
    [tx.companyId, id],
  );
  return row ? toItem(row) : refuseUnknown('id', `Item ${id}`);
}

/** The id of the item that has a code. */
export async function itemIdByCode(tx: Tx, code: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT item_id AS id FROM catalog_items WHERE company_id = $1 AND code = $2',
    [tx.companyId, code],
  );
  return row?.id;
}

/** What an item gives to the lines of documents. */
export type CatalogItem = ItemTerms & { id: string };

/**
 * The items that lines name, by id. `ids` are the lines' in their order, undefined where a line names none.
 * @param member the list of lines in the request; a refusal names `<member>.<line>.itemId`
 * @throws DomainError `not_found` for the first line whose item does not exist
 */
export async function itemsById(
  tx: Tx,
  ids: (string | null | undefined)[],
  member: string,
): Promise<Map<string, CatalogItem>> {
  const named = [...new Set(ids.flatMap(id => id ?? []))];
  if (named.length === 0) return new Map();
  const rows = await tx.query<CatalogItem>(
    `SELECT ${TERMS} FROM catalog_items i WHERE i.company_id = $1 AND i.item_id = ANY ($2)`,
    [tx.companyId, named],
  );
  const items = new Map(rows.map(row => [row.id, row]));
  ids.forEach((id, index) => {
    if (id != null && !items.has(id)) refuseUnknown(`${member}.${index}.itemId`, `Item ${id}`);
  });
  return items;
}

/** The row of an item that `eventSequence` tells of, as it is from now on. */
export function itemRow(
  tx: Tx,
  { id, values, createdAt, updatedAt }: Item,
  eventSequence: number,
): TableRows {
  return {
    table: 'catalog_items',
    rows: [
      {
        company_id: tx.companyId,
        item_id: id,
        ...columnsOf(values),
        event_sequence: eventSequence,
        created_at: createdAt,
        updated_at: updatedAt,
      },
    ],
  };
}

/** Writes the new values of an item; the event is stored already. */
export async function updateItem(tx: Tx, item: Item, eventSequence: number): Promise<void> {
  const { table, rows } = itemRow(tx, item, eventSequence);
  await tx.update(table, ['company_id', 'item_id'], rows[0]!);
}

/** Returns how many were deleted: none when another request was first. */
export async function deleteItem(tx: Tx, id: string): Promise<number> {
  return tx.execute('DELETE FROM catalog_items WHERE company_id = $1 AND item_id = $2', [tx.companyId, id]);
}

function columnsOf(values: ItemValues): Record<string, unknown> {
  return {
    type: values.type,
    name: values.name,
    code: values.code,
    unit: values.unit,
    vat_code: values.vatClassifierCode,
    vat_rate: values.vatRatePercent,
    sale_price: values.salePriceExclVat,
    purchase_price: values.purchasePriceExclVat,
    sale_account_code: values.saleAccountCode,
    purchase_account_code: values.purchaseAccountCode,
    expense_account_code: values.expenseAccountCode,
    details: detailsOf(values),
  };
}

const detail =
  (type: ListField['type'], cast = '') =>
  (name: string): [string, ListField] => [name, { column: `(i.details->>'${name}')${cast}`, type }];

const TEXTS = [
  'barcode',
  'cnCode',
  'originCountry',
  'description',
  'documentRef',
  'manufacturer',
  'externalId',
  'department',
];
const DATES = ['certificateDate', 'validFrom', 'validTo'];

export const itemList: ListDefinition = {
  name: 'catalog-items',
  from: 'catalog_items i',
  select: COLUMNS,
  fields: {
    id: { column: 'i.item_id', type: 'id' },
    type: { column: 'i.type', type: 'text', values: ITEM_TYPES },
    name: { column: 'i.name', type: 'text' },
    code: { column: 'i.code', type: 'text' },
    unit: { column: 'i.unit', type: 'text' },
    vatClassifierCode: { column: 'i.vat_code', type: 'text' },
    vatRatePercent: { column: 'i.vat_rate', type: 'decimal' },
    salePriceExclVat: { column: 'i.sale_price', type: 'decimal' },
    purchasePriceExclVat: { column: 'i.purchase_price', type: 'decimal' },
    saleAccountCode: { column: 'i.sale_account_code', type: 'text' },
    purchaseAccountCode: { column: 'i.purchase_account_code', type: 'text' },
    expenseAccountCode: { column: 'i.expense_account_code', type: 'text' },
    createdAt: { column: 'i.created_at', type: 'instant' },
    updatedAt: { column: 'i.updated_at', type: 'instant' },
    ...Object.fromEntries([...TEXTS.map(detail('text')), ...DATES.map(detail('date', '::date'))]),
  },
  key: { column: 'i.item_id', type: 'id' },
  defaultSort: [{ field: 'name', dir: 'asc' }],
};
