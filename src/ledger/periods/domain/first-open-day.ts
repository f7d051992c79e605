import {
  lastDayOfMonth,
  addDays,
  periodOf,
  type CalendarDate,
  type Period,
} from '../../../shared/calendar-date';

/** The day itself, or the first of the first later month that is not closed. `closed` in any order. */
export function firstOpenDay(day: CalendarDate, closed: Period[]): CalendarDate {
  const { year, month } = periodOf(day);
  if (!closed.some(period => period.year === year && period.month === month)) return day;
  return firstOpenDay(addDays(lastDayOfMonth(year, month), 1), closed);
}
