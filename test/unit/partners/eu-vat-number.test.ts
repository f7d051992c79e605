import { isWellFormed, parseEuVatNumber } from '../../../src/partners/domain/eu-vat-number';
import { EU_VAT_PREFIXES } from '../../../src/shared/eu-vat-area';
import { readViesAnswer } from '../../../src/partners/domain/vies-answer';

/** Published numbers of large companies and of the states' own examples; one per kind of number. */
const RIGHT =
  `ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431
  ESX2482300W FI20774740 FR40303265045 FRK7399859412 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515
  LT100001919017 LU15027442 LV40003521600 MT11679112 NL004495445B01 NL123456789B13 PL8567346215 PT501964843 RO18547290
  SE123456789701 SI50223054 SK2022749619 XI980780684`.split(/\s+/);

const judged = (text: string): boolean => isWellFormed(parseEuVatNumber(text)!);
/** The number with its last digit one higher. */
const spoiled = (text: string): string =>
  text.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10));

describe('VAT numbers of the EU', () => {
  it('are known for all 27 states and Northern Ireland', () => {
    expect(EU_VAT_PREFIXES).toHaveLength(28);
    expect([...new Set(RIGHT.map(text => text.slice(0, 2)))].sort()).toEqual([...EU_VAT_PREFIXES].sort());
  });

  it.each(RIGHT)('%s is well-formed, and is not with another digit', text => {
    expect(judged(text)).toBe(true);
    // The last digits of these say which branch it is, and are no check digits.
    if (!/^(NL|SE)/.test(text)) expect(judged(spoiled(text))).toBe(false);
    // Nor have all of these one length.
    if (!/^(BG|RO)/.test(text)) expect([text.slice(0, -1), `${text}9`].map(judged)).toEqual([false, false]);
    expect(judged(`${text}99999`)).toBe(false);
  });

  it('of Latvian persons may be a personal code without a date', () => {
    expect(['LV32123456789', 'LV321234567890', 'LV3212345678', 'LV33123456789'].map(judged)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('are read as people write them', () => {
    expect(parseEuVatNumber('lt 1000-0191.9017')).toEqual({ countryCode: 'LT', vatNumber: '100001919017' });
    expect(parseEuVatNumber('GR094259216')).toEqual({ countryCode: 'EL', vatNumber: '094259216' });
    expect(parseEuVatNumber('EL 094 259 216')).toEqual({ countryCode: 'EL', vatNumber: '094259216' });
    expect(parseEuVatNumber('XI980780684')).toEqual({ countryCode: 'XI', vatNumber: '980780684' });
  });

  it.each(['GB980780684', 'NO974760673', '123456789', 'CHE123456788', '', 'L', 'constructor'])(
    '"%s" is none of them',
    text => {
      expect(parseEuVatNumber(text)).toBeNull();
    },
  );

  it.each(['LT', 'LT100001919017/../x', 'LT1000019190171234567', 'DE13669597٦', 'LT<script>'])(
    '%s is not well-formed',
    text => {
      expect(judged(text)).toBe(false);
    },
  );
});

describe('an answer of VIES', () => {
  const asked = { countryCode: 'DE' as const, vatNumber: '136695976' };
  const read = (body: object | string, status = 200): unknown =>
    readViesAnswer(asked, status, typeof body === 'string' ? body : JSON.stringify(body));
  const fault = (error: string): object => ({ actionSucceed: false, errorWrappers: [{ error }] });

  it('is a verdict, with what the state tells', () => {
    expect(
      read({
        ...asked,
        valid: true,
        requestIdentifier: 'WAPI1',
        name: ' BUYER GMBH ',
        address: 'Weg 1\nBerlin',
      }),
    ).toEqual({
      is: 'verdict',
      verdict: { valid: true, name: 'BUYER GMBH', address: 'Weg 1\nBerlin', requestIdentifier: 'WAPI1' },
    });
    expect(read({ ...asked, valid: false, requestIdentifier: '', name: '---', address: '---' })).toEqual({
      is: 'verdict',
      verdict: { valid: false, name: null, address: null, requestIdentifier: null },
    });
    expect(read(fault('INVALID_INPUT'), 400)).toMatchObject({ is: 'verdict', verdict: { valid: false } });
  });

  it('may refuse the one who asks', () => {
    expect(read(fault('INVALID_REQUESTER_INFO'), 400)).toEqual({ is: 'requester_refused' });
  });

  it.each([
    [fault('MS_UNAVAILABLE'), 200, 'MS_UNAVAILABLE'],
    [fault('MS_MAX_CONCURRENT_REQ'), 500, 'MS_MAX_CONCURRENT_REQ'],
    [{ ...asked, valid: 'true' }, 200, 'not one to the question'],
    [{ ...asked }, 200, 'not one to the question'],
    [{ ...asked, vatNumber: '136695977', valid: true }, 200, 'not one to the question'],
    [{ ...asked, countryCode: 'AT', valid: true }, 200, 'not one to the question'],
    [{ ...asked, valid: true }, 503, 'status 503'],
    ['<html>', 200, 'status 200'],
    ['null', 200, 'status 200'],
    ['', 502, 'status 502'],
  ])('is no verdict when it is %j with status %s', (body, status, why) => {
    expect(read(body, status)).toEqual({ is: 'unavailable', why: expect.stringContaining(why) as string });
  });
});
