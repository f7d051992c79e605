import { isWithin, type CalendarDate } from './calendar-date';

/** Since when and until when a company is a VAT payer; open ends are null. */
export interface VatRegistration {
  isVatPayer: boolean;
  vatPayerFrom: CalendarDate | null;
  vatPayerTo: CalendarDate | null;
}

export function isVatPayerOn(day: CalendarDate, company: VatRegistration): boolean {
  return company.isVatPayer && isWithin(day, company.vatPayerFrom, company.vatPayerTo);
}
