import type { CalendarDate } from '../../shared/calendar-date';
import type { Money } from '../../shared/money';

/** How a month is counted: `monthly` every month whole, `daily` the first and the last by their days in use. */
export const DEPRECIATION_METHODS = ['monthly', 'daily'] as const;
export type DepreciationMethod = (typeof DEPRECIATION_METHODS)[number];

export const ASSET_STATUSES = ['active', 'fully_depreciated', 'disposed'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export const DISPOSAL_REASONS = ['sold', 'scrapped', 'written_off'] as const;
export type DisposalReason = (typeof DISPOSAL_REASONS)[number];

/** What makes the depreciation schedule. Amounts are in base currency. */
export interface DepreciationTerms {
  acquisitionCost: Money;
  /** What is left at the end of the useful life; never depreciated. */
  salvageValue: Money;
  usefulLifeMonths: number;
  method: DepreciationMethod;
  depreciationStartsOn: CalendarDate;
  opening: OpeningDepreciation;
  /** By date. */
  modernizations: Modernization[];
}

/** What was depreciated elsewhere, before the asset came into these books: the first `months` months of its schedule. */
interface OpeningDepreciation {
  accumulated: Money;
  months: number;
}

/** Value added to an asset and months added to its life (negative: taken off), from the month after its date on. */
export interface Modernization {
  date: CalendarDate;
  amount: Money;
  addedLifeMonths: number;
  notes: string | null;
}

/** How an asset left the books. */
export interface Disposal {
  date: CalendarDate;
  reason: DisposalReason;
  proceeds: Money;
  notes: string | null;
  transactionId: string;
}

/** A document that goes with an asset, wherever it is kept. */
export interface AssetDocument {
  name: string;
  ref: string;
}

/** A fixed asset as it stands. Amounts are in base currency. */
export interface Asset extends DepreciationTerms {
  id: string;
  groupId: string;
  code: string;
  name: string;
  acquiredOn: CalendarDate;
  notes: string | null;
  documents: AssetDocument[] | null;
  disposal: Disposal | null;
  createdAt: string;
  /** Acquisition cost and everything added to it. */
  totalCost: Money;
  /** What is depreciated so far, before these books included. */
  accumulatedDepreciation: Money;
  /** Total cost less accumulated depreciation; of a disposed asset, what was written off. */
  netBookValue: Money;
  depreciatedMonths: number;
  /** Useful life with everything added to it. */
  totalLifeMonths: number;
  /** Index of the latest month posted in these books (`monthIndex`). */
  lastDepreciatedMonth: number | null;
  status: AssetStatus;
}
