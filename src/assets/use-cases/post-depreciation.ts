import { Injectable } from '@nestjs/common';
import { lastDayOfMonth, type Period } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { Money } from '../../shared/money';
import { openPeriods } from '../../ledger';
import type { Tx } from '../../platform/database';
import { groupAccounts } from '../data/asset-groups';
import { assetsById, lockAssetsInUse } from '../data/assets';
import { postedDepreciation } from '../data/depreciations';
import { monthIndex, monthIndexOf, monthName } from '../domain/month-index';
import { depreciationRun, dueAssets, postedRows } from '../steps/depreciation-run';

/** What a run did. Counts are of assets, `caughtUp` of rows for earlier months. */
interface PostedRun {
  posted: number;
  skipped: number;
  caughtUp: number;
  total: Money;
  journalTransactionId: string | null;
}

/**
 * Posts the depreciation of a month, and of earlier months that are missing, on the last day of the month. What is posted
 * already is skipped: a month is posted once, however often and from wherever it is asked for (INV-07).
 */
@Injectable()
export class PostDepreciation {
  async execute(tx: Tx, period: Period): Promise<PostedRun> {
    const month = monthIndex(period);
    if (month > monthIndexOf(tx.today)) {
      refuse(
        'future_date',
        `Period ${monthName(month)} is in the future; post up to ${monthName(monthIndexOf(tx.today))}.`,
        { fieldErrors: { month: [`must not be after ${monthName(monthIndexOf(tx.today))}`] } },
      );
    }
    const postedOn = lastDayOfMonth(period.year, period.month);
    const assetIds = await lockAssetsInUse(tx, postedOn);
    const [assets, posted] = await Promise.all([assetsById(tx, assetIds), postedDepreciation(tx, period)]);
    const due = dueAssets(assets, month);
    const none = { posted: 0, skipped: posted.length, caughtUp: 0, journalTransactionId: null };
    if (due.length === 0) return { ...none, total: Money.zero(tx.company.baseCurrency) };

    const groupIds = [...new Set(due.map(({ asset }) => asset.groupId))];
    const [groups] = await Promise.all([groupAccounts(tx, groupIds), openPeriods(tx, [postedOn])]);
    const run = depreciationRun(tx, due, groups, { through: month, postedOn });
    await tx.insert(...postedRows(tx, run.transactions), ...run.rows);
    return {
      posted: due.length,
      skipped: posted.length,
      caughtUp: due.flatMap(({ rows }) => rows).filter(row => row.month < month).length,
      total: run.total,
      journalTransactionId: run.transactions[0]?.id ?? null,
    };
  }
}
