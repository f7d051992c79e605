import {
  chartTemplateOf,
  COMPANY_COUNTRIES,
  COUNTRY_DEFAULTS,
} from '../../../src/account/domain/country-defaults';
import { isTimeZone } from '../../../src/account/domain/time-zone';
import countries from '../../../migrations/seeds/countries.json';
import currencies from '../../../migrations/seeds/currencies.json';

describe('defaults by country', () => {
  it('exist for the 27 EU states and for IS, LI and NO', () => {
    const eea = countries.filter(country => country.isEea).map(country => country.code);
    expect([...COMPANY_COUNTRIES].sort()).toEqual(eea.sort());
    expect(COMPANY_COUNTRIES).toHaveLength(30);
  });

  it.each(Object.entries(COUNTRY_DEFAULTS))(
    '%s has a currency and a time zone that exist',
    (_, { baseCurrency, timeZone }) => {
      expect(currencies.map(currency => currency.code)).toContain(baseCurrency);
      expect(isTimeZone(timeZone)).toBe(true);
    },
  );

  it('is the euro in 21 states', () => {
    const others = Object.entries(COUNTRY_DEFAULTS).filter(([, { baseCurrency }]) => baseCurrency !== 'EUR');
    expect(others.map(([country]) => country).sort()).toEqual([
      'CZ',
      'DK',
      'HU',
      'IS',
      'LI',
      'NO',
      'PL',
      'RO',
      'SE',
    ]);
  });

  it('has one chart of accounts', () => {
    expect(COMPANY_COUNTRIES.filter(country => chartTemplateOf(country) !== '')).toEqual(['LT']);
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Vilnius', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'Europe/Kyiv'])(
    'knows %s',
    zone => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );
  it.each(['', '+02:00', '-05', 'Europe', 'Europe/Atlantis', 'Europe/Vilnius ', 'Europe//Vilnius'])(
    'does not know "%s"',
    zone => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );
});
