import { refuseField } from '../../shared/domain-error';

/** Two-letter prefixes of EU VAT numbers (Directive 2006/112/EC, article 215) whose letters are not the country's code. */
const COUNTRIES_OF_SPECIAL_PREFIXES: Record<string, string> = {
  EL: 'GR',
  // Northern Ireland: within the EU rules for goods, a part of the United Kingdom all the same.
  XI: 'GB',
};
const EU_VAT_PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

const SEPARATORS = /[\s.\p{Pd}]/gu;

/**
 * The form in which VAT codes and company codes are compared: NFKC, upper case, without spaces, dots and hyphens.
 * "lt 100-001.234" and "LT100001234" are one code; leading zeros count.
 */
export function codeKey(code: string): string {
  return code.normalize('NFKC').replace(SEPARATORS, '').toUpperCase();
}

/** What makes a partner the same partner; null where it has no such code. */
export interface PartnerKeys {
  vatCodeKey: string | null;
  codeKey: string | null;
  countryCode: string | null;
}

export interface PartnerIdentity {
  type: 'company' | 'person';
  code: string | null;
  vatCode: string | null;
  addressCountryCode: string | null;
}

/**
 * Keys of a partner. Its country is that of its address, else of its VAT code, else for a company the country of the
 * books it stands in.
 */
export function partnerKeys(partner: PartnerIdentity, companyCountry: string): PartnerKeys {
  const vatCodeKey = keyOf('vatCode', partner.vatCode);
  return {
    vatCodeKey,
    codeKey: keyOf('code', partner.code),
    countryCode:
      partner.addressCountryCode ??
      countryOfVatCode(vatCodeKey) ??
      (partner.type === 'company' ? companyCountry : null),
  };
}

function keyOf(member: string, code: string | null): string | null {
  if (code === null) return null;
  const key = codeKey(code);
  if (!/^[\p{L}\p{N}+*/_&]+$/u.test(key)) refuseField(member, 'must be letters and digits');
  return key;
}

function countryOfVatCode(key: string | null): string | null {
  const prefix = key?.slice(0, 2) ?? '';
  return EU_VAT_PREFIXES.has(prefix) ? (COUNTRIES_OF_SPECIAL_PREFIXES[prefix] ?? prefix) : null;
}
