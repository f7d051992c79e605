import type { CalendarDate } from '../../shared/calendar-date';
import type { CompanyProfile } from '../../platform/scope';

/** Columns of a company (`c`) and its base currency (`y`) that every operation may ask for. */
export const COMPANY_PROFILE_COLUMNS = `c.company_id, c.name, c.code, c.vat_code, c.country_code, c.base_currency, y.minor_units,
  c.time_zone, c.fiscal_year_end_month, c.status, c.is_vat_payer, c.vat_payer_from, c.vat_payer_to, c.cash_accounting_from, c.cash_accounting_to,
  c.idempotency_key_policy, c.vat_rounding, c.strict_chronology, c.unique_order_number, c.allow_manual_control_entries, c.purchase_number_scope`;

export interface CompanyProfileRow {
  company_id: string;
  name: string;
  code: string | null;
  vat_code: string | null;
  country_code: string;
  base_currency: string;
  minor_units: number;
  time_zone: string;
  status: CompanyProfile['status'];
  is_vat_payer: boolean;
  vat_payer_from: CalendarDate | null;
  vat_payer_to: CalendarDate | null;
  cash_accounting_from: CalendarDate | null;
  cash_accounting_to: CalendarDate | null;
  idempotency_key_policy: CompanyProfile['idempotencyKeyPolicy'];
  vat_rounding: CompanyProfile['vatRounding'];
  strict_chronology: boolean;
  unique_order_number: boolean;
  allow_manual_control_entries: boolean;
  purchase_number_scope: CompanyProfile['purchaseNumberScope'];
  fiscal_year_end_month: number;
}

export function toCompanyProfile(row: CompanyProfileRow): CompanyProfile {
  return {
    companyId: row.company_id,
    name: row.name,
    code: row.code,
    vatCode: row.vat_code,
    countryCode: row.country_code,
    baseCurrency: { code: row.base_currency, minorUnits: row.minor_units },
    timeZone: row.time_zone,
    status: row.status,
    isVatPayer: row.is_vat_payer,
    vatPayerFrom: row.vat_payer_from,
    vatPayerTo: row.vat_payer_to,
    cashAccountingFrom: row.cash_accounting_from,
    cashAccountingTo: row.cash_accounting_to,
    idempotencyKeyPolicy: row.idempotency_key_policy,
    vatRounding: row.vat_rounding,
    strictChronology: row.strict_chronology,
    uniqueOrderNumber: row.unique_order_number,
    allowManualControlEntries: row.allow_manual_control_entries,
    purchaseNumberScope: row.purchase_number_scope,
    fiscalYearEndMonth: row.fiscal_year_end_month,
  };
}
