import type { CalendarDate } from '../../shared/calendar-date';
import { compareCalendarDates } from '../../shared/calendar-date';
import { refuse, refuseField } from '../../shared/domain-error';
import { refuseFuture } from '../../shared/refuse-future';
import type { Tx } from '../../platform/database';
import { assetAsItStands, lockAsset } from '../data/assets';
import type { Asset } from '../domain/asset';
import { monthIndexOf, monthName } from '../domain/month-index';

/**
 * Locks an asset and reads it, for something that happens to it on a day: of many at once one goes on, then the next.
 * @throws DomainError `not_found`, `asset_disposed`, `invalid_request`, `future_date`, `asset_depreciated`
 */
export async function takeAsset(tx: Tx, id: string, date: CalendarDate): Promise<Asset> {
  await lockAsset(tx, id);
  const asset = await assetAsItStands(tx, id);
  if (asset.disposal) {
    refuse('asset_disposed', `Asset ${asset.code} was disposed of on ${asset.disposal.date}.`, {
      existingId: asset.id,
    });
  }
  if (compareCalendarDates(date, asset.acquiredOn) < 0)
    refuseField('date', `must not be before ${asset.acquiredOn}, the day of acquisition`);
  refuseFuture(tx, 'date', date);
  const { lastDepreciatedMonth } = asset;
  if (lastDepreciatedMonth !== null && monthIndexOf(date) < lastDepreciatedMonth) {
    refuse(
      'asset_depreciated',
      `Asset ${asset.code} is depreciated through ${monthName(lastDepreciatedMonth)}; use a date from that month on, or reverse depreciation first.`,
      { fieldErrors: { date: [`must not be before ${monthName(lastDepreciatedMonth)}`] } },
    );
  }
  return asset;
}
