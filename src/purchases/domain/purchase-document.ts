import type { DocumentLine, VatRounding } from '../../shared/arithmetic/document-totals';
import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import type { Decimal } from '../../shared/decimal';
import type { DocumentKey } from './document-key';

export const PURCHASE_TYPES = ['invoice', 'credit_note'] as const;
export type PurchaseType = (typeof PURCHASE_TYPES)[number];

/** The posting rules that name the account of a line which names none. */
export type CostRule = 'purchases.defaultExpense' | 'purchases.goodsForResale';

/** A line as its author gave it, references resolved. VAT of category AE is the buyer's own to account for. */
export interface PurchaseLine extends DocumentLine {
  lineId: string;
  description: string;
  unit: string;
  /** 0..100: how much of its VAT may be deducted. */
  deductiblePercent: Decimal;
  /** The percentage is that of the company (pro rata), not the line's own. */
  isProRata: boolean;
  itemId: string | null;
  accountCode: string | null;
  /** What the cost is counted for. */
  costCenterId: string | null;
  costRule: CostRule;
}

/** A supplier document before it has amounts. */
export interface PurchaseDocument {
  id: string;
  type: PurchaseType;
  /** As the supplier wrote it. */
  number: string;
  key: DocumentKey;
  partnerId: string;
  documentOn: CalendarDate;
  taxPointOn: CalendarDate | null;
  receivedOn: CalendarDate | null;
  dueOn: CalendarDate | null;
  currency: Currency;
  /** Units of document currency per unit of base currency. */
  exchangeRate: Decimal;
  vatRounding: VatRounding;
  creditedInvoiceId: string | null;
  /** The supplier accounts for VAT on payment; so does the buyer's deduction. A credit note is as its invoice. */
  isCashAccounting: boolean;
  details: PurchaseDetails;
  lines: PurchaseLine[];
}

/** What is kept and returned as it came, and has no effect on amounts or postings. */
export interface PurchaseDetails {
  notes?: string | null;
  intrastatTransportMode?: string | null;
  intrastatDeliveryTerms?: string | null;
  intrastatRegion?: string | null;
  intrastatNatureOfTransaction?: string | null;
  einvoiceNumber?: string | null;
  documentRef?: string | null;
}
