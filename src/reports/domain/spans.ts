import { addDays, lastDayOfMonth, periodOf, type CalendarDate } from '../../shared/calendar-date';

/** Days whose movements a report asks for, both included; `fromDate` null: from the first posting on. */
export interface Span {
  name: string;
  fromDate: CalendarDate | null;
  toDate: CalendarDate;
}

/** A part of a span: whole months, which are summed already, or days of which the entries are summed. */
export interface Piece {
  span: string;
  isWholeMonths: boolean;
  fromDate: CalendarDate | null;
  toDate: CalendarDate;
}

const FIRST_DAY = '1900-01-01';

/** The span of all that is posted before a day; none before the first day there is. */
export function before(name: string, date: CalendarDate): Span[] {
  return date === FIRST_DAY ? [] : [{ name, fromDate: null, toDate: addDays(date, -1) }];
}

/**
 * Cuts spans into whole months and the days around them:
 *
 *   5 October to 20 December:  5 to 31 October, whole November, 1 to 20 December
 *   5 to 20 October:           those days
 *   up to 20 December:         the months up to November, 1 to 20 December
 */
export function piecesOf(spans: readonly Span[]): Piece[] {
  return spans.flatMap(span => cut(span).map(piece => ({ span: span.name, ...piece })));
}

function cut({ fromDate, toDate }: Span): Omit<Piece, 'span'>[] {
  const pieces: Omit<Piece, 'span'>[] = [];
  let start = fromDate;
  if (start !== null && start !== firstDayOf(start)) {
    const end = lastDayOf(start);
    if (toDate <= end) return [{ isWholeMonths: false, fromDate: start, toDate }];
    pieces.push({ isWholeMonths: false, fromDate: start, toDate: end });
    start = addDays(end, 1);
  }
  if (toDate === lastDayOf(toDate)) return [...pieces, { isWholeMonths: true, fromDate: start, toDate }];
  const rest = { isWholeMonths: false, fromDate: firstDayOf(toDate), toDate };
  if ((start ?? FIRST_DAY) < rest.fromDate)
    pieces.push({ isWholeMonths: true, fromDate: start, toDate: addDays(rest.fromDate, -1) });
  return [...pieces, rest];
}

/** The first day of the month of a date. */
function firstDayOf(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate;
}

/** The last day of the month of a date. */
export function lastDayOf(date: CalendarDate): CalendarDate {
  const { year, month } = periodOf(date);
  return lastDayOfMonth(year, month);
}
