import fc from 'fast-check';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { computeDocument, DocumentTotals } from '../../../src/shared/arithmetic/document-totals';
import {
  anyDocument,
  bhd,
  columns,
  documentOf,
  eur,
  jpy,
  line,
  sumColumns,
  summary,
  times,
  usd,
} from './documents';

const decimal = (text: string) => new Decimal(text);
const perLine = { vatRounding: 'line' } as const;

describe('VAT per line or per total', () => {
  const twenty = { vatRatePercent: decimal('20') };
  const fiftyLines = times(50, line('241.67', twenty));

  it('rounds once per rate by the total method', () => {
    expect(summary(documentOf(fiftyLines))).toBe('12083.50 + 2416.70 = 14500.20');
    expect(computeDocument(documentOf(fiftyLines)).roundingTrace).toBeNull();
  });

  it('rounds each line by the line method, and says what that costs', () => {
    const totals = computeDocument(documentOf(fiftyLines, perLine));
    expect(summary(documentOf(fiftyLines, perLine))).toBe('12083.50 + 2416.50 = 14500.00');
    expect(totals.lines.every(({ vat }) => vat.toString() === '48.33')).toBe(true);
    expect(totals.roundingTrace).toBe(
      'S 20 %: VAT 2416.50, net 12083.50 x rate = 2416.70, difference -0.20 EUR (VAT rounded per line)',
    );
  });

  it('keeps BR-CO-17 where the sum of line VAT would break it', () => {
    const lines = times(2, line('348.11', { quantity: decimal('2'), vatRatePercent: decimal('25') }));
    expect(summary(documentOf(lines))).toBe('1392.44 + 348.11 = 1740.55');
    expect(computeDocument(documentOf(lines)).lines.map(({ vat }) => vat.toString())).toEqual([
      '174.06',
      '174.05',
    ]);
    expect(summary(documentOf(lines, perLine))).toBe('1392.44 + 348.12 = 1740.56');
  });

  it('rounds the line net before VAT', () => {
    const discounted = line('348.35', {
      quantity: decimal('16'),
      discountPercent: decimal('4'),
      vatRatePercent: decimal('22'),
    });
    expect(summary(documentOf([discounted]))).toBe('5350.66 + 1177.15 = 6527.81');
    const reduced = { vatRatePercent: decimal('5.5') };
    expect(summary(documentOf([line('3.60', { ...reduced, quantity: decimal('10') })]))).toBe(
      '36.00 + 1.98 = 37.98',
    );
    expect(summary(documentOf(times(10, line('3.60', reduced))))).toBe('36.00 + 1.98 = 37.98');
    expect(summary(documentOf(times(10, line('3.60', reduced)), perLine))).toBe('36.00 + 2.00 = 38.00');
  });
});

describe('lines', () => {
  it('may be negative by price or by quantity', () => {
    const byPrice = documentOf([line('100.00'), line('-20.00')]);
    const byQuantity = documentOf([line('100.00'), line('20.00', { quantity: decimal('-1') })]);
    expect(summary(byPrice)).toBe('80.00 + 16.80 = 96.80');
    expect(computeDocument(byQuantity)).toEqual(computeDocument(byPrice));
    expect(computeDocument(byPrice).lines.map(({ vat }) => vat.toString())).toEqual(['21.00', '-4.20']);
    expect(summary(documentOf([line('-50.00')]))).toBe('-50.00 + -10.50 = -60.50');
  });

  it('that cancel out keep their own VAT', () => {
    const totals = computeDocument(documentOf([line('100.00'), line('-99.99'), line('-0.01')]));
    expect(summary(documentOf([line('100.00'), line('-99.99'), line('-0.01')]))).toBe('0.00 + 0.00 = 0.00');
    expect(totals.lines.map(({ vat }) => vat.toString())).toEqual(['21.00', '-21.00', '0.00']);
  });

  it('take the line discount and the document discount one after the other', () => {
    const input = documentOf([line('200.00', { discountPercent: decimal('10') })], {
      discountPercent: decimal('5'),
    });
    expect(summary(input)).toBe('171.00 + 35.91 = 206.91');
    expect(summary(documentOf([line('10.00')], { discountPercent: decimal('100') }))).toBe(
      '0.00 + 0.00 = 0.00',
    );
  });

  it('may have their amount given', () => {
    const input = documentOf([line('0.335', { quantity: decimal('3'), amount: Money.of('1.00', eur) })]);
    expect(summary(input)).toBe('1.00 + 0.21 = 1.21');
  });

  it('may be missing altogether', () => {
    expect(summary(documentOf([]))).toBe('0.00 + 0.00 = 0.00');
  });
});

describe('prices that include VAT', () => {
  const gross = (price: string, parts = {}) => line(price, { priceIncludesVat: true, ...parts });

  it('keep the gross exact and take the net out once per rate', () => {
    const input = documentOf(times(3, gross('1.00')));
    expect(summary(input)).toBe('2.48 + 0.52 = 3.00');
    const { lines, roundingTrace } = computeDocument(input);
    expect(lines.map(({ net, vat }) => `${net.toString()} ${vat.toString()}`)).toEqual([
      '0.83 0.17',
      '0.83 0.17',
      '0.82 0.18',
    ]);
    expect(lines.every(({ gross: lineGross }) => lineGross.toString() === '1.00')).toBe(true);
    expect(roundingTrace).toBeNull();
  });

  it('say when the exact gross breaks BR-CO-17', () => {
    const input = documentOf([gross('0.03')]);
    expect(summary(input)).toBe('0.02 + 0.01 = 0.03');
    expect(computeDocument(input).roundingTrace).toBe(
      'S 21 %: VAT 0.01, net 0.02 x rate = 0.00, difference 0.01 EUR (prices include VAT)',
    );
  });

  it('round exact halves of the net away from zero, however many lines make them', () => {
    const quarter = { vatRatePercent: decimal('100') };
    expect(summary(documentOf([gross('0.01', quarter)]))).toBe('0.01 + 0.00 = 0.01');
    const lines = [
      ...times(6, gross('1.00', { vatRatePercent: decimal('20') })),
      gross('0.09', { vatRatePercent: decimal('20') }),
    ];
    expect(summary(documentOf(lines))).toBe('5.08 + 1.01 = 6.09');
  });

  it('may stand beside net prices under one rate', () => {
    const input = documentOf([line('0.02'), gross('0.02')]);
    expect(summary(input)).toBe('0.04 + 0.00 = 0.04');
    expect(computeDocument(input).roundingTrace).toContain(
      'difference -0.01 EUR (prices with and without VAT)',
    );
  });

  it('are rounded per line by the line method', () => {
    expect(summary(documentOf(times(3, gross('1.00')), perLine))).toBe('2.49 + 0.51 = 3.00');
  });
});

describe('currencies', () => {
  const tenPercent = { vatRatePercent: decimal('10') };

  it('without decimals', () => {
    const yen = { currency: jpy, baseCurrency: jpy };
    expect(summary(documentOf(times(3, line('105', tenPercent)), yen))).toBe('315 + 32 = 347');
    expect(summary(documentOf(times(3, line('105', tenPercent)), { ...yen, ...perLine }))).toBe(
      '315 + 33 = 348',
    );
    expect(summary(documentOf([line('1127', tenPercent)], yen))).toBe('1127 + 113 = 1240');
  });

  it('with three decimals', () => {
    const input = documentOf([line('12.345', tenPercent)], { currency: bhd, baseCurrency: bhd });
    expect(summary(input)).toBe('12.345 + 1.235 = 13.580');
  });

  it('beyond 2^53 minor units', () => {
    const input = documentOf(
      times(2, line('90071992547409.93', { vatRatePercent: decimal('0'), vatCategory: 'Z' })),
    );
    expect(summary(input)).toBe('180143985094819.86 + 0.00 = 180143985094819.86');
  });

  it('are converted once per total and allocated downwards', () => {
    const lines = [
      ...times(3, line('1.00')),
      line('1.00', { vatRatePercent: decimal('9'), vatCode: 'PVM2' }),
    ];
    const totals = computeDocument(
      documentOf(lines, { currency: usd, baseCurrency: eur, rate: decimal('1.1') }),
    );
    expect(columns(totals)).toEqual(['4.00', '0.72', '3.64', '0.65']);
    expect(totals.baseGross.toString()).toBe('4.29');
    expect(totals.rateTotals.map(columns)).toEqual([
      ['3.00', '0.63', '2.73', '0.57'],
      ['1.00', '0.09', '0.91', '0.08'],
    ]);
    expect(totals.lines.map(({ baseNet }) => baseNet.toString())).toEqual(['0.91', '0.91', '0.91', '0.91']);
  });

  it('refuse rates that cannot be', () => {
    expect(() => computeDocument(documentOf([], { rate: decimal('0') }))).toThrow(
      'exchange rate is positive',
    );
    expect(() => computeDocument(documentOf([], { rate: decimal('1.1') }))).toThrow('has rate 1');
  });
});

describe('VAT codes of one rate', () => {
  it('share its VAT by largest remainder, whatever the order of lines', () => {
    const lines = [line('0.02', { vatCode: null }), line('0.02', { vatCode: 'PVM15' }), line('0.02')];
    const forward = computeDocument(documentOf(lines));
    const backward = computeDocument(documentOf([...lines].reverse()));
    const rows = forward.vatTotals.map(({ vatCode, net, vat }) => [vatCode, net.toString(), vat.toString()]);
    expect(rows).toEqual([
      ['PVM1', '0.02', '0.01'],
      ['PVM15', '0.02', '0.00'],
      [null, '0.02', '0.00'],
    ]);
    expect(backward.vatTotals).toEqual(forward.vatTotals);
  });

  it('are apart from other categories and rates; 21 and 21.00 are one rate', () => {
    const zero = { vatRatePercent: decimal('0') };
    const lines = [
      line('5.00', { ...zero, vatCategory: 'Z' }),
      line('7.00', { ...zero, vatCategory: 'E' }),
      line('1.00'),
      line('1.00', { vatRatePercent: decimal('21.00') }),
    ];
    const { rateTotals } = computeDocument(documentOf(lines));
    const rows = rateTotals.map(
      row => `${row.vatCategory} ${row.vatRatePercent.toString()} ${row.net.toString()}`,
    );
    expect(rows).toEqual(['S 21 2.00', 'E 0 7.00', 'Z 0 5.00']);
  });
});

describe('any document', () => {
  it('adds up exactly from lines to codes, rates and totals, in both currencies', () => {
    fc.assert(
      fc.property(anyDocument(true), input => {
        const totals = computeDocument(input);
        const sum = (rows: typeof totals.rateTotals) => sumColumns(rows, input.currency, input.baseCurrency);
        expect(sum(totals.rateTotals)).toEqual(columns(totals));
        for (const rate of totals.rateTotals) {
          const codes = totals.vatTotals.filter(
            row => row.vatCategory === rate.vatCategory && row.vatRatePercent.equals(rate.vatRatePercent),
          );
          expect(sum(codes)).toEqual(columns(rate));
        }
        for (const code of totals.vatTotals) {
          const lines = totals.lines.filter((_, index) => {
            const { vatCategory, vatCode, vatRatePercent } = input.lines[index]!;
            return (
              vatCategory === code.vatCategory &&
              vatCode === code.vatCode &&
              vatRatePercent.equals(code.vatRatePercent)
            );
          });
          expect(sumColumns(lines, input.currency, input.baseCurrency)).toEqual(columns(code));
        }
        expect(totals.gross.equals(totals.net.plus(totals.vat))).toBe(true);
        expect(totals.baseGross.equals(totals.baseNet.plus(totals.baseVat))).toBe(true);
        totals.lines.forEach(row => expect(row.gross.equals(row.net.plus(row.vat))).toBe(true));
      }),
      { numRuns: 300 },
    );
  });

  it('has the same totals in any order of lines', () => {
    const shuffled = anyDocument(true).chain(input =>
      fc.tuple(fc.constant(input), fc.shuffledSubarray(input.lines, { minLength: input.lines.length })),
    );
    fc.assert(
      fc.property(shuffled, ([input, lines]) => {
        const totals = computeDocument(input);
        const other = computeDocument({ ...input, lines });
        const text = (value: DocumentTotals) => JSON.stringify({ ...value, lines: [] });
        expect(text(other)).toBe(text(totals));
      }),
    );
  });

  it('has equal document and base amounts where the currencies are the same', () => {
    fc.assert(
      fc.property(
        anyDocument(true).filter(input => input.currency === input.baseCurrency),
        input => {
          const totals = computeDocument(input);
          for (const row of [totals, ...totals.rateTotals, ...totals.vatTotals, ...totals.lines]) {
            expect(columns(row).slice(2)).toEqual(columns(row).slice(0, 2));
          }
        },
      ),
    );
  });

  it('breaks BR-CO-17 only for prices that include VAT, says so, and keeps each line near its exact VAT', () => {
    fc.assert(
      fc.property(anyDocument(true), input => {
        const { rateTotals, lines, roundingTrace } = computeDocument({ ...input, vatRounding: 'total' });
        const broken = rateTotals.filter(({ net, vat, vatRatePercent }) => {
          const expected = net.amount.times(vatRatePercent).div(100);
          return !vat.equals(Money.round(expected, net.currency));
        });
        expect(roundingTrace === null).toBe(broken.length === 0);
        for (const { vatRatePercent, vatCategory } of broken) {
          const isOwn = (other: (typeof broken)[number] | (typeof input.lines)[number]) =>
            other.vatCategory === vatCategory && other.vatRatePercent.equals(vatRatePercent);
          expect(input.lines.some(row => isOwn(row) && row.priceIncludesVat)).toBe(true);
        }
        lines.forEach((row, index) => {
          const { priceIncludesVat, vatRatePercent } = input.lines[index]!;
          const rate = vatRatePercent.div(100);
          const exact = priceIncludesVat
            ? row.gross.amount.times(rate).div(rate.plus(1))
            : row.net.amount.times(rate);
          const distance = row.vat.amount.minus(exact).abs();
          expect(distance.lessThan(Money.minorUnit(input.currency).amount.times(2))).toBe(true);
        });
      }),
    );
  });
});
