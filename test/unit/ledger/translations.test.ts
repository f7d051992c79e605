import { readTranslations } from '../../../src/ledger/accounts/domain/account';

describe('translations', () => {
  it('are names by language', () => {
    expect(readTranslations({ en: { name: 'Bank' } })).toEqual({ en: { name: 'Bank' } });
  });

  it.each([
    [[]],
    ['en'],
    [null],
    [{ en: 'Bank' }],
    [{ en: { name: '' } }],
    [{ en: { name: 'a', x: 1 } }],
    [{ 'no code': { name: 'a' } }],
    [{ en: { name: 'a\u0002' } }],
  ])('are nothing else: %j', value => {
    expect(() => readTranslations(value)).toThrow('translations');
  });
});
