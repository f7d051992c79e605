import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { TableRows, Tx } from '../../platform/database';
import type { ListDefinition } from '../../platform/lists';
import {
  type Asset,
  type AssetDocument,
  type AssetStatus,
  type DepreciationMethod,
  type Disposal,
  type DisposalReason,
  type Modernization,
  ASSET_STATUSES,
  DISPOSAL_REASONS,
  DEPRECIATION_METHODS,
} from '../domain/asset';

const ASSETS = `assets a
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(m.amount), 0) AS amount, coalesce(sum(m.added_life_months), 0) AS months,
           coalesce(jsonb_agg(jsonb_build_object('date', m.modernized_on, 'amount', m.amount::text,
             'addedLifeMonths', m.added_life_months, 'notes', m.notes) ORDER BY m.modernized_on, m.modernization_id), '[]') AS list
      FROM asset_modernizations m WHERE m.company_id = a.company_id AND m.asset_id = a.asset_id) m
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(d.amount), 0) AS amount, count(*) AS months, max(d.year * 12 + d.month - 1) AS last
      FROM asset_depreciations d WHERE d.company_id = a.company_id AND d.asset_id = a.asset_id) d`;

const TOTAL_COST = '(a.acquisition_cost + m.amount)';
const ACCUMULATED = '(a.opening_depreciation + d.amount)';
const NET_BOOK_VALUE = `(${TOTAL_COST} - ${ACCUMULATED})`;
const DEPRECIATED_MONTHS = '(a.opening_months + d.months)';
const TOTAL_LIFE_MONTHS = '(a.useful_life_months + m.months)';
const STATUS = `CASE WHEN a.disposed_on IS NOT NULL THEN 'disposed'
  WHEN ${NET_BOOK_VALUE} = a.salvage_value THEN 'fully_depreciated' ELSE 'active' END`;

const ASSET_COLUMNS = `a.asset_id AS id, a.group_id AS "groupId", a.code, a.name, a.acquired_on AS "acquiredOn",
  a.depreciation_starts_on AS "depreciationStartsOn", a.acquisition_cost AS "acquisitionCost",
  a.salvage_value AS "salvageValue", a.useful_life_months AS "usefulLifeMonths", a.depreciation_method AS method,
  a.opening_depreciation AS "openingDepreciation", a.opening_months AS "openingMonths", a.notes, a.documents,
  a.disposed_on AS "disposedOn", a.disposal_reason AS "disposalReason", a.disposal_proceeds AS "disposalProceeds",
  a.disposal_notes AS "disposalNotes", a.disposal_transaction_id AS "disposalTransactionId", a.created_at AS "createdAt",
  m.list AS modernizations, ${TOTAL_COST} AS "totalCost", ${ACCUMULATED} AS "accumulatedDepreciation",
  ${NET_BOOK_VALUE} AS "netBookValue", ${DEPRECIATED_MONTHS} AS "depreciatedMonths",
  ${TOTAL_LIFE_MONTHS} AS "totalLifeMonths", d.last AS "lastDepreciatedMonth", ${STATUS} AS status`;

export const assetList: ListDefinition = {
  name: 'assets',
  from: ASSETS,
  select: ASSET_COLUMNS,
  fields: {
    id: { column: 'a.asset_id', type: 'id' },
    groupId: { column: 'a.group_id', type: 'id' },
    code: { column: 'a.code', type: 'text' },
    name: { column: 'a.name', type: 'text' },
    acquisitionDate: { column: 'a.acquired_on', type: 'date' },
    depreciationStartDate: { column: 'a.depreciation_starts_on', type: 'date' },
    acquisitionCost: { column: 'a.acquisition_cost', type: 'amount' },
    salvageValue: { column: 'a.salvage_value', type: 'amount' },
    usefulLifeMonths: { column: 'a.useful_life_months', type: 'integer' },
    totalCost: { column: TOTAL_COST, type: 'amount' },
    accumulatedDepreciation: { column: ACCUMULATED, type: 'amount' },
    netBookValue: { column: NET_BOOK_VALUE, type: 'amount' },
    depreciatedMonths: { column: DEPRECIATED_MONTHS, type: 'integer' },
    totalLifeMonths: { column: TOTAL_LIFE_MONTHS, type: 'integer' },
    status: { column: STATUS, type: 'text', values: ASSET_STATUSES },
    notes: { column: 'a.notes', type: 'text' },
    depreciationMethod: { column: 'a.depreciation_method', type: 'text', values: DEPRECIATION_METHODS },
    disposalDate: { column: 'a.disposed_on', type: 'date' },
    disposalReason: { column: 'a.disposal_reason', type: 'text', values: DISPOSAL_REASONS },
    disposalProceeds: { column: 'a.disposal_proceeds', type: 'amount' },
    createdAt: { column: 'a.created_at', type: 'instant' },
  },
  key: { column: 'a.asset_id', type: 'id' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};

/** An asset as the database gives it; amounts as text. */
export interface AssetRow {
  id: string;
  groupId: string;
  code: string;
  name: string;
  acquiredOn: CalendarDate;
  depreciationStartsOn: CalendarDate;
  acquisitionCost: string;
  salvageValue: string;
  usefulLifeMonths: number;
  method: DepreciationMethod;
  openingDepreciation: string;
  openingMonths: number;
  notes: string | null;
  documents: AssetDocument[] | null;
  disposedOn: CalendarDate | null;
  disposalReason: DisposalReason | null;
  disposalProceeds: string | null;
  disposalNotes: string | null;
  disposalTransactionId: string | null;
  createdAt: string;
  modernizations: (Omit<Modernization, 'amount'> & { amount: string })[];
  totalCost: string;
  accumulatedDepreciation: string;
  netBookValue: string;
  depreciatedMonths: number;
  totalLifeMonths: number;
  lastDepreciatedMonth: number | null;
  status: AssetStatus;
}

export function toAsset(row: AssetRow, base: Currency): Asset {
  const money = (amount: string): Money => Money.of(amount, base);
  const { openingDepreciation, openingMonths, disposedOn, disposalReason, disposalProceeds, ...asset } = row;
  return {
    ...asset,
    acquisitionCost: money(row.acquisitionCost),
    salvageValue: money(row.salvageValue),
    opening: { accumulated: money(openingDepreciation), months: openingMonths },
    modernizations: row.modernizations.map(each => ({ ...each, amount: money(each.amount) })),
    totalCost: money(row.totalCost),
    accumulatedDepreciation: money(row.accumulatedDepreciation),
    netBookValue: money(row.netBookValue),
    disposal:
      disposedOn === null
        ? null
        : {
            date: disposedOn,
            reason: disposalReason!,
            proceeds: money(disposalProceeds!),
            notes: row.disposalNotes,
            transactionId: row.disposalTransactionId!,
          },
  };
}

/** Assets as they stand; those that do not exist are missing. */
export async function assetsById(tx: Tx, assetIds: string[]): Promise<Asset[]> {
  const rows = await tx.query<AssetRow>(
    `SELECT ${ASSET_COLUMNS} FROM ${ASSETS} WHERE a.asset_id = ANY ($1) ORDER BY a.code`,
    [assetIds],
  );
  return rows.map(row => toAsset(row, tx.company.baseCurrency));
}

/** @throws DomainError `not_found` */
export async function assetAsItStands(tx: Tx, id: string): Promise<Asset> {
  const [asset] = await assetsById(tx, [id]);
  return asset ?? refuseUnknown('id', `Asset ${id}`);
}

export async function findAssetIdByCode(tx: Tx, code: string): Promise<string | undefined> {
  const [asset] = await tx.query<{ id: string }>('SELECT asset_id AS id FROM assets WHERE code = $1', [code]);
  return asset?.id;
}

/** Locks one asset against everything else that changes or depreciates it; returns at once when there is none to lock. */
export async function lockAsset(tx: Tx, assetId: string): Promise<void> {
  await tx.query('SELECT asset_id FROM assets WHERE asset_id = $1 FOR NO KEY UPDATE', [assetId]);
}

/** Whether anything ever happened to a locked asset that keeps it: depreciation, taken back or not, a disposal taken back, a modernization. */
export async function hasHistory(tx: Tx, assetId: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM asset_depreciations WHERE company_id = $1 AND asset_id = $2)
         OR EXISTS (SELECT 1 FROM asset_depreciation_reversals WHERE company_id = $1 AND asset_id = $2)
         OR EXISTS (SELECT 1 FROM asset_disposal_reversals WHERE company_id = $1 AND asset_id = $2)
         OR EXISTS (SELECT 1 FROM asset_modernizations WHERE company_id = $1 AND asset_id = $2) AS has`,
    [tx.companyId, assetId],
  );
  return row!.has;
}

/** Whether the asset was disposed of before, and that was taken back. */
export async function hasReversedDisposal(tx: Tx, assetId: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM asset_disposal_reversals WHERE company_id = $1 AND asset_id = $2) AS has',
    [tx.companyId, assetId],
  );
  return row!.has;
}

/** The latest day until which an asset was off the books by a disposal that was taken back on a later day than its own. */
export async function offTheBooksUntil(tx: Tx, assetId: string): Promise<CalendarDate | null> {
  const [row] = await tx.query<{ day: CalendarDate | null }>(
    `SELECT max(reversed_on) AS day FROM asset_disposal_reversals
      WHERE company_id = $1 AND asset_id = $2 AND reversed_on > disposed_on`,
    [tx.companyId, assetId],
  );
  return row!.day;
}

export async function deleteAsset(tx: Tx, assetId: string): Promise<void> {
  const deleted = await tx.execute('DELETE FROM assets WHERE company_id = $1 AND asset_id = $2', [
    tx.companyId,
    assetId,
  ]);
  invariant(deleted === 1, 'a locked asset is there until it is deleted');
}

/**
 * Locks the assets that are there and in use by a day, in the order of their ids: runs and reversals of depreciation
 * follow each other, and so does what else changes an asset. Returns their ids.
 */
export async function lockAssetsInUse(tx: Tx, day: CalendarDate): Promise<string[]> {
  const assets = await tx.query<{ id: string }>(
    `SELECT asset_id AS id FROM assets WHERE disposed_on IS NULL AND depreciation_starts_on <= $1
      ORDER BY asset_id FOR NO KEY UPDATE`,
    [day],
  );
  return assets.map(({ id }) => id);
}

/** The same assets, when nothing is to be changed. */
export async function assetsInUse(tx: Tx, day: CalendarDate): Promise<Asset[]> {
  const rows = await tx.query<AssetRow>(
    `SELECT ${ASSET_COLUMNS} FROM ${ASSETS} WHERE a.disposed_on IS NULL AND a.depreciation_starts_on <= $1 ORDER BY a.code`,
    [day],
  );
  return rows.map(row => toAsset(row, tx.company.baseCurrency));
}

/** What an asset is when it is made; the rest follows from what happens to it. */
export type NewAsset = Omit<
  Asset,
  | 'modernizations'
  | 'disposal'
  | 'totalCost'
  | 'accumulatedDepreciation'
  | 'netBookValue'
  | 'depreciatedMonths'
  | 'totalLifeMonths'
  | 'lastDepreciatedMonth'
  | 'status'
>;

export function assetRows(tx: Tx, asset: NewAsset): TableRows {
  return {
    table: 'assets',
    rows: [
      {
        company_id: tx.companyId,
        asset_id: asset.id,
        group_id: asset.groupId,
        code: asset.code,
        name: asset.name,
        acquired_on: asset.acquiredOn,
        depreciation_starts_on: asset.depreciationStartsOn,
        acquisition_cost: asset.acquisitionCost.toString(),
        salvage_value: asset.salvageValue.toString(),
        useful_life_months: asset.usefulLifeMonths,
        depreciation_method: asset.method,
        opening_depreciation: asset.opening.accumulated.toString(),
        opening_months: asset.opening.months,
        notes: asset.notes,
        documents: asset.documents,
        created_at: asset.createdAt,
      },
    ],
  };
}

export function modernizationRows(
  tx: Tx,
  modernizationId: string,
  assetId: string,
  modernization: Modernization,
): TableRows {
  return {
    table: 'asset_modernizations',
    rows: [
      {
        company_id: tx.companyId,
        modernization_id: modernizationId,
        asset_id: assetId,
        modernized_on: modernization.date,
        amount: modernization.amount.toString(),
        added_life_months: modernization.addedLifeMonths,
        notes: modernization.notes,
        created_at: tx.now.toISOString(),
      },
    ],
  };
}

/** Marks an asset as disposed, after its journal transaction is there. */
export async function markDisposed(tx: Tx, assetId: string, disposal: Disposal): Promise<void> {
  await tx.update('assets', ['company_id', 'asset_id'], {
    company_id: tx.companyId,
    asset_id: assetId,
    disposed_on: disposal.date,
    disposal_reason: disposal.reason,
    disposal_proceeds: disposal.proceeds.toString(),
    disposal_notes: disposal.notes,
    disposal_transaction_id: disposal.transactionId,
  });
}

/** What takes a disposal back. */
export interface DisposalReversal {
  date: CalendarDate;
  reason: string | null;
  transactionId: string;
}

export function disposalReversalRows(
  tx: Tx,
  assetId: string,
  disposal: Disposal,
  reversal: DisposalReversal,
): TableRows {
  return {
    table: 'asset_disposal_reversals',
    rows: [
      {
        company_id: tx.companyId,
        asset_id: assetId,
        disposed_on: disposal.date,
        disposal_reason: disposal.reason,
        disposal_proceeds: disposal.proceeds.toString(),
        disposal_notes: disposal.notes,
        disposal_transaction_id: disposal.transactionId,
        reversed_on: reversal.date,
        reversal_transaction_id: reversal.transactionId,
        reason: reversal.reason,
        created_at: tx.now.toISOString(),
      },
    ],
  };
}

/** Marks an asset as in use again, after the reversal of its disposal is there. */
export async function markInUse(tx: Tx, assetId: string): Promise<void> {
  await tx.update('assets', ['company_id', 'asset_id'], {
    company_id: tx.companyId,
    asset_id: assetId,
    disposed_on: null,
    disposal_reason: null,
    disposal_proceeds: null,
    disposal_notes: null,
    disposal_transaction_id: null,
  });
}
