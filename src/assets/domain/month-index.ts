import type { CalendarDate, Period } from '../../shared/calendar-date';
import { monthOf, yearOf } from '../../shared/calendar-date';

/** Number of a month counted from year 0, so that months can be added and compared. */
export function monthIndex({ year, month }: Period): number {
  return year * 12 + month - 1;
}

export function monthIndexOf(date: CalendarDate): number {
  return monthIndex({ year: yearOf(date), month: monthOf(date) });
}

/** The month of an index. */
export function periodAt(index: number): Period {
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** '2026-10' */
export function monthName(index: number): string {
  const { year, month } = periodAt(index);
  return `${year}-${String(month).padStart(2, '0')}`;
}
