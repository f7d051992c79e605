/** Member states by ISO 3166-1, and how VAT numbers name two of them: EL is Greece, XI Northern Ireland (goods only). */
const MEMBER_STATES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Codes that VAT law reads as another country's: EL by custom, Monaco and the Isle of Man by Directive 2006/112/EC, art. 7. */
const READ_AS: Readonly<Record<string, string>> = { EL: 'GR', MC: 'FR', IM: 'GB' };

export function isMemberState(countryCode: string): boolean {
  return MEMBER_STATES.has(countryCode) || countryCode === 'EL' || countryCode === 'XI';
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
