/** A postal address; members that are not known are absent. */
export interface Address {
  street?: string;
  city?: string;
  municipality?: string;
  county?: string;
  postalCode?: string;
  countryCode?: string;
}

/** What is kept of a partner, stored together. Payments go to `iban` and `bic`; documents print the addresses. */
export interface PartnerDetails {
  peppolId: string | null;
  phone: string | null;
  selfEmploymentCertNo: string | null;
  birthDate: string | null;
  creditLimit: string | null;
  address: Address | null;
  correspondenceAddress: Address | null;
  notes: string | null;
  documentRef: string | null;
  shortName: string | null;
  website: string | null;
  fax: string | null;
  eoriCode: string | null;
  otherCode: string | null;
  foreignTaxNumber: string | null;
  iban: string | null;
  bic: string | null;
  autoDebtReminder: boolean;
  lateInterestPercent: string | null;
  firstCallDate: string | null;
  lastCallDate: string | null;
  nextCallDate: string | null;
  rating: number | null;
  isEmployee: boolean;
  isGroupMember: boolean;
  legalCountryClass: 'lt' | 'eu' | 'non_eu' | null;
}

/** Everything of a partner that its owner says. */
export interface PartnerValues extends PartnerDetails {
  type: 'company' | 'person';
  name: string;
  code: string | null;
  vatCode: string | null;
  email: string | null;
  isCustomer: boolean;
  isSupplier: boolean;
  isActive: boolean;
  paymentTermDays: number | null;
}

/** How it is known whether a VAT number is valid. */
export interface VatCheck {
  /** `format`: its form or check digits are wrong, so nobody was asked. */
  source: 'format' | 'vies';
  /** The prefix: EL is Greece, XI Northern Ireland. */
  countryCode: string;
  vatNumber: string;
  name: string | null;
  address: string | null;
  /** VIES's proof of the question. */
  requestIdentifier: string | null;
}

export interface Partner {
  id: string;
  values: PartnerValues;
  vatValid: boolean | null;
  vatValidatedAt: string | null;
  vatCheck: VatCheck | null;
  createdAt: string;
  updatedAt: string;
}

/** A partner that says no more than a name. */
export const NEW_PARTNER: Omit<PartnerValues, 'name'> = {
  type: 'company',
  code: null,
  vatCode: null,
  email: null,
  isCustomer: true,
  isSupplier: false,
  isActive: true,
  paymentTermDays: null,
  peppolId: null,
  phone: null,
  selfEmploymentCertNo: null,
  birthDate: null,
  creditLimit: null,
  address: null,
  correspondenceAddress: null,
  notes: null,
  documentRef: null,
  shortName: null,
  website: null,
  fax: null,
  eoriCode: null,
  otherCode: null,
  foreignTaxNumber: null,
  iban: null,
  bic: null,
  autoDebtReminder: false,
  lateInterestPercent: null,
  firstCallDate: null,
  lastCallDate: null,
  nextCallDate: null,
  rating: null,
  isEmployee: false,
  isGroupMember: false,
  legalCountryClass: null,
};
