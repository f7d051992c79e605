import { refuse } from '../../../shared/domain-error';
import { periodOf, type CalendarDate, type Period } from '../../../shared/calendar-date';

/** A locked month; `lockedAt` is an instant, ISO 8601. */
export interface LockedPeriod extends Period {
  lockedAt: string;
}

/** The months of the dates, each once, earliest first. */
export function periodsOf(dates: CalendarDate[]): Period[] {
  const byName = new Map(dates.map(date => [date.slice(0, 7), periodOf(date)]));
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, period]) => period);
}

/**
 * Refuses when one of the wanted months is locked, naming the first day that is not.
 * @param locked the locked months from the first wanted one on
 * @throws DomainError `period_locked`
 */
export function refuseLocked(wanted: Period[], locked: LockedPeriod[]): void {
  const byName = new Map(locked.map(period => [nameOf(period), period]));
  const hit = wanted.map(period => byName.get(nameOf(period))).find(period => period !== undefined);
  if (!hit) return;
  let open: Period = hit;
  while (byName.has(nameOf(open))) open = monthAfter(open);
  refuse(
    'period_locked',
    `Period ${nameOf(hit)} is locked since ${hit.lockedAt}; unlock it or use a date from ${nameOf(open)}-01.`,
  );
}

/** '2026-10' */
export function nameOf({ year, month }: Period): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** The months from one to another, both included. */
export function monthsBetween(first: Period, last: Period): Period[] {
  const months: Period[] = [];
  for (let month = first; nameOf(month) <= nameOf(last); month = monthAfter(month)) months.push(month);
  return months;
}

function monthAfter({ year, month }: Period): Period {
  return month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
}
