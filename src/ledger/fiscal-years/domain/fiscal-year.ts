import {
  addDays,
  compareCalendarDates,
  lastDayOfMonth,
  monthOf,
  yearOf,
  type CalendarDate,
} from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { refuse } from '../../../shared/domain-error';
import { Money } from '../../../shared/money';
import type { JournalEntry } from '../../journal/domain/journal-transaction';

/** Marks the closing and its reversal in the journal: reports of profit and loss leave them out. */
export const YEAR_END_CLOSE = 'year_end_close';

/** A fiscal year by the calendar year in which it ends, and its days. */
export interface FiscalYear {
  year: number;
  from: CalendarDate;
  to: CalendarDate;
}

/** A close that stands. */
export interface YearClose extends FiscalYear {
  id: string;
  transactionId: string | null;
}

/** A close as listed; `result` is a decimal string in base currency, positive for a profit. */
export interface ListedYear extends YearClose {
  status: 'closed' | 'reopened';
  result: string;
  closedAt: string;
  reopenedAt: string | null;
  reopenReason: string | null;
  reversalTransactionId: string | null;
}

/** The calendar year in which the fiscal year of a day ends; by the month (1..12) with which it does. */
export function endYearOf(date: CalendarDate, endMonth: number): number {
  return monthOf(date) <= endMonth ? yearOf(date) : yearOf(date) + 1;
}

/**
 * The fiscal year that ends in a calendar year: with the last day of `endMonth`, after the year before it. After a change of
 * the month the first year is as long as what is left since the last closed day.
 *
 *   2026, ends in December:                                   2026-01-01 to 2026-12-31
 *   2026, ends in June:                                       2025-07-01 to 2026-06-30
 *   2026, ends in June, closed through 2025-12-31 already:    2026-01-01 to 2026-06-30
 */
export function fiscalYear(year: number, endMonth: number, closedThrough: CalendarDate | null): FiscalYear {
  const to = lastDayOfMonth(year, endMonth);
  const from = addDays(lastDayOfMonth(year - 1, endMonth), 1);
  if (closedThrough === null || compareCalendarDates(closedThrough, from) < 0) return { year, from, to };
  return { year, from: addDays(closedThrough, 1), to };
}

/**
 * Years are closed in order.
 * @throws DomainError `fiscal_year_already_closed`, `fiscal_year_order`, `future_date`
 */
export function refuseUnclosable(
  { year, to }: FiscalYear,
  latest: YearClose | undefined,
  today: CalendarDate,
): void {
  if (latest && latest.to === to) {
    refuse('fiscal_year_already_closed', `Fiscal year ${year} (to ${to}) is closed already.`, {
      existingId: latest.id,
    });
  }
  if (latest && compareCalendarDates(to, latest.to) < 0) {
    refuse(
      'fiscal_year_order',
      `The books are closed through ${latest.to}; fiscal year ${year} ends before that.`,
    );
  }
  if (compareCalendarDates(to, today) > 0) {
    refuse('future_date', `Fiscal year ${year} ends on ${to}; today is ${today}.`, {
      fieldErrors: { year: [`ends after ${today}`] },
    });
  }
}

/** An account of profit and loss: what is on it at the end of the year, and what was before the year; debit positive. */
export interface ResultBalance {
  accountId: string;
  balance: Money;
  before: Money;
}

/**
 * What an earlier year left on income and expense accounts is that year's result, not this one's.
 * @throws DomainError `fiscal_year_order`
 */
export function refuseUnclosedBefore({ year, from }: FiscalYear, balances: ResultBalance[]): void {
  if (balances.every(({ before }) => before.isZero())) return;
  const earlier = yearOf(addDays(from, -1));
  refuse(
    'fiscal_year_order',
    `Income and expenses from before ${from} are not closed; close fiscal year ${earlier} before ${year}.`,
  );
}

/**
 * The entries that close income and expenses into retained earnings, and the result: positive for a profit.
 *
 *   income 100.00, expenses 60.00:  debit income 100.00, credit expenses 60.00, credit retained earnings 40.00; result 40.00
 */
export function closingEntries(
  balances: ResultBalance[],
  retainedEarningsId: string,
  base: Currency,
): { entries: JournalEntry[]; result: Money } {
  const loss = Money.sum(
    balances.map(({ balance }) => balance),
    base,
  );
  const closed = balances.map(({ accountId, balance }): JournalEntry => ({
    accountId,
    side: 'credit',
    base: balance,
    document: balance,
  }));
  const carried: JournalEntry = { accountId: retainedEarningsId, side: 'debit', base: loss, document: loss };
  return { entries: [...closed, carried].filter(entry => !entry.base.isZero()), result: loss.negated() };
}
