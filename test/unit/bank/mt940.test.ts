import { DomainError } from '../../../src/shared/domain-error';
import { readContent } from '../../../src/bank/domain/statement-content';
import { parseMt940 } from '../../../src/bank/domain/mt940';
import { mt940 } from '../../support/bank-files';

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('MT940', () => {
  it('finds the year of the entry date beside the value date', () => {
    const [found] = parseMt940(
      mt940(
        [':61:1412310105C10,00NTRFNONREF', ':61:1501021231D4,00NTRFNONREF', ':61:1506150615C1,00NTRFNONREF'],
        'C141230EUR0,',
        'C150615EUR7,00',
      ),
    );
    expect(
      found?.lines.map(({ valueOn, bookedOn, amount }) => [valueOn, bookedOn, amount.toFixed(2)]),
    ).toEqual([
      ['2014-12-31', '2015-01-05', '10.00'],
      ['2015-01-02', '2014-12-31', '-4.00'],
      ['2015-06-15', '2015-06-15', '1.00'],
    ]);
  });

  it('finds a leap day in the year that has it', () => {
    const [found] = parseMt940(mt940([':61:2403010229C1,00NTRFX'], 'C240228EUR0,', 'C240301EUR1,'));
    expect(found?.lines).toMatchObject([{ bookedOn: '2024-02-29', valueOn: '2024-03-01' }]);
  });

  it('reads amounts with and without decimals, and reversals', () => {
    const [found] = parseMt940(
      mt940(
        [
          ':61:2610011001C1,NTRFX',
          ':61:261001C1,5NTRFX',
          ':61:261001RC2,00NTRFX',
          ':61:261001RD0,75NTRFX',
          ':61:261001DR3,NMSCX//B-1',
        ],
        'C261001EUR10,00',
        'C261001EUR8,25',
      ),
    );
    expect(found?.lines.map(({ amount }) => amount.toFixed(2))).toEqual([
      '1.00',
      '1.50',
      '-2.00',
      '0.75',
      '-3.00',
    ]);
    expect(found?.lines.at(-1)?.reference).toBe('B-1');
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads lines that end in %s, in blocks of SWIFT or bare', (_, end) => {
    const bare = mt940(
      [':61:261001C5,00NTRFREF//BANK1', ':86:Už prekes', 'ir darbą'],
      'C261001EUR0,',
      'C261001EUR5,',
    ).replaceAll('\r\n', end);
    const framed = `{1:F01AAAABB99BSMK3513951576}{2:I940AAAABB99XXXXN}{4:${end}${bare}}`;
    for (const text of [bare, framed]) {
      expect(parseMt940(text)).toMatchObject([
        {
          iban: 'LT121000011101001000',
          currency: 'EUR',
          lines: [{ description: 'Už prekes ir darbą', reference: 'BANK1' }],
        },
      ]);
    }
  });

  it('reads who paid from subfields and from code words', () => {
    const information = [
      ':86:166?00SEPA?20Faktura SF-?21 12?31LT121000011101001000?32Pirk?33ejas',
      ':86:/NAME/Pirkejas/IBAN/LT121000011101001000/REMI/SF-12',
    ];
    const lines = information.flatMap(text => [':61:261001C1,00NTRFX', text]);
    const [found] = parseMt940(mt940(lines, 'C261001EUR0,', 'C261001EUR2,'));
    const who = { counterpartyName: 'Pirkejas', counterpartyIban: 'LT121000011101001000' };
    expect(found?.lines).toMatchObject([
      { ...who, description: 'Faktura SF- 12' },
      { ...who, description: 'SF-12' },
    ]);
  });

  it('reads several messages, and accounts with a bank code or currency', () => {
    const text = [
      mt940([':61:261001C1,NTRFX'], 'C261001EUR0,', 'C261001EUR1,', 'LT121000011101001000EUR'),
      mt940([':61:261001D1,NTRFX'], 'D261001EUR1,', 'D261001EUR2,', '37040044/0532013000'),
    ].join('\r\n');
    expect(parseMt940(text).map(({ iban, lines }) => [iban, lines.length])).toEqual([
      ['LT121000011101001000', 1],
      [null, 1],
    ]);
  });

  it.each([
    [
      'balances that do not add up',
      mt940([':61:261001C1,NTRFX'], 'C261001EUR0,', 'C261001EUR2,'),
      /closes with 2\./,
    ],
    [
      'a line that is none',
      mt940([':61:261001X1,NTRFX'], 'C261001EUR0,', 'C261001EUR2,'),
      /not a statement line/,
    ],
    [
      'a day that does not exist',
      mt940([':61:260230C1,NTRFX'], 'C261001EUR0,', 'C261001EUR1,'),
      /not a date/,
    ],
    ['a statement without balances', ':20:X\n:25:Y', /not a balance/],
    ['other text', 'hello', /neither a camt\.053 nor an MT940/],
  ])('refuses %s', (_, text, message) => {
    expect(refusal(() => parseMt940(text))).toMatch(message);
  });
});

describe('the content of a bank file', () => {
  const base64 = (bytes: number[] | string, encoding: BufferEncoding = 'utf8'): string =>
    (typeof bytes === 'string' ? Buffer.from(bytes, encoding) : Buffer.from(bytes)).toString('base64');
  const text = ':20:X\r\n:86:';
  const withBytes = (...bytes: number[]): string => base64([...Buffer.from(text), ...bytes]);

  it('is taken as text, or as bytes in base64, in UTF-8 or Windows-1257', () => {
    expect(readContent(`${text}Ąžuolas`)).toBe(`${text}Ąžuolas`);
    expect(readContent(`\uFEFF${text}`)).toBe(text);
    expect(readContent(base64(`\uFEFF${text}Ąžuolas`))).toBe(`${text}Ąžuolas`);
    expect(readContent(withBytes(0xc0, 0xfe, 0x75))).toBe(`${text}Ąžu`);
  });

  it('is read as its XML declaration says', () => {
    const xml = '<?xml version="1.0" encoding="windows-1257"?><a>';
    expect(readContent(base64([...Buffer.from(xml), 0xeb]))).toBe(`${xml}ė`);
    expect(refusal(() => readContent(base64('<?xml version="1.0" encoding="klingon"?><a/>')))).toMatch(
      /^statement_refused/,
    );
    expect(
      refusal(() => readContent(base64([...Buffer.from('<?xml version="1.0" encoding="utf-8"?>'), 0xeb]))),
    ).toMatch(/^statement_refused/);
  });

  it('is refused when letters are lost', () => {
    expect(refusal(() => readContent(`${text}\uFFFDuolas`))).toMatch(/^statement_refused: .*wrong encoding/);
    expect(refusal(() => readContent(withBytes(0xa1)))).toMatch(/^statement_refused/);
  });
});
