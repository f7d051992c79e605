import { lastDayOfMonth, periodOf, type CalendarDate } from '../../shared/calendar-date';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { journalRows, type JournalTransaction } from '../../ledger';
import type { TableRows, Tx } from '../../platform/database';
import { assetsInUse } from '../data/assets';
import { depreciationRows, type DepreciationRun } from '../data/depreciations';
import type { Asset } from '../domain/asset';
import type { GroupAccounts, GroupDepreciation } from '../domain/asset-group';
import { depreciationEntries } from '../domain/asset-posting';
import { depreciationDue, type MonthlyDepreciation } from '../domain/depreciation-schedule';
import { monthIndexOf, monthName } from '../domain/month-index';

/** An asset and the months of it that are to be posted. */
interface DueAsset {
  asset: Asset;
  rows: MonthlyDepreciation[];
}

/** The assets that have months to be posted, up to a month (`monthIndex`). */
export function dueAssets(assets: Asset[], through: number): DueAsset[] {
  return assets
    .map(asset => ({ asset, rows: depreciationDue(asset, through) }))
    .filter(({ rows }) => rows.length > 0);
}

/** The ids of the assets in use with a month that is over by the end of a day and not depreciated. */
export async function undepreciatedAssets(tx: Tx, day: CalendarDate): Promise<string[]> {
  const { year, month } = periodOf(day);
  const through = monthIndexOf(day) - (day === lastDayOfMonth(year, month) ? 0 : 1);
  return dueAssets(await assetsInUse(tx, day), through).map(({ asset }) => asset.id);
}

/** What the months of an asset come to. */
export function totalOf(tx: Tx, rows: MonthlyDepreciation[]): Money {
  return Money.sum(
    rows.map(({ amount }) => amount),
    tx.company.baseCurrency,
  );
}

/** Amounts of assets added up by group, in the order of the groups. */
export function byGroup(
  tx: Tx,
  amounts: { groupId: string; amount: Money }[],
  groups: Map<string, GroupAccounts>,
): GroupDepreciation[] {
  const sums = new Map([...groups.keys()].map(groupId => [groupId, Money.zero(tx.company.baseCurrency)]));
  for (const { groupId, amount } of amounts) {
    const sum = sums.get(groupId);
    invariant(sum, 'the accounts of every group are read');
    sums.set(groupId, sum.plus(amount));
  }
  return [...sums].map(([groupId, amount]) => ({ accounts: groups.get(groupId)!, amount }));
}

/** A depreciation run, ready to be inserted. */
interface PreparedRun {
  total: Money;
  /** To be posted; none when there is nothing but 0.00. */
  transactions: JournalTransaction[];
  rows: TableRows[];
}

/**
 * One run: a row per asset and month, one journal transaction for all of them. Months caught up are posted on the day of
 * the run too: earlier ones may be locked, or reported already.
 * @param through the month that is asked for
 */
export function depreciationRun(
  tx: Tx,
  due: DueAsset[],
  groups: Map<string, GroupAccounts>,
  when: { through: number; postedOn: CalendarDate },
): PreparedRun {
  const runId = newId();
  const amounts = due.map(({ asset, rows }) => ({ groupId: asset.groupId, amount: totalOf(tx, rows) }));
  const total = Money.sum(
    amounts.map(({ amount }) => amount),
    tx.company.baseCurrency,
  );
  const transaction: JournalTransaction = {
    id: newId(),
    date: when.postedOn,
    description: `Depreciation ${monthName(when.through)}`,
    documentType: 'asset_depreciation',
    documentId: runId,
    partnerId: null,
    entries: depreciationEntries(byGroup(tx, amounts, groups)),
  };
  const transactions = total.isZero() ? [] : [transaction];
  const run: DepreciationRun = {
    runId,
    postedOn: when.postedOn,
    transactionId: transactions[0]?.id ?? null,
    rows: due.flatMap(({ asset, rows }) => rows.map(row => ({ ...row, assetId: asset.id }))),
  };
  const audit = auditRows(tx, {
    action: 'asset_depreciation.posted',
    entity: 'asset_depreciation',
    entityId: runId,
    diff: {
      period: monthName(when.through),
      assets: due.length,
      months: run.rows.length,
      total: total.toString(),
    },
  });
  return { total, transactions, rows: [depreciationRows(tx, run), audit] };
}

/** Rows of journal transactions; none for none. */
export function postedRows(tx: Tx, transactions: JournalTransaction[]): TableRows[] {
  return transactions.length === 0 ? [] : journalRows(tx, transactions);
}
