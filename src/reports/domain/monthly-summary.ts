import { lastDayOfMonth, type CalendarDate, type Period } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import { netDebit, without, type AccountSum } from './account-sum';
import { before, type Span } from './spans';

/** A month of the books, in base currency. */
export interface MonthSummary extends Period {
  /** What stands on the receivable and payable control accounts at the end of the month. */
  receivables: Money;
  payables: Money;
  revenue: Money;
  expenses: Money;
  netResult: Money;
}

/** The last `count` months up to this one, the earliest first. */
export function monthsUpTo({ year, month }: Period, count: number): Period[] {
  const latest = year * 12 + month - 1;
  return Array.from({ length: count }, (_, index) => {
    const at = latest - count + 1 + index;
    return { year: (at - (at % 12)) / 12, month: (at % 12) + 1 };
  });
}

/** All before the months, and each month. */
export function spansOfMonths(months: readonly Period[]): Span[] {
  const spans = months.map(({ year, month }) => {
    const toDate = lastDayOfMonth(year, month);
    return { name: nameOf({ year, month }), fromDate: `${toDate.slice(0, 8)}01` as CalendarDate, toDate };
  });
  return [...before('opening', spans[0]!.fromDate), ...spans];
}

/**
 * @param sums of the spans of `spansOfMonths`
 * @param closes of the same spans, by year-end closes
 */
export function monthlySummary(
  months: readonly Period[],
  sums: readonly AccountSum[],
  closes: readonly AccountSum[],
  base: Currency,
): MonthSummary[] {
  const isOf =
    (name: string, what: (sum: AccountSum) => boolean) =>
    (sum: AccountSum): boolean =>
      sum.span === name && what(sum);
  let receivables = netDebit(sums, base, isOf('opening', isReceivable));
  let payables = netDebit(sums, base, isOf('opening', isPayable)).negated();
  const results = without(sums, closes);
  return months.map(period => {
    const name = nameOf(period);
    receivables = receivables.plus(netDebit(sums, base, isOf(name, isReceivable)));
    payables = payables.minus(netDebit(sums, base, isOf(name, isPayable)));
    const revenue = netDebit(
      results,
      base,
      isOf(name, ({ type }) => type === 'income'),
    ).negated();
    const expenses = netDebit(
      results,
      base,
      isOf(name, ({ type }) => type === 'expense'),
    );
    return { ...period, receivables, payables, revenue, expenses, netResult: revenue.minus(expenses) };
  });
}

const isReceivable = ({ control }: AccountSum): boolean => control === 'receivable';
const isPayable = ({ control }: AccountSum): boolean => control === 'payable';

function nameOf({ year, month }: Period): string {
  return `${year}-${month}`;
}
