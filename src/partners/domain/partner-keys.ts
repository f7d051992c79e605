import { refuseField } from '../../shared/domain-error';
import { seatByEuVatNumber } from '../../shared/eu-vat-area';

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
      seatByEuVatNumber(vatCodeKey) ??
      (partner.type === 'company' ? companyCountry : null),
  };
}

function keyOf(member: string, code: string | null): string | null {
  if (code === null) return null;
  const key = codeKey(code);
  if (!/^[\p{L}\p{N}+*/_&]+$/u.test(key)) refuseField(member, 'must be letters and digits');
  return key;
}
