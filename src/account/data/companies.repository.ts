import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { refuseField, refuseUnknown } from '../../shared/domain-error';
import type { TableRows, Tx } from '../../platform/database';
import type { Company } from '../domain/company';
import type { CompanyDetails } from '../domain/company-details';
import { COMPANY_PROFILE_COLUMNS, toCompanyProfile, type CompanyProfileRow } from './company-profile';

interface CompanyRow extends CompanyProfileRow {
  is_sandbox: boolean;
  default_invoice_currency: string;
  details: CompanyDetails;
  deleted_at: string | null;
  purge_after: CalendarDate | null;
}

@Injectable()
export class CompaniesRepository {
  /**
   * The company of the scope.
   * @throws DomainError `not_found`
   */
  async get(tx: Tx): Promise<Company> {
    return this.select(tx, '');
  }

  /** The same, locked: others who would change it wait, and then see what was made of it. Work inside it goes on. */
  async getForUpdate(tx: Tx): Promise<Company> {
    return this.select(tx, 'FOR NO KEY UPDATE OF c');
  }

  /** Rows of a new company; insert them together with its audit row. */
  rows(tx: Tx, company: Company): TableRows[] {
    return [
      { table: 'companies', rows: [{ ...columns(company), created_at: tx.now, updated_at: tx.now }] },
      { table: 'company_directory', rows: [directoryColumns(company, null)] },
    ];
  }

  /** Stores the company as it now is. */
  async update(tx: Tx, company: Company): Promise<void> {
    await tx.update('companies', ['company_id'], { ...columns(company), updated_at: tx.now });
  }

  /** The same, and tells the workers its state. `dueAt`: when one has to look after it. */
  async updateStatus(tx: Tx, company: Company, dueAt: Date | null): Promise<void> {
    await this.update(tx, company);
    await tx.update('company_directory', ['company_id'], directoryColumns(company, dueAt));
  }

  /**
   * The currency of an ISO 4217 code.
   * @throws DomainError `invalid_request` naming the member, when it is unknown
   */
  async currency(tx: Tx, member: string, code: string): Promise<Currency> {
    const [row] = await tx.query<Currency>(
      'SELECT code, minor_units AS "minorUnits" FROM currencies WHERE code = $1',
      [code],
    );
    return row ?? refuseField(member, `"${code}" is not a known currency`);
  }

  private async select(tx: Tx, lock: string): Promise<Company> {
    const [row] = await tx.query<CompanyRow>(
      `SELECT ${COMPANY_PROFILE_COLUMNS}, c.is_sandbox, c.default_invoice_currency, c.details, c.deleted_at, c.purge_after
         FROM companies c JOIN currencies y ON y.code = c.base_currency WHERE c.company_id = $1 ${lock}`,
      [tx.companyId],
    );
    return row ? toCompany(row) : refuseUnknown('companyId', `Company ${tx.companyId}`);
  }
}

function toCompany(row: CompanyRow): Company {
  return {
    ...toCompanyProfile(row),
    isSandbox: row.is_sandbox,
    defaultInvoiceCurrency: row.default_invoice_currency,
    details: row.details,
    deletedAt: row.deleted_at,
    purgeAfter: row.purge_after,
  };
}

function columns(company: Company): Record<string, unknown> {
  return {
    company_id: company.companyId,
    name: company.name,
    code: company.code,
    vat_code: company.vatCode,
    country_code: company.countryCode,
    base_currency: company.baseCurrency.code,
    default_invoice_currency: company.defaultInvoiceCurrency,
    time_zone: company.timeZone,
    fiscal_year_end_month: company.fiscalYearEndMonth,
    is_sandbox: company.isSandbox,
    status: company.status,
    deleted_at: company.deletedAt,
    purge_after: company.purgeAfter,
    is_vat_payer: company.isVatPayer,
    vat_payer_from: company.vatPayerFrom,
    vat_payer_to: company.vatPayerTo,
    cash_accounting_from: company.cashAccountingFrom,
    cash_accounting_to: company.cashAccountingTo,
    idempotency_key_policy: company.idempotencyKeyPolicy,
    vat_rounding: company.vatRounding,
    strict_chronology: company.strictChronology,
    unique_order_number: company.uniqueOrderNumber,
    allow_manual_control_entries: company.allowManualControlEntries,
    purchase_number_scope: company.purchaseNumberScope,
    details: company.details,
  };
}

function directoryColumns(company: Company, dueAt: Date | null): Record<string, unknown> {
  return { company_id: company.companyId, status: company.status, next_due_at: dueAt };
}
