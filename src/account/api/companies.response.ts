import { Field } from '../../platform/http';
import type { Company } from '../domain/company';
import { chartTemplateOf } from '../domain/country-defaults';
import { AddressShape, companyMembers } from './company-members';

/** The role integrations have: they are no persons, and what they may do stands in the key's scopes. */
export const INTEGRATION_ROLE = 'developer';

export class CompanySummary {
  @Field.id() id!: string;
  @Field.text() name!: string;
  @Field.text({ nullable: true }) code!: string | null;
  @Field.text({ nullable: true }) vatCode!: string | null;
  @Field.text() role!: string;
  @Field.boolean() isSandbox!: boolean;

  static of(company: Company): CompanySummary {
    const { companyId: id, name, code, vatCode, isSandbox } = company;
    return { id, name, code, vatCode, role: INTEGRATION_ROLE, isSandbox };
  }
}

export class CompanyProfileResponse extends companyMembers({ optional: false, nullable: true }) {
  @Field.id() id!: string;
  @Field.text() override name!: string;
  @Field.boolean() isSandbox!: boolean;
  @Field.text() countryCode!: string;
  @Field.text({
    description:
      'The chart that `ledger/accounts/apply-template` applies; empty when there is none for the country.',
  })
  chartTemplate!: string;
  @Field.text({ description: 'The chart made for the country; empty when there is none.' })
  countryChartTemplate!: string;
  @Field.text() baseCurrency!: string;
  @Field.oneOf(['active', 'archived', 'deleted']) status!: string;
  @Field.object(() => AddressShape, { nullable: true }) override address!: AddressShape | null;
  @Field.id({ nullable: true }) logoFileId!: string | null;

  static of(company: Company): CompanyProfileResponse {
    const chart = chartTemplateOf(company.countryCode);
    return {
      id: company.companyId,
      name: company.name,
      code: company.code,
      vatCode: company.vatCode,
      isVatPayer: company.isVatPayer,
      isSandbox: company.isSandbox,
      countryCode: company.countryCode,
      chartTemplate: chart,
      countryChartTemplate: chart,
      baseCurrency: company.baseCurrency.code,
      defaultInvoiceCurrency: company.defaultInvoiceCurrency,
      status: company.status,
      timeZone: company.timeZone,
      fiscalYearEndMonth: company.fiscalYearEndMonth,
      logoFileId: null,
      ...company.details,
      vatPayerFrom: company.vatPayerFrom,
      vatPayerTo: company.vatPayerTo,
      cashAccountingFrom: company.cashAccountingFrom,
      cashAccountingTo: company.cashAccountingTo,
      idempotencyKeyPolicy: company.idempotencyKeyPolicy,
      vatRounding: company.vatRounding,
      strictChronology: company.strictChronology,
      uniqueOrderNumber: company.uniqueOrderNumber,
      allowManualControlEntries: company.allowManualControlEntries,
      purchaseNumberScope: company.purchaseNumberScope,
    };
  }
}

export class CompanyStatusResponse {
  @Field.id() id!: string;
  @Field.oneOf(['active', 'archived', 'deleted']) status!: string;
}

export class DeletedCompanyResponse extends CompanyStatusResponse {
  @Field.date({ description: 'From this day on the company may be purged.' }) purgeAfter!: string;
}

export class ActiveCompanyResponse {
  @Field.id() activeCompanyId!: string;
}
