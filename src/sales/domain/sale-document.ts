import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import type { Decimal } from '../../shared/decimal';
import type { Money } from '../../shared/money';
import type { VatScheme } from '../../shared/vat-scheme';
import type { VatCategory, VatRounding } from '../../shared/arithmetic/document-totals';

/** The last one is made by the product: the tax document on a receipt of an advance. */
export const SALE_TYPES = ['invoice', 'credit_note', 'proforma', 'advance', 'advance_tax'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

/** The types as they are told: a tax document is an invoice (Directive 2006/112/EC, art. 220(1)(4)), which its nature tells apart. */
export const TOLD_TYPES = ['invoice', 'credit_note', 'proforma', 'advance'] as const;

export function toldType(type: SaleType): (typeof TOLD_TYPES)[number] {
  return type === 'advance_tax' ? 'invoice' : type;
}

/** What a document is about; a credit note has it from the document it credits. */
export const SALE_NATURES = ['sale', 'advance', 'advance_tax', 'proforma'] as const;
export type SaleNature = (typeof SALE_NATURES)[number];

/** @param credited the type of the document that a credit note credits; undefined where that was issued elsewhere */
export function natureOf(type: SaleType, credited?: SaleType): SaleNature {
  if (type === 'credit_note') return natureOf(credited ?? 'invoice');
  return type === 'invoice' ? 'sale' : type;
}

/** A line as its author gave it, references resolved. */
export interface SaleLine {
  lineId: string;
  description: string;
  unit: string;
  quantity: Decimal;
  unitPrice: Decimal;
  priceIncludesVat: boolean;
  discountPercent: Decimal;
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  vatCode: string | null;
  vatExemptionBasis: string | null;
  creditedLineId: string | null;
  /** The item that filled the line. */
  itemId: string | null;
  /** Where the net is posted; null: to the account of `sales.revenueServices`. */
  revenueAccountCode: string | null;
  /** What the revenue is counted for. */
  costCenterId: string | null;
  /** Set where the amount is a part of the credited line's and not quantity x price. */
  amount?: Money;
  /** The line takes off what was taxed when this advance was paid; it is made anew whenever amounts are. */
  deductedAdvanceId?: string;
}

/** A sales document before it has amounts and a number. */
export interface SaleDocument {
  id: string;
  type: SaleType;
  nature: SaleNature;
  partnerId: string;
  currency: Currency;
  /** Units of document currency per unit of base currency. */
  exchangeRate: Decimal;
  vatRounding: VatRounding;
  discountPercent: Decimal;
  issuedOn: CalendarDate | null;
  taxPointOn: CalendarDate | null;
  dueOn: CalendarDate | null;
  creditedInvoiceId: string | null;
  creditedReference: string | null;
  creditedOn: CalendarDate | null;
  vatScheme: VatScheme | null;
  vatCountryCode: string | null;
  seriesId: string | null;
  businessKey: string | null;
  orderNumber: string | null;
  details: SaleDetails;
  lines: SaleLine[];
}

/** What an author says beside lines and dates that decides amounts, VAT or postings. */
export interface SaleChoices {
  /** The credit note credits all that is left; its lines are made anew when it is issued. */
  creditsRest?: boolean;
  /** Advances whose taxed receipts this invoice deducts. */
  deductedAdvances?: string[];
  /** Of an advance: VAT is due on what is paid, when it is paid. */
  vatOnPayment?: boolean;
  /** The seller is a platform that is taken to be the seller: it charges VAT. */
  deemedSupplier?: boolean;
}

/** What is kept and returned as it came, and has no effect on amounts or postings. */
export interface SaleRemarks {
  creditReason?: string | null;
  intrastatTransportMode?: string | null;
  intrastatDeliveryTerms?: string | null;
  intrastatRegion?: string | null;
  intrastatNatureOfTransaction?: string | null;
  notes?: string | null;
  documentRef?: string | null;
  seriesLabel?: string | null;
  issuedByName?: string | null;
  issuedByTitle?: string | null;
  receivedByName?: string | null;
  receivedByTitle?: string | null;
}

/** Both are stored together. */
export interface SaleDetails extends SaleChoices, SaleRemarks {}
