import { codeKey, partnerKeys, type PartnerIdentity } from '../../../src/partners/domain/partner-keys';

const keysOf = (partner: Partial<PartnerIdentity>, companyCountry = 'LT') =>
  partnerKeys(
    { type: 'company', code: null, vatCode: null, addressCountryCode: null, ...partner },
    companyCountry,
  );

describe('the key of a code', () => {
  it.each([
    ['LT100001234510', 'LT100001234510'],
    ['lt 100 001 234 510', 'LT100001234510'],
    ['LT-100.001.234-510', 'LT100001234510'],
    ['LT\u2011100\u2013001\u00A0234510', 'LT100001234510'],
    ['ＬＴ１００００１２３４５１０', 'LT100001234510'],
    ['CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ])('"%s" is %s', (code, key) => {
    expect(codeKey(code)).toBe(key);
  });

  it('keeps leading zeros, which tell codes apart', () => {
    expect(codeKey('0012')).not.toBe(codeKey('12'));
  });

  it.each(['---', ' . ', 'LT123;', "x' OR 1=1", 'AB\u0000'])('refuses "%s", which is no code', code => {
    expect(() => keysOf({ code })).toThrow('code: must be letters and digits');
    expect(() => keysOf({ vatCode: code })).toThrow('vatCode: must be letters and digits');
  });
});

describe("a partner's country", () => {
  it.each<[string, Partial<PartnerIdentity>, string | null]>([
    ['is that of the address', { addressCountryCode: 'EE', vatCode: 'LV40003000000' }, 'EE'],
    ['else that of the VAT code', { vatCode: 'lv 40003000000' }, 'LV'],
    ['Greece for EL', { vatCode: 'EL123456789' }, 'GR'],
    ['Greece for GR, as people write it', { vatCode: 'GR123456789' }, 'GR'],
    ['the United Kingdom for Northern Ireland', { vatCode: 'XI123456789' }, 'GB'],
    ['else, for a company, that of the books', { vatCode: '100001234510' }, 'LT'],
    ['unknown for a person without address', { type: 'person', code: '38001010000' }, null],
    ['not read off letters that are no EU prefix', { type: 'person', vatCode: 'GBX123' }, null],
  ])('%s', (_, partner, country) => {
    expect(keysOf(partner).countryCode).toBe(country);
  });
});
