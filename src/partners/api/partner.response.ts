import { Field } from '../../platform/http';
import type { Address, Partner } from '../domain/partner';
import { AddressMembers } from './partner.request';

const EMPTY = { nullable: true };

export class PartnerResponse {
  @Field.id() id!: string;
  @Field.oneOf(['company', 'person']) type!: 'company' | 'person';
  @Field.text() name!: string;
  @Field.text(EMPTY) code!: string | null;
  @Field.text(EMPTY) vatCode!: string | null;
  @Field.text(EMPTY) peppolId!: string | null;
  @Field.text(EMPTY) email!: string | null;
  @Field.text(EMPTY) phone!: string | null;
  @Field.text(EMPTY) selfEmploymentCertNo!: string | null;
  @Field.date(EMPTY) birthDate!: string | null;
  @Field.boolean() isCustomer!: boolean;
  @Field.boolean() isSupplier!: boolean;
  @Field.integer(EMPTY) paymentTermDays!: number | null;
  @Field.decimal(EMPTY) creditLimit!: string | null;
  @Field.text(EMPTY) priceListId!: string | null;
  @Field.text(EMPTY) groupId!: string | null;
  @Field.text(EMPTY) statusId!: string | null;
  @Field.boolean(EMPTY) vatValid!: boolean | null;
  @Field.instant(EMPTY) vatValidatedAt!: string | null;
  @Field.text({ ...EMPTY, addition: true, description: "VIES's identifier of the question." })
  vatRequestIdentifier!: string | null;
  @Field.object(() => AddressMembers, EMPTY) address!: Address | null;
  @Field.object(() => AddressMembers, EMPTY) correspondenceAddress!: Address | null;
  @Field.text(EMPTY) notes!: string | null;
  @Field.text(EMPTY) documentRef!: string | null;
  @Field.text(EMPTY) shortName!: string | null;
  @Field.text(EMPTY) website!: string | null;
  @Field.text(EMPTY) fax!: string | null;
  @Field.text(EMPTY) eoriCode!: string | null;
  @Field.text(EMPTY) otherCode!: string | null;
  @Field.text(EMPTY) foreignTaxNumber!: string | null;
  @Field.text({ ...EMPTY, addition: true }) iban!: string | null;
  @Field.text({ ...EMPTY, addition: true }) bic!: string | null;
  @Field.boolean() autoDebtReminder!: boolean;
  @Field.decimal(EMPTY) lateInterestPercent!: string | null;
  @Field.date(EMPTY) firstCallDate!: string | null;
  @Field.date(EMPTY) lastCallDate!: string | null;
  @Field.date(EMPTY) nextCallDate!: string | null;
  @Field.integer(EMPTY) rating!: number | null;
  @Field.boolean() isEmployee!: boolean;
  @Field.boolean() isGroupMember!: boolean;
  @Field.boolean() isActive!: boolean;
  @Field.oneOf(['lt', 'eu', 'non_eu'], EMPTY) legalCountryClass!: 'lt' | 'eu' | 'non_eu' | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}

export class FindOrCreatePartnerResponse {
  @Field.boolean() created!: boolean;
  @Field.object(() => PartnerResponse) partner!: PartnerResponse;
}

/** There are no price lists, groups and statuses of partners. */
export function toResponse({ values, vatCheck, ...partner }: Partner): PartnerResponse {
  const vatRequestIdentifier = vatCheck?.requestIdentifier ?? null;
  return { ...partner, vatRequestIdentifier, ...values, priceListId: null, groupId: null, statusId: null };
}

export class ValidateVatResponse {
  @Field.boolean() valid!: boolean;
  @Field.text({ description: 'The prefix of the number: EL is Greece, XI Northern Ireland.' })
  countryCode!: string;
  @Field.text({ description: 'Without the prefix.' }) vatNumber!: string;
  @Field.text({ ...EMPTY, description: 'Null where the state does not tell.' }) name!: string | null;
  @Field.text(EMPTY) address!: string | null;
  @Field.text({
    ...EMPTY,
    description: "VIES's proof of the question; null when the company has no VAT number that VIES accepts.",
  })
  requestIdentifier!: string | null;
  @Field.instant() checkedAt!: string;
  @Field.oneOf(['format', 'vies'], {
    addition: true,
    description: '`format`: form or check digits are wrong, so VIES was not asked.',
  })
  source!: string;
}
