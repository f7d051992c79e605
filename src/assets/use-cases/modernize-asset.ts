import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { assetAsItStands, modernizationRows } from '../data/assets';
import type { Asset, Modernization } from '../domain/asset';
import { hasLifeForItsValue } from '../domain/depreciation-schedule';
import { takeAsset } from '../steps/take-asset';

interface ModernizationOrder {
  id: string;
  date: CalendarDate;
  /** Decimal string in base currency; 0 changes the life only. */
  amount: string;
  addedLifeMonths?: number;
  notes?: string;
}

/**
 * Adds value to an asset, or changes its life: from the next month on, what is left is spread over the life that is left.
 * Posts nothing: the value comes into the books with the purchase.
 */
@Injectable()
export class ModernizeAsset {
  async execute(tx: Tx, order: ModernizationOrder): Promise<Asset> {
    const modernization: Modernization = {
      date: order.date,
      amount: givenMoney(order.amount, 'amount', tx.company.baseCurrency),
      addedLifeMonths: order.addedLifeMonths ?? 0,
      notes: order.notes ?? null,
    };
    if (modernization.amount.isZero() && modernization.addedLifeMonths === 0)
      refuseField('amount', 'must be above 0 unless addedLifeMonths changes the life');
    const asset = await takeAsset(tx, order.id, order.date);
    const modernizations = [...asset.modernizations, modernization].sort(byDate);
    if (!hasLifeForItsValue({ ...asset, modernizations }))
      refuseField('addedLifeMonths', 'must leave a life in which the rest is depreciated');
    await tx.insert(
      modernizationRows(tx, newId(), asset.id, modernization),
      auditRows(tx, { action: 'asset.modernized', entity: 'asset', entityId: asset.id, diff: order }),
    );
    return assetAsItStands(tx, asset.id);
  }
}

function byDate(one: Modernization, other: Modernization): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
}
