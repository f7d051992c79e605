/** Member states by ISO 3166-1, and how VAT numbers name two of them: EL is Greece, XI Northern Ireland (goods only). */
const MEMBER_STATES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

export function isMemberState(countryCode: string): boolean {
  return MEMBER_STATES.has(countryCode) || countryCode === 'EL' || countryCode === 'XI';
}

/** The country a VAT number names by its prefix, as ISO 3166-1 (GR for EL); null where it names none. */
export function countryOfVatNumber(vatNumber: string | null): string | null {
  const prefix = /^[A-Z]{2}/.exec(vatNumber ?? '')?.[0];
  if (prefix === undefined) return null;
  return prefix === 'EL' ? 'GR' : prefix;
}
