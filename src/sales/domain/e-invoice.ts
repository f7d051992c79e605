import type { Currency } from '../../shared/currency';
import type { CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import type { Money } from '../../shared/money';
import type { RateTotal, VatCategory, VatRounding } from '../../shared/arithmetic/document-totals';
import type { PeppolId } from './peppol-id';

export type EInvoiceType = 'invoice' | 'credit_note';

/** Seller or buyer as an electronic invoice names it; null where nothing is known. */
export interface EInvoiceParty {
  name: string;
  /** A person's code stays private. */
  isPerson: boolean;
  /** Code of the register of companies. */
  code: string | null;
  /** With the prefix of a country; null where it has none or another. */
  vatNumber: string | null;
  countryCode: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  county: string | null;
  contactName: string | null;
  phone: string | null;
  email: string | null;
  endpoint: PeppolId | null;
}

/** A line as issued. */
export interface EInvoiceLine {
  description: string;
  unit: string;
  /** Of UN/ECE Recommendation 20 or 21; null where the unit is none of ours. */
  unitCode: string | null;
  quantity: Decimal;
  unitPrice: Decimal;
  priceIncludesVat: boolean;
  /** By the line or the document. */
  isDiscounted: boolean;
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  net: Money;
}

/** VAT of one rate and category as issued, codes together, and the legal bases that its lines and codes name. */
export interface EInvoiceVat extends Pick<RateTotal, 'vatRatePercent' | 'vatCategory' | 'net' | 'vat'> {
  legalBases: string[];
}

/** An issued document with all that an electronic invoice of it tells. Amounts are as stored; a credit note's are positive. */
export interface EInvoice {
  type: EInvoiceType;
  number: string;
  issuedOn: CalendarDate;
  taxPointOn: CalendarDate;
  dueOn: CalendarDate;
  currency: Currency;
  notes: string[];
  orderNumber: string | null;
  /** A reference of the buyer's, or the caller's own. */
  buyerReference: string | null;
  /** The invoice that a credit note credits. */
  preceding: { number: string; issuedOn: CalendarDate | null } | null;
  seller: EInvoiceParty;
  buyer: EInvoiceParty;
  /** Where to pay; an account without an IBAN as the company writes it. */
  account: { number: string; isIban: boolean } | null;
  vatRounding: VatRounding;
  /** A price of the document, or of the invoice it credits, includes VAT. */
  isPricedWithVat: boolean;
  lines: EInvoiceLine[];
  vatTotals: EInvoiceVat[];
  net: Money;
  vat: Money;
  gross: Money;
  /** VAT in the company's base currency. */
  baseVat: Money;
  /** Paid on the issue date or before, advances included. */
  prepaid: Money;
}
