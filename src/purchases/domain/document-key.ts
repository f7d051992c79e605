import { yearOf, type CalendarDate } from '../../shared/calendar-date';

/** Under what a supplier's document can exist once (INV-06). */
export interface DocumentKey {
  partnerId: string;
  numberKey: string;
  /** 0 where a number is unique for ever, else the year of the document date. */
  yearKey: number;
}

/** Dashes and hyphens of Unicode, and the minus sign. */
const HYPHENS = /[\p{Pd}\u2212]/gu;
/** What cannot be seen: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * A document number as it is compared: NFKC, without case, outer space and invisible characters, every hyphen a "-".
 * Leading zeros, dots and inner spaces count: "AB-001" and "AB-0001" are two numbers. Empty for a number of nothing.
 */
export function numberKey(number: string): string {
  const folded = number.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(INVISIBLE, '').replace(HYPHENS, '-').trim();
}

/** The year within which a number is unique. */
export function yearKey(documentOn: CalendarDate, scope: 'ever' | 'year'): number {
  return scope === 'year' ? yearOf(documentOn) : 0;
}
