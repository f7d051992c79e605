import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal, sumOf } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';
import type { SaftPeriod } from './saft-order';
import { monetary, saftDate, shortId, type SaftSide, type Texts, type Warnings } from './saft-values';

/** A fixed asset and all that ever happened to it; amounts are decimal strings in base currency. */
export interface SaftAsset {
  id: string;
  code: string;
  name: string;
  groupName: string;
  accountCode: string;
  depreciationAccountCode: string;
  acquiredOn: CalendarDate;
  depreciationStartsOn: CalendarDate;
  acquisitionCost: string;
  openingDepreciation: string;
  usefulLifeMonths: number;
  disposedOn: CalendarDate | null;
  disposalReason: 'sold' | 'scrapped' | 'written_off' | null;
  disposalTransactionId: string | null;
  modernizations: { id: string; date: CalendarDate; amount: string; addedLifeMonths: number }[];
  depreciations: SaftDepreciation[];
  reversedDisposals: SaftReversedDisposal[];
}

/** A disposal that was taken back. */
export interface SaftReversedDisposal {
  disposedOn: CalendarDate;
  reason: 'sold' | 'scrapped' | 'written_off';
  transactionId: string;
  reversedOn: CalendarDate;
  reversalTransactionId: string;
}

export interface SaftDepreciation {
  runId: string;
  year: number;
  month: number;
  amount: string;
  postedOn: CalendarDate;
  transactionId: string | null;
  /** Where it was taken back. */
  reversedOn: CalendarDate | null;
  reversalTransactionId: string | null;
}

/** An event of an asset as the file tells of it. */
interface AssetEvent {
  id: string;
  type: 'I' | 'NUS' | 'NUR' | 'KT';
  description: string;
  date: CalendarDate;
  transactionId: string;
  amount: string;
  side: SaftSide;
  /** A disposal or its reversal: the asset is worth what leaves or comes back. */
  leavesOrReturns?: true;
}

/** Cost and accumulated depreciation at the end of a day; `before` leaves that day out. */
function valueAt(
  asset: SaftAsset,
  day: CalendarDate,
  before = false,
): { cost: Decimal; depreciation: Decimal } {
  const happened = (date: CalendarDate | null): boolean =>
    date !== null && (before ? date < day : date <= day);
  if (!happened(asset.acquiredOn)) return { cost: new Decimal(0), depreciation: new Decimal(0) };
  const isGone =
    happened(asset.disposedOn) ||
    asset.reversedDisposals.some(
      ({ disposedOn, reversedOn }) => happened(disposedOn) && !happened(reversedOn),
    );
  if (isGone) return { cost: new Decimal(0), depreciation: new Decimal(0) };
  const added = asset.modernizations
    .filter(({ date }) => happened(date))
    .map(({ amount }) => new Decimal(amount));
  const written = asset.depreciations
    .filter(({ postedOn, reversedOn }) => happened(postedOn) && !happened(reversedOn))
    .map(({ amount }) => new Decimal(amount));
  return {
    cost: sumOf([new Decimal(asset.acquisitionCost), ...added]),
    depreciation: sumOf([new Decimal(asset.openingDepreciation), ...written]),
  };
}

/** Depreciation posted in the period less what was taken back in it. */
function depreciationIn(asset: SaftAsset, { fromDate, toDate }: SaftPeriod): Decimal {
  const isIn = (date: CalendarDate | null): boolean => date !== null && date >= fromDate && date <= toDate;
  return sumOf(
    asset.depreciations.map(({ amount, postedOn, reversedOn }) =>
      new Decimal(isIn(postedOn) ? amount : 0).minus(isIn(reversedOn) ? amount : 0),
    ),
  );
}

/** The asset as it stood in the period (master data). */
export function assetElement(
  asset: SaftAsset,
  period: SaftPeriod,
  texts: Texts,
  warnings: Warnings,
): XmlMembers {
  const begin = valueAt(asset, period.fromDate, true);
  const end = valueAt(asset, period.toDate);
  const added = asset.modernizations.filter(({ date }) => date <= period.toDate);
  const goneOn = disposalAt(asset, period.toDate);
  return {
    AssetID: assetId(asset),
    AccountID: texts.of('name', asset.accountCode),
    Description: texts.of('long', asset.name),
    DateOfAcquisition: saftDate(asset.acquiredOn) ?? undefined,
    StartUpDate: saftDate(asset.acquiredOn),
    Valuations: {
      Valuation: {
        AssetValuationType: 'IS',
        ValuationClass: texts.of('short', asset.groupName),
        AccountID: texts.of('name', asset.accountCode),
        AcquisitionAndProductionCostsBegin: monetary(begin.cost),
        AcquisitionAndProductionCostsEnd: monetary(end.cost),
        InvestmentSupport: monetary(sumOf(added.map(({ amount }) => new Decimal(amount)))),
        AssetLifeMonth: String(lifeMonths(asset, added)),
        ...(goneOn !== undefined && {
          AssetDisposal: monetary(valueBefore(asset, goneOn).cost),
          AssetDisposalDate: goneOn,
        }),
        BookValueBegin: monetary(begin.cost.minus(begin.depreciation)),
        DepreciationMethod: 'T',
        DepreciationForPeriod: periodDepreciation(asset, period, warnings),
        AccountID2: texts.of('name', asset.depreciationAccountCode),
        AccumulatedDepreciation: monetary(end.depreciation),
        BookValueEnd: monetary(end.cost.minus(end.depreciation)),
      },
    },
    DepreciationDate: saftDate(asset.depreciationStartsOn) ?? undefined,
  };
}

function lifeMonths(asset: SaftAsset, added: readonly { addedLifeMonths: number }[]): number {
  return added.reduce((months, { addedLifeMonths }) => months + addedLifeMonths, asset.usefulLifeMonths);
}

/** The file has no room for a period that took back more than it depreciated. */
function periodDepreciation(asset: SaftAsset, period: SaftPeriod, warnings: Warnings): string {
  const amount = depreciationIn(asset, period);
  if (!amount.isNegative()) return monetary(amount);
  warnings.add('Assets of which the period took back more depreciation than it posted show 0.00', asset.code);
  return '0.00';
}

/** What happened to the asset in the period, in the order of the days. */
export function assetTransactions(asset: SaftAsset, period: SaftPeriod, texts: Texts): XmlMembers[] {
  return eventsOf(asset)
    .filter(({ date }) => date >= period.fromDate && date <= period.toDate)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(event => {
      const value = isLastDay(asset, event) ? valueBefore(asset, event.date) : valueAt(asset, event.date);
      return {
        AssetTransactionID: event.id,
        AssetID: assetId(asset),
        AssetTransactionType: event.type,
        Description: texts.of('long', event.description),
        AssetTransactionDate: saftDate(event.date),
        TransactionID: event.transactionId,
        AssetTransactionValuations: {
          AssetTransactionValuation: {
            AssetValuationType: 'IS',
            AcquisitionAndProductionCostsOnTransaction: monetary(value.cost),
            BookValueOnTransaction: monetary(value.cost.minus(value.depreciation)),
            AssetTransactionAmount: monetary(event.amount),
            DebitCreditIndicator: event.side,
          },
        },
      };
    });
}

/** An inventory number longer than the file holds gives way to our id: cut, it might be that of another asset. */
function assetId({ id, code }: SaftAsset): string {
  return [...code].length <= 35 ? code : shortId(id);
}

/** The day of the disposal that stands at the end of a day, whatever was taken back since. */
function disposalAt(
  { disposedOn, reversedDisposals }: SaftAsset,
  day: CalendarDate,
): CalendarDate | undefined {
  if (disposedOn !== null && disposedOn <= day) return disposedOn;
  return reversedDisposals.find(one => one.disposedOn <= day && one.reversedOn > day)?.disposedOn;
}

/** On the day of a disposal the asset is worth what leaves the books, on that of its reversal what comes back. */
function isLastDay(
  { disposedOn, reversedDisposals }: SaftAsset,
  { date, leavesOrReturns }: AssetEvent,
): boolean {
  return (
    leavesOrReturns === true || date === disposedOn || reversedDisposals.some(one => one.disposedOn === date)
  );
}

/** What a disposal of a day takes out of the books, the depreciation of that day included, or its reversal brings back. */
function valueBefore(asset: SaftAsset, day: CalendarDate): { cost: Decimal; depreciation: Decimal } {
  return valueAt({ ...asset, disposedOn: null, reversedDisposals: [] }, day);
}

/** Acquisition and modernisation post nothing of their own: their cost comes with a purchase. */
function eventsOf(asset: SaftAsset): AssetEvent[] {
  const { modernizations, depreciations, disposedOn, disposalTransactionId } = asset;
  return [
    {
      id: asset.id,
      type: 'I',
      description: 'Acquisition',
      date: asset.acquiredOn,
      transactionId: '',
      amount: asset.acquisitionCost,
      side: 'D',
    },
    ...modernizations.map(({ id, date, amount }): AssetEvent => {
      return { id, type: 'KT', description: 'Modernisation', date, transactionId: '', amount, side: 'D' };
    }),
    ...depreciations.flatMap(depreciation => depreciationEvents(asset, depreciation)),
    ...(disposedOn === null || disposalTransactionId === null
      ? []
      : [disposalEvent(asset, asset.disposalReason, disposedOn, disposalTransactionId)]),
    ...asset.reversedDisposals.flatMap(reversed => reversedDisposalEvents(asset, reversed)),
  ];
}

function depreciationEvents({ id }: SaftAsset, depreciation: SaftDepreciation): AssetEvent[] {
  const { runId, year, month, amount, postedOn, transactionId, reversedOn, reversalTransactionId } =
    depreciation;
  const monthName = `${year}-${String(month).padStart(2, '0')}`;
  const name = `${shortId(id)}${shortId(runId).slice(-12)}-${monthName}`;
  const posted: AssetEvent = {
    id: name,
    type: 'NUS',
    description: `Depreciation of ${monthName}`,
    date: postedOn,
    transactionId: transactionId ?? '',
    amount,
    side: 'K',
  };
  if (reversedOn === null) return [posted];
  const reversal: AssetEvent = {
    ...posted,
    id: `${name}R`,
    description: `Depreciation of ${monthName} taken back`,
    date: reversedOn,
    transactionId: reversalTransactionId ?? '',
    side: 'D',
  };
  return [posted, reversal];
}

/** Only what is scrapped or written off is a write-off (NUR); a sale is of another type. */
function disposalEvent(
  asset: SaftAsset,
  reason: SaftAsset['disposalReason'],
  date: CalendarDate,
  transactionId: string,
): AssetEvent {
  const value = valueBefore(asset, date);
  return {
    id: transactionId,
    type: reason === 'sold' ? 'KT' : 'NUR',
    description: reason === 'sold' ? 'Sale' : 'Write-off',
    leavesOrReturns: true,
    date,
    transactionId,
    amount: value.cost.minus(value.depreciation).toFixed(2),
    side: 'K',
  };
}

function reversedDisposalEvents(asset: SaftAsset, reversed: SaftReversedDisposal): AssetEvent[] {
  const { reason, disposedOn, transactionId, reversedOn, reversalTransactionId } = reversed;
  const disposal = disposalEvent(asset, reason, disposedOn, transactionId);
  return [
    disposal,
    {
      ...disposal,
      id: reversalTransactionId,
      type: 'KT',
      description: `${disposal.description} taken back`,
      date: reversedOn,
      transactionId: reversalTransactionId,
      side: 'D',
    },
  ];
}
