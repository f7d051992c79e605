import { lastDayOfMonth, monthOf, yearOf, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { Asset, DepreciationTerms } from './asset';
import { monthIndexOf } from './month-index';

/** Digits kept of an amount before it is rounded to money, so that a share of days like 1/28 cannot move a half cent. */
const AMOUNT_DECIMALS = 30;

/** Depreciation of one month; `month` is a month index. */
export interface MonthlyDepreciation {
  month: number;
  amount: Money;
}

/**
 * A stretch of the schedule in which nothing changes. A modernization ends one and begins the next with what is left:
 * remaining value over remaining life, so that what is posted stays as it is.
 */
interface Stretch {
  firstMonth: number;
  /** How much of the first month counts. */
  firstShare: Decimal;
  /** What is depreciated before. */
  accumulated: Money;
  /** What this stretch depreciates, if nothing else changes. */
  depreciable: Money;
  /** In months, from the beginning of the stretch. */
  life: Decimal;
}

/**
 * Straight-line depreciation from the month after the last posted one through `through`, one row a month.
 *
 * Cumulative: accumulated after n months = round(depreciable x n / life), a month's amount is the difference. So every
 * month is within a minor unit of every other, the last one takes the residue, and the sum is exact. A month may come to
 * 0.00; there are none before the start and none once everything but the salvage value is depreciated.
 *
 *   12,509.79 over 18 months:                       694.99, 694.98, 694.99, ...  sum 12,509.79
 *   1,200.00 over 12 months from 15 April, daily:   53.33 (16 of 30 days), 11 x 100.00, 46.67
 */
export function depreciationDue(
  asset: DepreciationTerms & Pick<Asset, 'accumulatedDepreciation' | 'lastDepreciatedMonth'>,
  through: number,
): MonthlyDepreciation[] {
  const stretches = stretchesOf(asset);
  const rows: MonthlyDepreciation[] = [];
  let accumulated = asset.accumulatedDepreciation;
  const first = Math.max(stretches[0]!.firstMonth, (asset.lastDepreciatedMonth ?? 0) + 1);
  for (let month = first; month <= through; month++) {
    const stretch = stretches.findLast(({ firstMonth }) => firstMonth <= month)!;
    if (accumulated.equals(stretch.accumulated.plus(stretch.depreciable))) continue;
    const amount = accumulatedAfter(stretch, month).minus(accumulated);
    invariant(!amount.isNegative(), 'depreciation never takes back what is posted');
    rows.push({ month, amount });
    accumulated = accumulated.plus(amount);
  }
  return rows;
}

/** Whether everything that can be depreciated has a life in which it is. */
export function hasLifeForItsValue(terms: DepreciationTerms): boolean {
  return stretchesOf(terms).every(({ depreciable, life }) => depreciable.isZero() || life.greaterThan(0));
}

function stretchesOf(terms: DepreciationTerms): Stretch[] {
  return terms.modernizations.reduce(
    (stretches, { date, amount, addedLifeMonths }) => {
      const current = stretches.at(-1)!;
      const month = monthIndexOf(date) + 1;
      const next = month <= current.firstMonth ? current : continued(current, month);
      const changed = {
        ...next,
        depreciable: next.depreciable.plus(amount),
        life: next.life.plus(addedLifeMonths),
      };
      return [...(next === current ? stretches.slice(0, -1) : stretches), changed];
    },
    [firstStretch(terms)],
  );
}

function firstStretch(terms: DepreciationTerms): Stretch {
  const { acquisitionCost, salvageValue, opening, usefulLifeMonths, depreciationStartsOn } = terms;
  const start: Stretch = {
    firstMonth: monthIndexOf(depreciationStartsOn),
    firstShare: terms.method === 'daily' ? shareOfMonth(depreciationStartsOn) : new Decimal(1),
    accumulated: opening.accumulated,
    depreciable: acquisitionCost.minus(salvageValue).minus(opening.accumulated),
    life: new Decimal(usefulLifeMonths),
  };
  if (opening.months === 0) return start;
  const month = start.firstMonth + opening.months;
  return {
    ...start,
    firstMonth: month,
    firstShare: new Decimal(1),
    life: start.life.minus(elapsed(start, month - 1)),
  };
}

/** What is left of a stretch from a month on, as a stretch of its own. */
function continued(stretch: Stretch, month: number): Stretch {
  const accumulated = accumulatedAfter(stretch, month - 1);
  return {
    firstMonth: month,
    firstShare: new Decimal(1),
    accumulated,
    depreciable: stretch.accumulated.plus(stretch.depreciable).minus(accumulated),
    life: stretch.life.minus(elapsed(stretch, month - 1)),
  };
}

/** What is depreciated by the end of a month of the stretch. */
function accumulatedAfter(stretch: Stretch, month: number): Money {
  const { accumulated, depreciable, life } = stretch;
  const done = elapsed(stretch, month);
  if (done.greaterThanOrEqualTo(life)) return accumulated.plus(depreciable);
  const exact = depreciable.amount.times(done).div(life).toDecimalPlaces(AMOUNT_DECIMALS);
  return accumulated.plus(Money.round(exact, depreciable.currency));
}

/** Months of the stretch that are over by the end of a month, at most its life. */
function elapsed({ firstMonth, firstShare, life }: Stretch, month: number): Decimal {
  return month < firstMonth ? new Decimal(0) : Decimal.min(firstShare.plus(month - firstMonth), life);
}

/** The part of its month that is left on a day, the day included: 16/30 on 15 April. */
function shareOfMonth(date: CalendarDate): Decimal {
  const days = dayOf(lastDayOfMonth(yearOf(date), monthOf(date)));
  return new Decimal(days - dayOf(date) + 1).div(days);
}

function dayOf(date: CalendarDate): number {
  return Number(date.slice(8));
}
