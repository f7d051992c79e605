/**
 * What VAT numbers of the EU begin with (Directive 2006/112/EC, article 215): the code of the member state by ISO 3166-1,
 * but EL for Greece, and XI for Northern Ireland, which is within EU VAT for goods (Windsor Framework, article 8).
 */
export const EU_VAT_PREFIXES = [
  ...([
    'AT',
    'BE',
    'BG',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'EL',
    'ES',
    'FI',
    'FR',
    'HR',
    'HU',
    'IE',
    'IT',
  ] as const),
  ...(['LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'XI'] as const),
] as const;

export type EuVatPrefix = (typeof EU_VAT_PREFIXES)[number];

/** The prefixes, and Greece as ISO 3166-1 has it, which people write before VAT numbers, too. */
const EU_CODES: ReadonlySet<string> = new Set([...EU_VAT_PREFIXES, 'GR']);

/** Codes that VAT law reads as another country's: EL by custom, Monaco and the Isle of Man by Directive 2006/112/EC, art. 7. */
const READ_AS: Readonly<Record<string, string>> = { EL: 'GR', MC: 'FR', IM: 'GB' };

/** Whether a country code or the prefix of a VAT number is that of a member state, or XI. */
export function isMemberState(code: string): boolean {
  return EU_CODES.has(code);
}

/** The country whose VAT law a place belongs to, as ISO 3166-1, or XI. */
export function vatCountryOf(countryCode: string): string {
  return READ_AS[countryCode] ?? countryCode;
}

/** The country a VAT number names by its prefix, as ISO 3166-1 (GR for EL) or XI; null where it names none. */
export function countryOfVatNumber(vatNumber: string | null): string | null {
  const prefix = /^[A-Z]{2}/.exec(vatNumber ?? '')?.[0];
  if (prefix === undefined) return null;
  return prefix === 'EL' ? 'GR' : prefix;
}

/**
 * The country in which whoever has this EU VAT number sits, as ISO 3166-1: Northern Ireland, within the EU rules for goods,
 * is a part of the United Kingdom all the same. Null for other numbers: their first letters may name no country.
 */
export function seatByEuVatNumber(vatNumber: string | null): string | null {
  const country = countryOfVatNumber(vatNumber);
  if (country === null || !isMemberState(country)) return null;
  return country === 'XI' ? 'GB' : country;
}

/** A country's VAT numbers begin with this. */
export function vatPrefixOf(countryCode: string): string {
  return countryCode === 'GR' ? 'EL' : countryCode;
}
