import {
  lastDayOfMonth,
  parseCalendarDate,
  type CalendarDate,
  type Period,
} from '../../../shared/calendar-date';
import { refuseField } from '../../../shared/domain-error';
import { invariant } from '../../../shared/invariant';

/** The months a return covers: `months` of them from `month` on. */
export interface ReturnPeriod {
  year: number;
  month: number;
  months: number;
}

export interface DayRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** First and last day. @throws DomainError `invalid_request` for months that leave the calendar year */
export function daysOf({ year, month, months }: ReturnPeriod): DayRange {
  const lastMonth = month + months - 1;
  if (lastMonth > 12) refuseField('months', `must end within ${year}: a return does not cross years`);
  const from = parseCalendarDate(`${lastDayOfMonth(year, month).slice(0, 8)}01`);
  invariant(from, 'every month has a first day');
  return { from, to: lastDayOfMonth(year, lastMonth) };
}

export function monthsOf({ year, month, months }: ReturnPeriod): Period[] {
  return Array.from({ length: months }, (_, index) => ({ year, month: month + index }));
}

/** First and last day of a calendar quarter (1..4). */
export function daysOfQuarter(year: number, quarter: number): DayRange {
  return daysOf({ year, month: quarter * 3 - 2, months: 3 });
}
