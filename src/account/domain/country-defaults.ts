interface CountryDefaults {
  /** ISO 4217. */
  baseCurrency: string;
  /** IANA name. */
  timeZone: string;
}

/**
 * What a company of a country has unless it says otherwise: the currency its books are kept in by law and the zone of
 * its capital. The 27 EU states, and the EEA's IS, LI, NO. Euro states as of 2026-01-01 (Bulgaria is the 21st:
 * Council Decision (EU) 2025/1407).
 */
export const COUNTRY_DEFAULTS = {
  AT: euro('Europe/Vienna'),
  BE: euro('Europe/Brussels'),
  BG: euro('Europe/Sofia'),
  CY: euro('Asia/Nicosia'),
  CZ: { baseCurrency: 'CZK', timeZone: 'Europe/Prague' },
  DE: euro('Europe/Berlin'),
  DK: { baseCurrency: 'DKK', timeZone: 'Europe/Copenhagen' },
  EE: euro('Europe/Tallinn'),
  ES: euro('Europe/Madrid'),
  FI: euro('Europe/Helsinki'),
  FR: euro('Europe/Paris'),
  GR: euro('Europe/Athens'),
  HR: euro('Europe/Zagreb'),
  HU: { baseCurrency: 'HUF', timeZone: 'Europe/Budapest' },
  IE: euro('Europe/Dublin'),
  IT: euro('Europe/Rome'),
  LT: euro('Europe/Vilnius'),
  LU: euro('Europe/Luxembourg'),
  LV: euro('Europe/Riga'),
  MT: euro('Europe/Malta'),
  NL: euro('Europe/Amsterdam'),
  PL: { baseCurrency: 'PLN', timeZone: 'Europe/Warsaw' },
  PT: euro('Europe/Lisbon'),
  RO: { baseCurrency: 'RON', timeZone: 'Europe/Bucharest' },
  SE: { baseCurrency: 'SEK', timeZone: 'Europe/Stockholm' },
  SI: euro('Europe/Ljubljana'),
  SK: euro('Europe/Bratislava'),
  IS: { baseCurrency: 'ISK', timeZone: 'Atlantic/Reykjavik' },
  LI: { baseCurrency: 'CHF', timeZone: 'Europe/Vaduz' },
  NO: { baseCurrency: 'NOK', timeZone: 'Europe/Oslo' },
} as const satisfies Record<string, CountryDefaults>;

/** A country a company can be of: ISO 3166-1 alpha-2. */
export type CompanyCountry = keyof typeof COUNTRY_DEFAULTS;

export const COMPANY_COUNTRIES = Object.keys(COUNTRY_DEFAULTS) as CompanyCountry[];

/** The country of the one chart of accounts and the one set of posting rules that come along. */
export const TEMPLATE_COUNTRY: CompanyCountry = 'LT';

/** The country whose chart of accounts a company can apply; empty when there is none for it. */
export function chartTemplateOf(countryCode: string): string {
  return countryCode === TEMPLATE_COUNTRY ? countryCode : '';
}

function euro(timeZone: string): CountryDefaults {
  return { baseCurrency: 'EUR', timeZone };
}
