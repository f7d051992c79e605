import { refuseNotSupported } from '../../shared/domain-error';
import { Field } from '../../platform/http';
import type { PartnerValues } from '../domain/partner';

const EMPTY = { optional: true, nullable: true };
const CODE = { ...EMPTY, max: 50 };
const NOT_SUPPORTED = { ...EMPTY, description: 'Not supported: only null is taken.' };

export class AddressMembers {
  @Field.text({ optional: true }) street?: string;
  @Field.text({ optional: true }) city?: string;
  @Field.text({ optional: true }) municipality?: string;
  @Field.text({ optional: true }) county?: string;
  @Field.text({ optional: true, max: 30 }) postalCode?: string;
  @Field.text({ optional: true, min: 2, max: 2, description: 'ISO 3166-1 alpha-2, upper case.' })
  countryCode?: string;
}

/** Members that create and update have in common; all may be left out. */
export class PartnerMembers {
  @Field.oneOf(['company', 'person'], { optional: true, description: 'Default company.' }) type?:
    'company' | 'person';
  @Field.text({ ...CODE, description: 'Company or personal code; unique per country.' }) code?: string | null;
  @Field.text({ ...CODE, description: 'VAT number with its country prefix; unique.' }) vatCode?:
    string | null;
  @Field.text({ ...EMPTY }) peppolId?: string | null;
  @Field.text({ ...EMPTY }) email?: string | null;
  @Field.text({ ...EMPTY }) phone?: string | null;
  @Field.text({ ...EMPTY }) selfEmploymentCertNo?: string | null;
  @Field.date({ ...EMPTY }) birthDate?: string | null;
  @Field.boolean({ optional: true, description: 'Default true.' }) isCustomer?: boolean;
  @Field.boolean({ optional: true, description: 'Default false.' }) isSupplier?: boolean;
  @Field.integer({ ...EMPTY, min: 0, max: 3650 }) paymentTermDays?: number | null;
  @Field.decimal({
    ...EMPTY,
    min: '0',
    places: 4,
    description: 'In base currency. Kept and shown; it stops nothing.',
  })
  creditLimit?: string | null;
  @Field.text({ ...NOT_SUPPORTED }) priceListId?: string | null;
  @Field.text({ ...NOT_SUPPORTED }) groupId?: string | null;
  @Field.text({ ...NOT_SUPPORTED }) statusId?: string | null;
  @Field.object(() => AddressMembers, { ...EMPTY, description: 'Replaced as a whole.' })
  address?: AddressMembers | null;
  @Field.object(() => AddressMembers, { ...EMPTY, description: 'Replaced as a whole.' })
  correspondenceAddress?: AddressMembers | null;
  @Field.text({ ...EMPTY, max: 5000 }) notes?: string | null;
  @Field.text({ ...EMPTY }) documentRef?: string | null;
  @Field.text({ ...EMPTY }) shortName?: string | null;
  @Field.text({ ...EMPTY }) website?: string | null;
  @Field.text({ ...EMPTY }) fax?: string | null;
  @Field.text({ ...EMPTY }) eoriCode?: string | null;
  @Field.text({ ...EMPTY }) otherCode?: string | null;
  @Field.text({ ...EMPTY }) foreignTaxNumber?: string | null;
  @Field.text({ ...EMPTY, max: 50, addition: true, description: 'Where it is paid; spaces are taken out.' })
  iban?: string | null;
  @Field.text({ ...EMPTY, max: 11, addition: true }) bic?: string | null;
  @Field.boolean({ optional: true, description: 'Not supported: only false is taken.' })
  autoDebtReminder?: boolean;
  @Field.decimal({ ...EMPTY, min: '0', max: '1000', places: 6 }) lateInterestPercent?: string | null;
  @Field.date({ ...EMPTY }) firstCallDate?: string | null;
  @Field.date({ ...EMPTY }) lastCallDate?: string | null;
  @Field.date({ ...EMPTY }) nextCallDate?: string | null;
  @Field.integer({ ...EMPTY, min: -1_000_000, max: 1_000_000 }) rating?: number | null;
  @Field.boolean({ optional: true }) isEmployee?: boolean;
  @Field.boolean({ optional: true }) isGroupMember?: boolean;
  @Field.boolean({ optional: true }) isActive?: boolean;
  @Field.oneOf(['lt', 'eu', 'non_eu'], { ...EMPTY }) legalCountryClass?: 'lt' | 'eu' | 'non_eu' | null;
}

export class CreatePartnerRequest extends PartnerMembers {
  @Field.text() name!: string;
}

export class UpdatePartnerRequest extends PartnerMembers {
  @Field.id() id!: string;
  @Field.text({ optional: true }) name?: string;
}

/** One of them. */
export class ValidateVatRequest {
  @Field.text({
    optional: true,
    max: 50,
    description: 'VAT number with its prefix.',
    example: 'LT100001234510',
  })
  vatCode?: string;
  @Field.id({ optional: true, description: 'The partner whose VAT number is meant.' }) partnerId?: string;
}

/** What of a request is kept; refuses what would need a feature that is not here. */
export function toValues<Request extends PartnerMembers>(
  request: Request,
): Omit<Request, 'priceListId' | 'groupId' | 'statusId'> & Partial<PartnerValues> {
  const { priceListId, groupId, statusId, ...values } = request;
  refuseNotSupported({ priceListId, groupId, statusId, autoDebtReminder: values.autoDebtReminder });
  return values;
}
