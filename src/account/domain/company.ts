import { calendarDateIn, type CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseField } from '../../shared/domain-error';
import type { CompanyProfile } from '../../platform/http';
import { changedDetails, type CompanyDetails } from './company-details';
import { isTimeZone } from './time-zone';

/** A company whole: what every operation asks about it (the profile) and what only this module does. */
export interface Company extends CompanyProfile {
  isSandbox: boolean;
  defaultInvoiceCurrency: string;
  details: CompanyDetails;
  deletedAt: string | null;
  purgeAfter: CalendarDate | null;
}

/** A fiscal year ends with this month unless the company says otherwise. */
export const CALENDAR_YEAR = 12;

/** What may change in the life of a company. Country and base currency may not: its books are kept by them. */
export interface CompanyChanges extends Partial<CompanyDetails> {
  name?: string;
  code?: string | null;
  vatCode?: string | null;
  timeZone?: string;
  /** 1..12; null: the calendar year. */
  fiscalYearEndMonth?: number | null;
  defaultInvoiceCurrency?: string;
  isVatPayer?: boolean;
  vatPayerFrom?: CalendarDate | null;
  vatPayerTo?: CalendarDate | null;
  cashAccountingFrom?: CalendarDate | null;
  cashAccountingTo?: CalendarDate | null;
  idempotencyKeyPolicy?: CompanyProfile['idempotencyKeyPolicy'];
  vatRounding?: CompanyProfile['vatRounding'];
  strictChronology?: boolean;
  uniqueOrderNumber?: boolean;
  allowManualControlEntries?: boolean;
  purchaseNumberScope?: CompanyProfile['purchaseNumberScope'];
}

/**
 * The company after a change: what the change leaves out stays, `null` clears. Surrounding spaces go.
 * @throws DomainError `invalid_request`: an empty name or code, an unknown time zone, VAT dates out of order;
 *   `not_supported`: cash accounting outside Lithuania
 */
export function changedCompany(company: Company, changes: CompanyChanges): Company {
  const changed: Company = {
    ...company,
    name: trimmed('name', changes.name) ?? company.name,
    code: kept(company.code, trimmed('code', changes.code)),
    vatCode: kept(company.vatCode, trimmed('vatCode', changes.vatCode)),
    timeZone: changes.timeZone ?? company.timeZone,
    fiscalYearEndMonth: kept(company.fiscalYearEndMonth, changes.fiscalYearEndMonth) ?? CALENDAR_YEAR,
    defaultInvoiceCurrency: changes.defaultInvoiceCurrency ?? company.defaultInvoiceCurrency,
    isVatPayer: changes.isVatPayer ?? company.isVatPayer,
    vatPayerFrom: kept(company.vatPayerFrom, changes.vatPayerFrom),
    vatPayerTo: kept(company.vatPayerTo, changes.vatPayerTo),
    cashAccountingFrom: kept(company.cashAccountingFrom, changes.cashAccountingFrom),
    cashAccountingTo: kept(company.cashAccountingTo, changes.cashAccountingTo),
    idempotencyKeyPolicy: changes.idempotencyKeyPolicy ?? company.idempotencyKeyPolicy,
    vatRounding: changes.vatRounding ?? company.vatRounding,
    strictChronology: changes.strictChronology ?? company.strictChronology,
    uniqueOrderNumber: changes.uniqueOrderNumber ?? company.uniqueOrderNumber,
    allowManualControlEntries: changes.allowManualControlEntries ?? company.allowManualControlEntries,
    purchaseNumberScope: changes.purchaseNumberScope ?? company.purchaseNumberScope,
    details: changedDetails(company.details, changes),
  };
  if (!isTimeZone(changed.timeZone))
    refuseField('timeZone', 'must be a zone of the IANA database such as "Europe/Vilnius"');
  if (changed.vatPayerFrom && changed.vatPayerTo && changed.vatPayerTo < changed.vatPayerFrom) {
    refuseField('vatPayerTo', 'must not be before vatPayerFrom');
  }
  refuseWrongCashAccounting(changed);
  return changed;
}

/** Returns and registers of other countries count by the tax point alone. */
function refuseWrongCashAccounting({ cashAccountingFrom, cashAccountingTo, countryCode }: Company): void {
  if (cashAccountingTo && !cashAccountingFrom) refuseField('cashAccountingTo', 'needs cashAccountingFrom');
  if (cashAccountingFrom && cashAccountingTo && cashAccountingTo < cashAccountingFrom)
    refuseField('cashAccountingTo', 'must not be before cashAccountingFrom');
  if (cashAccountingFrom && countryCode !== 'LT')
    refuse('not_supported', 'Cash accounting is supported for Lithuanian companies only; leave it out.', {
      fieldErrors: { cashAccountingFrom: ['not supported'] },
    });
}

/** The company's today. */
export function todayOf(company: Company, now: Date): CalendarDate {
  return calendarDateIn(now, company.timeZone);
}

function kept<T>(before: T | null, change: T | null | undefined): T | null {
  return change === undefined ? before : change;
}

function trimmed<T extends string | null | undefined>(member: string, text: T): T | string {
  if (typeof text !== 'string') return text;
  const result = text.trim();
  if (result === '') refuseField(member, 'must not be empty');
  return result;
}
