import { participantId, peppolIdOf } from '../../../src/sales/domain/peppol-id';

const company = {
  peppolId: null,
  isPerson: false,
  countryCode: 'LT',
  code: '305555553',
  vatNumber: 'LT100001234510',
} as const;

describe('the electronic address of a party', () => {
  it.each([
    ['its own', { ...company, peppolId: '9930:DE123456789' }, '9930:DE123456789'],
    ['its own, written in full', { ...company, peppolId: ' iso6523-actorid-upis::0088:5790000435968 ' }, '0088:5790000435968'],
    ['of an unknown scheme', { ...company, peppolId: '0001:123' }, null],
    ['of Norway', { ...company, peppolId: '0192:974760673' }, '0192:974760673'],
    ['of Sweden', { ...company, peppolId: '0007:5560360793' }, '0007:5560360793'],
    ['of Belgium', { ...company, peppolId: '0208:0403019261' }, '0208:0403019261'],
    ['of Denmark', { ...company, peppolId: '0184:DK12345678' }, '0184:DK12345678'],
    ['of Australia', { ...company, peppolId: '0151:51824753556' }, '0151:51824753556'],
    ['with another check digit', { ...company, peppolId: '0088:5790000435967' }, null],
    ['of Norway with another check digit', { ...company, peppolId: '0192:974760674' }, null],
    ['of Belgium with another check digit', { ...company, peppolId: '0208:0403019262' }, null],
    ['of Sweden with a dash', { ...company, peppolId: '0007:556036-0793' }, null],
    ['of Denmark, too short', { ...company, peppolId: '0198:12345678' }, null],
    ['without a scheme', { ...company, peppolId: '305555553' }, null],
    ['made from a Lithuanian code', company, '0200:305555553'],
    ['made from a Lithuanian VAT number', { ...company, code: null }, '9937:LT100001234510'],
    ['made from a Czech VAT number', { ...company, countryCode: 'CZ', vatNumber: 'CZ12345678' }, '9929:CZ12345678'],
    ['made from a Slovak VAT number', { ...company, countryCode: 'SK', vatNumber: 'SK1234567890' }, '9950:SK1234567890'],
    ['of no country that is known', { ...company, countryCode: 'DE' }, null],
    ['of nobody known', { ...company, code: null, vatNumber: null }, null],
    ['never made of a code of a person', { ...company, isPerson: true }, null],
  ])('%s', (_, party, expected) => {
    const id = peppolIdOf(party);
    expect(id && participantId(id)).toBe(expected);
    expect(id?.isDerived ?? false).toBe(expected !== null && party.peppolId === null);
  }); // prettier-ignore
});
