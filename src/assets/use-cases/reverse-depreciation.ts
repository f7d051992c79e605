import { Injectable } from '@nestjs/common';
import { lastDayOfMonth, type Period } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { openPeriods, type JournalTransaction } from '../../ledger';
import type { Tx } from '../../platform/database';
import { groupAccounts } from '../data/asset-groups';
import { lockAssetsInUse } from '../data/assets';
import { latestDepreciatedMonth, moveToReversals, postedDepreciation } from '../data/depreciations';
import { depreciationEntries } from '../domain/asset-posting';
import { monthIndex, monthName } from '../domain/month-index';
import { byGroup, postedRows } from '../steps/depreciation-run';

/** What a reversal did. Counts are of assets; skipped are those disposed of since. */
interface ReversedRun {
  reversed: number;
  skipped: number;
  total: Money;
  journalTransactionId: string | null;
}

/**
 * Takes the latest posted month back, so that it can be posted again: by counter-posting, on the day on which the month
 * was posted last. An asset that was disposed of keeps its depreciation: the disposal rests on it.
 */
@Injectable()
export class ReverseDepreciation {
  async execute(tx: Tx, period: Period): Promise<ReversedRun> {
    const month = monthIndex(period);
    await lockAssetsInUse(tx, lastDayOfMonth(period.year, period.month));
    const [posted, latest] = await Promise.all([postedDepreciation(tx, period), latestDepreciatedMonth(tx)]);
    refuseUnlessLatest(month, latest);
    const reversed = posted.filter(({ isDisposed }) => !isDisposed);
    const date = reversed.map(({ postedOn }) => postedOn).reduce((a, b) => (a < b ? b : a));
    const groupIds = [...new Set(reversed.map(({ groupId }) => groupId))];
    const [groups] = await Promise.all([groupAccounts(tx, groupIds), openPeriods(tx, [date])]);

    const total = Money.sum(
      reversed.map(({ amount }) => amount),
      tx.company.baseCurrency,
    );
    const reversalId = newId();
    const transaction: JournalTransaction = {
      id: newId(),
      date,
      description: `Depreciation ${monthName(month)} reversed`,
      documentType: 'asset_depreciation_reversal',
      documentId: reversalId,
      partnerId: null,
      entries: depreciationEntries(byGroup(tx, reversed, groups), 'reversal'),
    };
    const transactions = total.isZero() ? [] : [transaction];
    const journalTransactionId = transactions[0]?.id ?? null;
    await tx.insert(
      ...postedRows(tx, transactions),
      auditRows(tx, {
        action: 'asset_depreciation.reversed',
        entity: 'asset_depreciation',
        entityId: reversalId,
        diff: { period: monthName(month), assets: reversed.length, total: total.toString() },
      }),
    );
    const assetIds = reversed.map(({ assetId }) => assetId);
    await moveToReversals(tx, { reversalId, date, transactionId: journalTransactionId, period, assetIds });
    return {
      reversed: reversed.length,
      skipped: posted.length - reversed.length,
      total,
      journalTransactionId,
    };
  }
}

function refuseUnlessLatest(month: number, latest: number | null): void {
  if (month === latest) return;
  refuse(
    'depreciation_not_latest',
    latest === null
      ? `No depreciation is posted, so that of ${monthName(month)} cannot be reversed.`
      : `The latest posted month is ${monthName(latest)}, not ${monthName(month)}; reverse the latest first.`,
  );
}
