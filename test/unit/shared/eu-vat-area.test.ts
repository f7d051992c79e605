import countries from '../../../migrations/seeds/countries.json';
import { COMPANY_COUNTRIES } from '../../../src/account/domain/country-defaults';
import {
  countryOfVatNumber,
  EU_VAT_PREFIXES,
  isMemberState,
  seatByEuVatNumber,
  vatPrefixOf,
} from '../../../src/shared/eu-vat-area';

describe('the EU VAT area', () => {
  const memberStates = countries.filter(({ isEu }) => isEu).map(({ code }) => code);

  it('is the member states of the list of countries, and Northern Ireland', () => {
    expect(memberStates.filter(code => !isMemberState(code))).toEqual([]);
    expect([...memberStates.map(vatPrefixOf), 'XI'].sort()).toEqual([...EU_VAT_PREFIXES].sort());
    expect(countries.filter(({ code, isEu }) => !isEu && isMemberState(code))).toEqual([]);
  });

  it('is where companies can be, besides the EEA', () => {
    expect(COMPANY_COUNTRIES.filter(isMemberState).sort()).toEqual(memberStates.sort());
  });

  it.each([
    ['LT100001919017', 'LT', 'LT'],
    ['EL094259216', 'GR', 'GR'],
    ['GR094259216', 'GR', 'GR'],
    ['XI980780684', 'XI', 'GB'],
    ['GB980780684', 'GB', null],
    ['CHE123456788', 'CH', null],
    ['100001919017', null, null],
    [null, null, null],
  ])('%s names %s; who has it sits in %s', (vatNumber, country, seat) => {
    expect([countryOfVatNumber(vatNumber), seatByEuVatNumber(vatNumber)]).toEqual([country, seat]);
  });
});
