import { yearOf, type CalendarDate } from '../../shared/calendar-date';

/** Under what a supplier's document can exist once (INV-06). */
export interface DocumentKey {
  partnerId: string;
  numberKey: string;
  /** 0 where a number is unique for ever, else the year of the document date. */
  yearKey: number;
}

/** The year within which a number is unique. */
export function yearKey(documentOn: CalendarDate, scope: 'ever' | 'year'): number {
  return scope === 'year' ? yearOf(documentOn) : 0;
}
