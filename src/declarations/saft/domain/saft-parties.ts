import type { XmlMembers } from '../../../shared/xml';
import { balance, shortId, type Texts, type Warnings } from './saft-values';

export interface SaftAddress {
  street?: string;
  city?: string;
  municipality?: string;
  postalCode?: string;
  countryCode?: string;
}

/** A customer or supplier as the company knows it now, with its balances (positive: debit) by account. */
export interface SaftPartner {
  id: string;
  name: string;
  code: string | null;
  vatCode: string | null;
  countryCode: string | null;
  address: SaftAddress | null;
  email: string | null;
  phone: string | null;
  iban: string | null;
  accounts: { code: string; opening: string; closing: string }[];
}

/** AddressStructure: city, postal code and country stand there even when they are not known. */
export function addressStructure(
  address: SaftAddress | null,
  countryCode: string | null,
  type: 'BA' | 'KT',
  texts: Texts,
): XmlMembers {
  return {
    StreetName: address?.street === undefined ? undefined : texts.of('name', address.street),
    City: texts.of('middle', address?.city),
    PostalCode: texts.of('short', address?.postalCode),
    Country: address?.countryCode ?? countryCode ?? '',
    AddressType: type,
    Region: address?.municipality === undefined ? undefined : texts.of('middle', address.municipality),
  };
}

/** The number by which a party stands in a taxpayers' register: the VAT code if there is one. */
export function taxRegistration(
  { vatCode, code }: { vatCode: string | null; code: string | null },
  texts: Texts,
): { TaxRegistrationNumber: string; TaxType: string } {
  if (vatCode !== null) return { TaxRegistrationNumber: texts.of('middle', vatCode), TaxType: 'PVM' };
  if (code !== null) return { TaxRegistrationNumber: texts.of('middle', code), TaxType: 'MMR' };
  return { TaxRegistrationNumber: '', TaxType: '' };
}

export function customerElement(partner: SaftPartner, texts: Texts, warnings: Warnings): XmlMembers {
  return {
    ...partyMembers(partner, texts, warnings),
    CustomerID: shortId(partner.id),
    Accounts: accountsOf(partner, texts),
  };
}

export function supplierElement(partner: SaftPartner, texts: Texts, warnings: Warnings): XmlMembers {
  return {
    ...partyMembers(partner, texts, warnings),
    SupplierID: shortId(partner.id),
    SelfBillingIndicator: '',
    Accounts: accountsOf(partner, texts),
  };
}

function partyMembers(partner: SaftPartner, texts: Texts, warnings: Warnings): XmlMembers {
  const { name, code, vatCode, countryCode, address, iban } = partner;
  if (address?.city === undefined) warnings.add('Partners without an address (city and postal code)', name);
  if (code === null && vatCode === null) warnings.add('Partners without a code and a VAT code', name);
  return {
    RegistrationNumber: code === null ? undefined : texts.of('middle', code),
    Name: texts.of('name', name),
    Address: addressStructure(address, countryCode, 'BA', texts),
    TaxRegistration:
      vatCode === null
        ? undefined
        : { ...taxRegistration(partner, texts), Country: countryCode ?? undefined },
    BankAccount: iban === null ? undefined : { IBANNumber: texts.of('middle', iban) },
  };
}

function accountsOf({ accounts }: SaftPartner, texts: Texts): XmlMembers[] {
  return accounts.map(({ code, opening, closing }) => ({
    AccountID: texts.of('name', code),
    ...balance('Opening', opening),
    ...balance('Closing', closing),
  }));
}
