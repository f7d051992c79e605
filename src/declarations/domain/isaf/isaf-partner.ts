import type { XmlContent } from '../../../shared/xml';
import { cut, lengthOf, type IsafPartner, type Warn } from './isaf-document';

const NO_DATA = 'ND';
const MAX_NAME_LENGTH = 256;

/** VAT number prefixes of the Union: Greece writes EL (GR is met too), XI is Northern Ireland. */
const EU_VAT_PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/**
 * The other party in full, without master files. A VAT number of the Union identifies by itself; otherwise the registration
 * number follows, and with it its country (annotations of CustomerInfo and SupplierInfo in the schema).
 */
export function partnerInfo(partner: IsafPartner, warn: Warn): XmlContent {
  const { vatCode, companyCode, isPerson } = partner;
  if (!vatCode && !companyCode && !isPerson) warn('the partner has neither a VAT code nor a company code');
  const registrationNumber = isEuVatCode(vatCode) ? null : companyCode || (vatCode ? null : NO_DATA);
  return {
    VATRegistrationNumber: vatCode || NO_DATA,
    ...(registrationNumber !== null && { RegistrationNumber: registrationNumber }),
    Country: registrationNumber === null ? null : countryOf(partner, warn),
    Name: partnerName(partner, warn),
  };
}

function isEuVatCode(vatCode: string | null): boolean {
  return vatCode !== null && EU_VAT_PREFIXES.has(vatCode.slice(0, 2));
}

function countryOf({ countryCode }: IsafPartner, warn: Warn): XmlContent {
  if (countryCode !== null && /^[A-Z]{2}$/.test(countryCode)) return countryCode;
  warn('the country of the partner is missing or is no two-letter code');
  return null;
}

function partnerName({ name }: IsafPartner, warn: Warn): string {
  if (name === null || name.trim() === '') return NO_DATA;
  if (lengthOf(name) > MAX_NAME_LENGTH) {
    warn(`the name of the partner was cut to ${MAX_NAME_LENGTH} characters`);
  }
  return cut(name, MAX_NAME_LENGTH);
}
