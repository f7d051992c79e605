import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { givenMoney } from '../../shared/given-money';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { auditRows } from '../../audit';
import { journalRows, openPeriods, postingAccounts, type JournalTransaction } from '../../ledger';
import type { Tx } from '../../platform/database';
import { groupAccounts } from '../data/asset-groups';
import { assetAsItStands, hasReversedDisposal, markDisposed, offTheBooksUntil } from '../data/assets';
import type { Asset, Disposal, DisposalReason } from '../domain/asset';
import type { GroupAccounts } from '../domain/asset-group';
import {
  disposalEntries,
  disposalResult,
  type DisposalAccounts,
  type DisposalAmounts,
} from '../domain/asset-posting';
import { monthIndexOf } from '../domain/month-index';
import { depreciationRun, dueAssets } from '../steps/depreciation-run';
import { takeAsset } from '../steps/take-asset';

interface DisposalOrder {
  id: string;
  date: CalendarDate;
  reason: DisposalReason;
  /** Without VAT; decimal string in base currency. Default: 0. */
  proceeds?: string;
  notes?: string;
}

/**
 * Takes an asset out of the books, once: depreciates it through the month of the disposal, writes off cost and
 * accumulated depreciation, and posts proceeds and the gain or loss. There is no VAT in it: the invoice to the buyer is
 * a sale of its own.
 */
@Injectable()
export class DisposeAsset {
  async execute(tx: Tx, order: DisposalOrder): Promise<Asset> {
    const proceeds = givenMoney(order.proceeds ?? '0', 'proceeds', tx.company.baseCurrency);
    const asset = await takeAsset(tx, order.id, order.date);
    await refuseTwiceOff(tx, asset.id, order.date);
    const month = monthIndexOf(order.date);
    const due = dueAssets([asset], month);
    const [groups] = await Promise.all([groupAccounts(tx, [asset.groupId]), openPeriods(tx, [order.date])]);
    const run = depreciationRun(tx, due, groups, { through: month, postedOn: order.date });

    const amounts = {
      cost: asset.totalCost,
      accumulatedDepreciation: asset.accumulatedDepreciation.plus(run.total),
      proceeds,
    };
    const transaction = await disposalTransaction(tx, asset, order, amounts, groups.get(asset.groupId));
    const disposal: Disposal = {
      date: order.date,
      reason: order.reason,
      proceeds,
      notes: order.notes ?? null,
      transactionId: transaction.id,
    };
    await tx.insert(
      ...journalRows(tx, [...run.transactions, transaction]),
      ...(due.length === 0 ? [] : run.rows),
      auditRows(tx, {
        action: 'asset.disposed',
        entity: 'asset',
        entityId: asset.id,
        diff: { ...order, proceeds: proceeds.toString(), result: disposalResult(amounts).toString() },
      }),
    );
    await markDisposed(tx, asset.id, disposal);
    return assetAsItStands(tx, asset.id);
  }
}

/** Before the day on which an earlier disposal was taken back, the books have the asset off already. */
async function refuseTwiceOff(tx: Tx, assetId: string, date: CalendarDate): Promise<void> {
  const until = await offTheBooksUntil(tx, assetId);
  if (until === null || compareCalendarDates(date, until) >= 0) return;
  refuseField('date', `must not be before ${until}, the day on which an earlier disposal was taken back`);
}

async function disposalTransaction(
  tx: Tx,
  asset: Asset,
  order: DisposalOrder,
  amounts: DisposalAmounts,
  group: GroupAccounts | undefined,
): Promise<JournalTransaction> {
  invariant(group, 'an asset has a group');
  return {
    id: newId(),
    date: order.date,
    description: `Disposal of ${asset.code} ${asset.name}`,
    documentType: 'asset_disposal',
    // A journal has one transaction of a document: a disposal after one that was taken back is another document.
    documentId: (await hasReversedDisposal(tx, asset.id)) ? newId() : asset.id,
    partnerId: null,
    entries: disposalEntries(amounts, group, await disposalAccounts(tx, amounts)),
  };
}

/** Only the accounts that are moved are asked for: nobody needs a gain account to scrap something worthless. */
async function disposalAccounts(tx: Tx, amounts: DisposalAmounts): Promise<DisposalAccounts> {
  const result = disposalResult(amounts);
  const resultKey = result.isNegative() ? 'assets.disposalLoss' : 'assets.disposalGain';
  const accounts = await postingAccounts(tx, [
    ...(amounts.proceeds.isZero() ? [] : (['assets.disposalProceeds'] as const)),
    ...(result.isZero() ? [] : ([resultKey] as const)),
  ]);
  const idOf = (key: keyof typeof accounts): string | undefined =>
    (accounts as Partial<typeof accounts>)[key]?.accountId;
  return {
    proceeds: idOf('assets.disposalProceeds'),
    gain: idOf('assets.disposalGain'),
    loss: idOf('assets.disposalLoss'),
  };
}
