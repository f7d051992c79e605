import { statedCountry } from '../../../src/partners';
import { placesOf, whyNotOfSupplier } from '../../../src/purchases/domain/supplier-place';
import classifier from '../../../migrations/seeds/vat-classifiers.json';

const supplier = (countryCode: string | null, vatCode: string | null = null) => ({ countryCode, vatCode });

describe('where a supplier stands for VAT', () => {
  it.each([
    [supplier('LT', 'LT100001234511'), 'home'],
    [supplier('LT'), 'home'],
    [supplier('DE', 'DE811569869'), 'eu'],
    [supplier('DE'), 'eu_without_number'],
    [supplier('DE', 'LT100001234511'), 'home eu_without_number'],
    [supplier('US', 'LT100001234511'), 'home outside'],
    [supplier('US', 'DE811569869'), 'eu outside'],
    [supplier('LT', 'DE811569869'), 'eu'],
    [supplier('US', 'EU372041333'), 'outside'],
    [supplier('US'), 'outside'],
    [supplier('GR', 'EL123456789'), 'eu'],
    [supplier('MC', 'FR12345678901'), 'eu'],
    [supplier('GB', 'XI123456789'), 'northern_ireland outside'],
    [supplier('GB', 'GB123456789'), 'outside'],
    [supplier(null, 'DE811569869'), 'eu'],
    [supplier(null), ''],
  ])('%j: %s', (who, places) => {
    expect(placesOf(who, 'LT').join(' ')).toBe(places);
  });
});

describe('a VAT code of purchases is', () => {
  const SUPPLIERS = {
    home: supplier('LT', 'LT100001234511'),
    eu: supplier('DE', 'DE811569869'),
    ni: supplier('GB', 'XI123456789'),
    private: supplier('DE'),
    us: supplier('US'),
  };
  const takenFrom = (code: string): string =>
    Object.entries(SUPPLIERS)
      .filter(([, who]) => whyNotOfSupplier(code, who, 'LT') === null)
      .map(([name]) => name)
      .join(' ');

  it.each([
    ['PVM25', 'home'],
    ['PVM49', 'home'],
    ['PVM16', 'eu ni'],
    ['PVM19', 'eu ni'],
    ['PVM21', 'eu'],
    ['PVM41', 'eu'],
    ['PVM20', 'ni private us'],
    ['PVM38', 'ni private us'],
    ['PVM43', 'eu ni private us'],
    ['PVM60', 'eu ni private us'],
    ['PVM1', 'home eu ni private us'],
    ['PVM23', 'home eu ni private us'],
    ['PVM24', 'home eu ni private us'],
    ['PVM48', 'home eu ni private us'],
    ['PVM100', 'home eu ni private us'],
  ])('%s: of %s', (code, from) => {
    expect(takenFrom(code)).toBe(from);
  });

  it('of a known place wherever its name in the classifier says so', () => {
    const named = classifier.filter(
      ({ name, registers }) =>
        registers.includes('P') &&
        /other EU states|EU VAT|not established|Domestic reverse|Triangular|farmers/.test(name),
    );
    const free = named.filter(({ code }) => takenFrom(code) === 'home eu ni private us');
    expect(named.length).toBe(27);
    expect(free.map(({ code }) => code)).toEqual([]);
  });

  it('not refused where only the books suppose a country', () => {
    const snapshot = { address: null, vatCode: '123456789', countryCode: 'LT' };
    const who = { countryCode: statedCountry(snapshot), vatCode: snapshot.vatCode };
    expect(['PVM20', 'PVM25', 'PVM43'].map(code => whyNotOfSupplier(code, who, 'LT'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(statedCountry({ address: { countryCode: 'US' }, vatCode: null })).toBe('US');
    expect(statedCountry({ address: {}, vatCode: 'EL094259216' })).toBe('GR');
  });

  it('refused with both sides named', () => {
    expect(whyNotOfSupplier('PVM21', SUPPLIERS.us, 'LT')).toBe(
      'is for services from VAT payers of other EU states, the supplier is without a VAT number in US; use another code, or correct the partner',
    );
    expect(whyNotOfSupplier('PVM20', SUPPLIERS.home, 'LT')).toContain('under the VAT number LT100001234511');
  });
});
