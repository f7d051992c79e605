import type { CalendarDate } from '../../../shared/calendar-date';

/** F: both registers, S: issued documents (sales), P: received documents (purchases). */
export const ISAF_DATA_TYPES = ['F', 'S', 'P'] as const;
export type IsafDataType = (typeof ISAF_DATA_TYPES)[number];

/** A document as the VAT register has it: amounts in EUR, credit notes negative. */
export interface IsafDocument {
  documentNumber: string;
  documentDate: CalendarDate;
  kind: 'invoice' | 'credit_note';
  taxPointDate: CalendarDate;
  /** The day whose VAT codes apply: the tax point, of a credit note that of what it corrects. */
  ratesAsOf: CalendarDate;
  partner: IsafPartner;
  /** The documents a credit note corrects. */
  references: readonly { number: string; date: CalendarDate }[];
  rows: readonly IsafRow[];
  /** VAT falls due on payment (PVMĮ art. 14(9)). */
  cashAccounting?: boolean;
}

/** A received document; `partner` is the supplier. Self-assessed VAT stands in `vat` like charged VAT. */
export interface ReceivedDocument extends IsafDocument {
  receivedDate: CalendarDate;
}

export interface IsafPartner {
  /** As printed on the document; null when it is not printed there. */
  name: string | null;
  countryCode: string | null;
  /** With its country prefix, as printed on the document. */
  vatCode: string | null;
  companyCode: string | null;
  /** Consumers have no codes: their absence is no warning. */
  isPerson: boolean;
}

export interface IsafRow {
  /** Code of the VAT classifier (order VA-49), e.g. PVM1. */
  vatCode: string | null;
  /** Null where the classifier has no rate for the code. */
  ratePercent: string | null;
  /** EN 16931 VAT category: S, Z, E, AE, K, G or O. */
  category: string;
  net: string;
  vat: string;
}

/** When a code of the classifier was in force; null: without end. */
export interface CodeValidity {
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
}

export type Warn = (message: string) => void;

/** What the two registers write differently. */
export interface Register {
  element: 'SalesInvoices' | 'PurchaseInvoices';
  partnerElement: 'CustomerInfo' | 'SupplierInfo';
  isReceived: boolean;
}
export const ISSUED: Register = {
  element: 'SalesInvoices',
  partnerElement: 'CustomerInfo',
  isReceived: false,
};
export const RECEIVED: Register = {
  element: 'PurchaseInvoices',
  partnerElement: 'SupplierInfo',
  isReceived: true,
};

/** The days that the schema takes. */
export const EARLIEST_DATE = '2016-07-01';
export const EARLIEST_REFERENCE_DATE = '1990-01-01';
export const LATEST_DATE = '2100-01-01';

/** The schema counts characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
