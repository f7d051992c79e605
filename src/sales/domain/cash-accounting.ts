import type { DocumentTotals } from '../../shared/arithmetic/document-totals';
import { isWithin, type CalendarDate } from '../../shared/calendar-date';
import type { SaleDocument } from './sale-document';

/** Since when and until when the VAT of a company's supplies falls due on payment; `cashAccountingFrom` null: never. */
interface CashAccountingDays {
  countryCode: string;
  cashAccountingFrom: CalendarDate | null;
  cashAccountingTo: CalendarDate | null;
}

/**
 * Whether the VAT of a sale falls due as it is paid (PVMĮ art. 14(9)): an invoice with VAT of the company's own country whose
 * tax point is within its days. A credit note is as its invoice; one of an invoice that is not in these books is not.
 */
export function isCashAccounting(
  sale: { document: SaleDocument; totals: DocumentTotals; taxPointOn: CalendarDate },
  original: { isCashAccounting: boolean } | null,
  company: CashAccountingDays,
): boolean {
  if (original) return original.isCashAccounting;
  const { document, totals, taxPointOn } = sale;
  const { cashAccountingFrom: from, cashAccountingTo: to, countryCode } = company;
  const isOnPayment = from !== null && isWithin(taxPointOn, from, to);
  const isDomestic =
    (document.vatScheme ?? 'domestic') === 'domestic' &&
    (document.vatCountryCode ?? countryCode) === countryCode;
  return isOnPayment && isDomestic && document.type === 'invoice' && !totals.vat.isZero();
}
