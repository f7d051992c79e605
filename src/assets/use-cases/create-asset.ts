import { Injectable } from '@nestjs/common';
import { addDays, lastDayOfMonth, monthOf, yearOf, type CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { findGroup } from '../data/asset-groups';
import { assetAsItStands, assetRows, findAssetIdByCode, type NewAsset } from '../data/assets';
import type { Asset, AssetDocument, DepreciationMethod } from '../domain/asset';
import type { AssetGroup } from '../domain/asset-group';
import { hasLifeForItsValue } from '../domain/depreciation-schedule';

/** An asset as it is asked for. Amounts are decimal strings in base currency. */
interface AssetOrder {
  groupId: string;
  code: string;
  name: string;
  acquisitionDate: CalendarDate;
  /** Default: the first day of the month after acquisition. */
  depreciationStartDate?: CalendarDate;
  acquisitionCost: string;
  /** Default: 0. */
  salvageValue?: string;
  /** Default: that of the group. */
  usefulLifeMonths?: number;
  /** Default: `monthly`. */
  depreciationMethod?: DepreciationMethod;
  openingAccumulatedDepreciation?: string;
  openingDepreciatedMonths?: number;
  notes?: string;
  documents?: AssetDocument[];
}

/** Makes a fixed asset. Posts nothing: its cost comes into the books with the purchase. */
@Injectable()
export class CreateAsset {
  async execute(tx: Tx, order: AssetOrder): Promise<Asset> {
    const [group, existingId] = await Promise.all([
      findGroup(tx, order.groupId),
      findAssetIdByCode(tx, order.code),
    ]);
    if (!group) refuseUnknown('groupId', `Asset group ${order.groupId}`);
    if (existingId) refuse('duplicate', `Asset ${order.code} exists already.`, { existingId });
    const asset = newAsset(tx, order, group);
    await tx.insert(
      assetRows(tx, asset),
      auditRows(tx, { action: 'asset.created', entity: 'asset', entityId: asset.id, diff: order }),
    );
    return assetAsItStands(tx, asset.id);
  }
}

function newAsset(tx: Tx, order: AssetOrder, group: AssetGroup): NewAsset {
  const base = tx.company.baseCurrency;
  const acquisitionCost = givenMoney(order.acquisitionCost, 'acquisitionCost', base);
  if (acquisitionCost.isZero()) refuseField('acquisitionCost', 'must be above 0');
  const salvageValue = givenMoney(order.salvageValue ?? '0', 'salvageValue', base);
  if (salvageValue.compare(acquisitionCost) > 0)
    refuseField('salvageValue', 'must not be above the acquisition cost');
  const asset: NewAsset = {
    id: newId(),
    groupId: group.id,
    code: order.code,
    name: order.name,
    acquiredOn: order.acquisitionDate,
    depreciationStartsOn: order.depreciationStartDate ?? firstOfNextMonth(order.acquisitionDate),
    acquisitionCost,
    salvageValue,
    usefulLifeMonths: usefulLife(order, group),
    method: order.depreciationMethod ?? 'monthly',
    opening: {
      accumulated: givenMoney(
        order.openingAccumulatedDepreciation ?? '0',
        'openingAccumulatedDepreciation',
        base,
      ),
      months: order.openingDepreciatedMonths ?? 0,
    },
    notes: order.notes ?? null,
    documents: order.documents ?? null,
    createdAt: tx.now.toISOString(),
  };
  refuseImpossibleOpening(asset);
  return asset;
}

function usefulLife(order: AssetOrder, group: AssetGroup): number {
  return (
    order.usefulLifeMonths ??
    group.defaultUsefulLifeMonths ??
    refuseField('usefulLifeMonths', `is missing, and asset group ${group.code} has no default`)
  );
}

function refuseImpossibleOpening(asset: NewAsset): void {
  const { accumulated, months } = asset.opening;
  if (Money.sum([accumulated, asset.salvageValue], accumulated.currency).compare(asset.acquisitionCost) > 0) {
    refuseField('openingAccumulatedDepreciation', 'must leave the salvage value');
  }
  if (months === 0 && !accumulated.isZero())
    refuseField('openingDepreciatedMonths', 'must be given with openingAccumulatedDepreciation');
  if (months > asset.usefulLifeMonths)
    refuseField('openingDepreciatedMonths', 'must not be above usefulLifeMonths');
  if (!hasLifeForItsValue({ ...asset, modernizations: [] }))
    refuseField('openingDepreciatedMonths', 'leaves no life in which the rest is depreciated');
}

function firstOfNextMonth(date: CalendarDate): CalendarDate {
  return addDays(lastDayOfMonth(yearOf(date), monthOf(date)), 1);
}
