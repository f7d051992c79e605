import { invariant } from './invariant';

/** A day in the calendar, 'YYYY-MM-DD' within 1900..2199. Never an instant, so no time zone can move it. */
export type CalendarDate = string & { readonly __calendarDate: true };

/** A calendar month; `month` is 1..12. */
export interface Period {
  year: number;
  month: number;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const MS_PER_DAY = 86_400_000;
const ISO_DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Reads 'YYYY-MM-DD'; null for another format, a day that does not exist or a year outside 1900..2199. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = ISO_DATE.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return null;
  if (day < 1 || day > daysInMonth(year, month)) return null;
  return text as CalendarDate;
}

/** Negative when `a` is earlier, 0 when the same day, positive when later. */
export function compareCalendarDates(a: CalendarDate, b: CalendarDate): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Whether a day is from `from` to `to`, both included; null is an open end. */
export function isWithin(day: CalendarDate, from: CalendarDate | null, to: CalendarDate | null): boolean {
  return (
    (from === null || compareCalendarDates(day, from) >= 0) &&
    (to === null || compareCalendarDates(day, to) <= 0)
  );
}

/** The day `days` after (before, when negative) the date. Throws when it leaves 1900..2199. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * MS_PER_DAY);
  return known(moved.toISOString().slice(0, 10));
}

/** How many days after `from` the other day is; negative when it is before. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY;
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

export function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

/** The month a date falls in. */
export function periodOf(date: CalendarDate): Period {
  return { year: yearOf(date), month: monthOf(date) };
}

/** The last day of a month (1..12). Throws for a month that does not exist. */
export function lastDayOfMonth(year: number, month: number): CalendarDate {
  return known(`${padded(year, 4)}-${padded(month, 2)}-${padded(daysInMonth(year, month), 2)}`);
}

/** The date on the wall calendar of an IANA time zone at an instant. Throws RangeError for an unknown zone. */
export function calendarDateIn(instant: Date, timeZone: string): CalendarDate {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map(part => [part.type, part.value]),
  );
  return known(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs far more than using one, and a company's "today" is asked on every write. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function known(text: string): CalendarDate {
  const date = parseCalendarDate(text);
  invariant(date !== null, `${text} is not a calendar date within ${FIRST_YEAR}..${LAST_YEAR}`);
  return date;
}
