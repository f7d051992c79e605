import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';
import { ACCOUNTS_KEEPERS, VAT_PERIODS, type Address, type CompanyDetails } from '../domain/company-details';
import type { CompanyChanges } from '../domain/company';

export class AddressShape implements Address {
  @Field.text({ optional: true }) street?: string;
  @Field.text({ optional: true }) city?: string;
  @Field.text({ optional: true, max: 20 }) postalCode?: string;
  @Field.text({ optional: true, min: 2, max: 2, description: 'ISO 3166-1 alpha-2.' }) countryCode?: string;
}

const VAT_PERIOD = 'Kept and shown; each return is asked for with its months.';
const FISCAL_YEAR_END = {
  min: 1,
  max: 12,
  description: 'The last month of a fiscal year; default: 12, the calendar year.',
};
const TIME_ZONE = {
  max: 60,
  description: 'IANA name; default: that of the country.',
  example: 'Europe/Vilnius',
};

type Base = new () => CompanyChanges;
type VatDays = Pick<
  CompanyChanges,
  'isVatPayer' | 'vatPayerFrom' | 'vatPayerTo' | 'cashAccountingFrom' | 'cashAccountingTo'
>;
type VatBase = new () => VatDays;

/**
 * The members that create, update and profile have in common. In a request they are optional; `nullable` says whether
 * `null` clears them.
 */
export function companyMembers(presence: { optional: boolean; nullable: boolean }): Base {
  const always = { optional: presence.optional };
  const addition = { optional: presence.optional, addition: true };

  class CompanyMembers extends vatMembers(presence) implements CompanyChanges {
    @Field.text({ ...presence, description: "The register's code of the company.", example: '305555553' })
    code?: string | null;
    @Field.text({ ...presence, example: 'LT100001234510' }) vatCode?: string | null;
    @Field.text(presence) smeExemptionNumber?: string | null;
    @Field.oneOf(VAT_PERIODS, { ...presence, description: VAT_PERIOD })
    vatPeriod?: CompanyDetails['vatPeriod'];
    @Field.integer({ ...presence, ...FISCAL_YEAR_END }) fiscalYearEndMonth?: number | null;
    @Field.text({ ...always, ...TIME_ZONE }) timeZone?: string;
    @Field.map(presence) filingOptions?: Record<string, string | null> | null;
    @Field.text(presence) email?: string | null;
    @Field.text({ ...presence, max: 50 }) phone?: string | null;
    @Field.text({ ...presence, max: 42 }) iban?: string | null;
    @Field.text(presence) bankName?: string | null;
    @Field.text(presence) peppolId?: string | null;
    @Field.text(presence) sepaCreditorId?: string | null;
    @Field.text({ ...always, max: 3, description: 'ISO 4217; default: the base currency.', example: 'EUR' })
    defaultInvoiceCurrency?: string;
    @Field.text(presence) legalForm?: string | null;
    @Field.text(presence) registryName?: string | null;
    @Field.date(presence) incorporatedOn?: CalendarDate | null;
    @Field.decimal({ ...presence, places: 4, min: '0', example: '2500.00' }) shareCapital?: string | null;
    @Field.oneOf(ACCOUNTS_KEEPERS, presence) accountsKeptBy?: CompanyDetails['accountsKeptBy'];
    @Field.text(presence) bookkeeperName?: string | null;
    @Field.text(presence) auditorName?: string | null;
    @Field.text(presence) auditorRegistrationNumber?: string | null;
    @Field.boolean(always) auditRequired?: boolean;
    @Field.oneOf(['required', 'optional'], {
      ...addition,
      description:
        'Default: required. Under `optional` a call without Idempotency-Key is never deduplicated.',
    })
    idempotencyKeyPolicy?: CompanyChanges['idempotencyKeyPolicy'];
    @Field.oneOf(['total', 'line'], {
      ...addition,
      description:
        'Where VAT is rounded: on the total per rate and category (default, EN 16931) or per line.',
    })
    vatRounding?: CompanyChanges['vatRounding'];
    @Field.boolean({
      ...addition,
      description: 'Refuse an issue date before that of the last number. Default: false.',
    })
    strictChronology?: boolean;
    @Field.boolean({ ...addition, description: 'One live sales document per order number. Default: false.' })
    uniqueOrderNumber?: boolean;
    @Field.boolean({
      ...addition,
      description: 'Manual entries on receivable, payable and VAT accounts. Default: false.',
    })
    allowManualControlEntries?: boolean;
    @Field.oneOf(['ever', 'year'], { ...addition, description: 'Span of unique supplier numbers.' })
    purchaseNumberScope?: CompanyChanges['purchaseNumberScope'];
  }
  return CompanyMembers;
}

/** Since when and until when the company is a VAT payer, and under cash accounting. */
function vatMembers(presence: { optional: boolean; nullable: boolean }): VatBase {
  class VatMembers implements VatDays {
    @Field.boolean({ optional: presence.optional, description: 'Default: true.' }) isVatPayer?: boolean;
    @Field.date({ ...presence, addition: true, description: 'First day as a VAT payer; `null`: always was.' })
    vatPayerFrom?: CalendarDate | null;
    @Field.date({ ...presence, addition: true, description: 'Last day as a VAT payer; `null`: still is.' })
    vatPayerTo?: CalendarDate | null;
    @Field.date({
      ...presence,
      addition: true,
      description:
        'First tax point of supplies whose VAT falls due on payment (cash accounting; Lithuania); `null`: none.',
    })
    cashAccountingFrom?: CalendarDate | null;
    @Field.date({
      ...presence,
      addition: true,
      description: 'Last tax point under cash accounting; `null`: it goes on. What is issued keeps its mark.',
    })
    cashAccountingTo?: CalendarDate | null;
  }
  return VatMembers;
}
