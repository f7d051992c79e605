import { yearOf, type CalendarDate } from '../../shared/calendar-date';

/**
 * Kinds of documents that are numbered; each company has a default series for each. The last one is ours: tax documents on
 * receipts of advances, whose series is opened with the first of them.
 */
export const NUMBERED_DOCUMENT_TYPES = [
  'sale_invoice',
  'sale_credit_note',
  'sale_proforma',
  'sale_advance',
  'sale_advance_tax',
] as const;
export type NumberedDocumentType = (typeof NUMBERED_DOCUMENT_TYPES)[number];

/** A document series: what decides the numbers and how they are written. */
export interface Series {
  seriesId: string;
  documentType: NumberedDocumentType;
  /** Text before the number; `{YYYY}`, `{YY}` and `{MM}` stand for parts of the issue date. */
  prefix: string;
  /** Least number of digits; shorter numbers get leading zeros. */
  numberLength: number;
  label: string | null;
  printSeries: boolean;
}

export const DEFAULT_NUMBER_LENGTH = 4;

/** No year and no restart: one unbroken run of numbers per kind of document, the plainest lawful numbering. */
export const DEFAULT_PREFIXES: Record<NumberedDocumentType, string> = {
  sale_invoice: 'INV-',
  sale_credit_note: 'CN-',
  sale_proforma: 'PF-',
  sale_advance: 'ADV-',
  sale_advance_tax: 'TD-',
};

const TOKEN = /\{(YYYY|YY|MM)\}/g;
const WRITABLE = /^[\p{L}\p{N} ._/#&-]*$/u;

/** What is wrong with a prefix, or null: letters, digits, ` ._/#&-` and the tokens of the issue date. */
export function prefixFault(prefix: string): string | null {
  if (prefix !== prefix.trim()) return 'must not begin or end with a space';
  if (!WRITABLE.test(prefix.replace(TOKEN, ''))) {
    return 'may hold letters, digits, spaces, ._/#&- and the tokens {YYYY}, {YY} and {MM}';
  }
  return null;
}

/** Whether the prefix tells years apart: without that a yearly restart would give one full number twice. */
export function namesYear(prefix: string): boolean {
  return prefix.includes('{YYYY}') || prefix.includes('{YY}');
}

/** The number as it stands on the document: `INV-{YYYY}-` and 7 in 2026 make `INV-2026-0007`. */
export function fullNumber(
  series: Pick<Series, 'prefix' | 'numberLength'>,
  number: number,
  issuedOn: CalendarDate,
): string {
  const year = String(yearOf(issuedOn));
  const parts: Record<string, string> = { YYYY: year, YY: year.slice(2), MM: issuedOn.slice(5, 7) };
  const prefix = series.prefix.replace(TOKEN, (_, token: string) => parts[token] ?? '');
  return prefix + String(number).padStart(series.numberLength, '0');
}
