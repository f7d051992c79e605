import { Injectable } from '@nestjs/common';
import { lastDayOfMonth, type Period } from '../../shared/calendar-date';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import { assetsInUse } from '../data/assets';
import { postedDepreciation } from '../data/depreciations';
import { monthIndex, monthName } from '../domain/month-index';
import { dueAssets, totalOf } from '../steps/depreciation-run';

/** Depreciation of one asset; of one to be posted, with the earlier months that are missing. */
interface PreviewRow {
  assetId: string;
  code: string;
  name: string;
  amount: Money;
  alreadyPosted: boolean;
  /** `YYYY-MM` of each month that the amount is for, in order. */
  months: string[];
}

/** Says what posting a month would do. `total` is what would be posted. */
@Injectable()
export class PreviewDepreciation {
  async execute(tx: Tx, period: Period): Promise<{ rows: PreviewRow[]; total: Money }> {
    const [assets, posted] = await Promise.all([
      assetsInUse(tx, lastDayOfMonth(period.year, period.month)),
      postedDepreciation(tx, period),
    ]);
    const due = dueAssets(assets, monthIndex(period)).map(({ asset, rows }) => ({
      assetId: asset.id,
      code: asset.code,
      name: asset.name,
      amount: totalOf(tx, rows),
      alreadyPosted: false,
      months: rows.map(({ month }) => monthName(month)),
    }));
    const done = posted.map(({ assetId, code, name, amount }) => ({
      assetId,
      code,
      name,
      amount,
      alreadyPosted: true,
      months: [monthName(monthIndex(period))],
    }));
    return {
      rows: [...done, ...due].sort((a, b) => (a.code < b.code ? -1 : 1)),
      total: Money.sum(
        due.map(({ amount }) => amount),
        tx.company.baseCurrency,
      ),
    };
  }
}
