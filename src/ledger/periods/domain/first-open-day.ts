import {
  compareCalendarDates,
  lastDayOfMonth,
  addDays,
  periodOf,
  type CalendarDate,
  type Period,
} from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';

/** The day itself, or the first of the first later month that is not closed. `closed` in any order. */
export function firstOpenDay(day: CalendarDate, closed: Period[]): CalendarDate {
  const { year, month } = periodOf(day);
  if (!closed.some(period => period.year === year && period.month === month)) return day;
  return firstOpenDay(addDays(lastDayOfMonth(year, month), 1), closed);
}

/**
 * The first open day for what is taken back now: it is not posted into the future.
 * @throws DomainError `period_locked` where all is closed up to today
 */
export function takeBackDay(
  { today }: { today: CalendarDate },
  day: CalendarDate,
  closed: Period[],
): CalendarDate {
  const open = firstOpenDay(day, closed);
  if (compareCalendarDates(open, day) > 0 && compareCalendarDates(open, today) > 0) {
    refuse(
      'period_locked',
      `Every day from ${day} through today, ${today}, is locked; unlock a month (ledger/periods/unlock), or wait until ${open}.`,
    );
  }
  return open;
}
