import { Field } from '../../platform/http';
import { COMPANY_COUNTRIES, type CompanyCountry } from '../domain/country-defaults';
import { AddressShape, companyMembers } from './company-members';

export class CreateCompanyRequest extends companyMembers({ optional: true, nullable: false }) {
  @Field.text() override name!: string;
  @Field.object(() => AddressShape, { optional: true }) override address?: AddressShape;
  @Field.oneOf(COMPANY_COUNTRIES, { optional: true, description: 'Never changes. Default: LT.' })
  countryCode?: CompanyCountry;
  @Field.text({
    optional: true,
    max: 3,
    description: "ISO 4217, never changes. Default: the country's.",
    example: 'EUR',
  })
  baseCurrency?: string;
  @Field.boolean({ optional: true, description: 'Never changes; a deleted sandbox is purged at once.' })
  isSandbox?: boolean;
}

class LogoShape {
  @Field.text() fileName!: string;
  @Field.text() mimeType!: string;
  @Field.text({ max: 1_000_000 }) content!: string;
}

/** What is left out stays; `null` clears. */
export class UpdateCompanyRequest extends companyMembers({ optional: true, nullable: true }) {
  @Field.text({ optional: true }) override name?: string;
  @Field.object(() => AddressShape, { optional: true }) override address?: AddressShape;
  @Field.object(() => LogoShape, { optional: true, description: 'Not supported: refused.' }) logo?: LogoShape;
}

export class CompanyIdRequest {
  @Field.id() companyId!: string;
}
