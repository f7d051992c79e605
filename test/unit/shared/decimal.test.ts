import { Decimal, decimalPlaces, parseDecimal, sumOf } from '../../../src/shared/decimal';

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['10.50', '10.5'],
    ['-3', '-3'],
    ['007', '7'],
    ['-0.00', '0'],
    ['90071992547409.93', '90071992547409.93'],
    ['1'.repeat(30), '1'.repeat(30)],
    ['0.00000000000000000001', '0.00000000000000000001'],
  ])('reads %s', (text, value) => {
    expect(parseDecimal(text)?.toString()).toBe(value);
  });

  it.each([
    '',
    '1e3',
    '1,000.00',
    ' 5',
    '5 ',
    '5\n',
    '٥',
    '+5',
    'NaN',
    'Infinity',
    '0x10',
    '.5',
    '5.',
    '--5',
    '1_000',
  ])('refuses %j', text => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('refuses more than 30 integer or 20 fraction digits', () => {
    expect(parseDecimal('1'.repeat(31))).toBeNull();
    expect(parseDecimal(`0.${'1'.repeat(21)}`)).toBeNull();
  });
});

test('decimalPlaces counts digits as written', () => {
  expect(['100', '100.50', '-1.000', '10.0005'].map(decimalPlaces)).toEqual([0, 2, 3, 4]);
});

test('arithmetic is exact where binary floats are not', () => {
  expect(sumOf([new Decimal('0.1'), new Decimal('0.2')]).equals('0.3')).toBe(true);
  const large = new Decimal('90071992547409.93');
  expect(large.plus(large).toString()).toBe('180143985094819.86');
});
