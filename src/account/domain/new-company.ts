import type { Currency } from '../../shared/currency';
import { CALENDAR_YEAR, changedCompany, type Company, type CompanyChanges } from './company';
import { NO_DETAILS } from './company-details';
import { COUNTRY_DEFAULTS, type CompanyCountry } from './country-defaults';

/** What is said once, when a company is made. */
export interface CompanyOpening extends CompanyChanges {
  name: string;
  countryCode?: CompanyCountry;
  /** ISO 4217 */
  baseCurrency?: string;
  isSandbox?: boolean;
}

/** The country and the currency of the books, given or by default: Lithuania, and the country's currency. */
export function openingTerms(opening: CompanyOpening): { countryCode: CompanyCountry; baseCurrency: string } {
  const countryCode = opening.countryCode ?? 'LT';
  return { countryCode, baseCurrency: opening.baseCurrency ?? COUNTRY_DEFAULTS[countryCode].baseCurrency };
}

/**
 * A new company with everything it left to us.
 * @throws DomainError `invalid_request` as `changedCompany` does
 */
export function newCompany(companyId: string, opening: CompanyOpening, baseCurrency: Currency): Company {
  const { countryCode } = openingTerms(opening);
  const blank: Company = {
    companyId,
    name: opening.name,
    code: null,
    vatCode: null,
    countryCode,
    baseCurrency,
    defaultInvoiceCurrency: baseCurrency.code,
    timeZone: COUNTRY_DEFAULTS[countryCode].timeZone,
    isSandbox: opening.isSandbox ?? false,
    status: 'active',
    isVatPayer: true,
    vatPayerFrom: null,
    vatPayerTo: null,
    cashAccountingFrom: null,
    cashAccountingTo: null,
    idempotencyKeyPolicy: 'required',
    vatRounding: 'total',
    strictChronology: false,
    uniqueOrderNumber: false,
    allowManualControlEntries: false,
    purchaseNumberScope: 'ever',
    fiscalYearEndMonth: CALENDAR_YEAR,
    details: NO_DETAILS,
    deletedAt: null,
    purgeAfter: null,
  };
  return changedCompany(blank, opening);
}
