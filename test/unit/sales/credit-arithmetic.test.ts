import fc from 'fast-check';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { computeCreditNote, creditedLineAmount } from '../../../src/sales/domain/credit-arithmetic';
import { remainingCreditLines, type PostedVatTotal } from '../../../src/sales/domain/credit-remainder';
import {
  computeDocument,
  DocumentInput,
  DocumentLine,
  DocumentTotals,
  VatTotal,
} from '../../../src/shared/arithmetic/document-totals';
import { columnsOutOfBounds, creditable, isSameRate, leftTexts, unitsOffRate } from './credits';
import { anyDocument, columns, documentOf, eur, jpy, line, sumColumns, times, usd } from './documents';

const decimal = (text: string) => new Decimal(text);
const zeros = (input: DocumentInput) => columns(computeDocument({ ...input, lines: [] }));

/** A refused credit fails the test. */
function credit(input: DocumentInput, invoice: DocumentTotals, earlier: DocumentTotals[]): DocumentTotals {
  const result = computeCreditNote(input, creditable(invoice, earlier));
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.totals;
}

/** Credits an invoice of `input` line by line, one credit note each. */
function creditOneByOne(input: DocumentInput, lines: DocumentLine[]) {
  const invoice = computeDocument(input);
  const credits: DocumentTotals[] = [];
  for (const one of lines) credits.push(credit({ ...input, lines: [one] }, invoice, credits));
  return { invoice, credits };
}

const netAndVat = ({ net, vat }: DocumentTotals) => `${net.toString()} + ${vat.toString()}`;

describe('partial credits', () => {
  it.each([
    ['0.36', '1.31', ['0.36 + 0.08', '0.36 + 0.08', '0.36 + 0.07']],
    ['0.35', '1.27', ['0.35 + 0.07', '0.35 + 0.07', '0.35 + 0.08']],
  ])('of 3 x %s reach %s to the cent', (price, gross, expected) => {
    const input = documentOf([line(price, { quantity: decimal('3') })]);
    const { invoice, credits } = creditOneByOne(input, times(3, line(price)));
    expect(invoice.gross.toString()).toBe(gross);
    expect(credits.map(netAndVat)).toEqual(expected);
    const fourth = computeCreditNote({ ...input, lines: [line('0.01')] }, creditable(invoice, credits));
    expect(fourth).toMatchObject({ ok: false, reason: 'over_credit' });
  });

  it('say in the trace when the cent of BR-CO-17 is spent', () => {
    const { credits } = creditOneByOne(
      documentOf([line('0.36', { quantity: decimal('3') })]),
      times(3, line('0.36')),
    );
    expect(credits.map(({ roundingTrace }) => roundingTrace)).toEqual([
      null,
      null,
      'S 21 %: VAT 0.07, net 0.36 x rate = 0.08, difference -0.01 EUR (credits add up to the invoice)',
    ]);
  });

  it.each([
    [20, '0.03', '0.13'],
    [12, '0.02', '0.05'],
  ])('of %d times %s never leave a minor unit of rate x credited net', (count, price, vat) => {
    const input = documentOf([line(price, { quantity: decimal(String(count)) })]);
    const { invoice, credits } = creditOneByOne(input, times(count, line(price)));
    expect(invoice.vat.toString()).toBe(vat);
    credits.forEach((_, index) => {
      const [row] = creditable(invoice, credits.slice(0, index + 1));
      expect(unitsOffRate(row!.credited, decimal('21')).lessThanOrEqualTo(1)).toBe(true);
    });
    expect(credits.some(row => row.vat.isNegative())).toBe(false);
    expect(leftTexts(creditable(invoice, credits)[0]!)).toEqual(zeros(input));
  });

  it('follow what was charged where the invoice was rounded per line', () => {
    const lines = times(50, line('241.67', { vatRatePercent: decimal('20') }));
    const { invoice, credits } = creditOneByOne(documentOf(lines, { vatRounding: 'line' }), lines);
    expect(invoice.vat.toString()).toBe('2416.50');
    expect(new Set(credits.map(({ vat }) => vat.toString()))).toEqual(new Set(['48.33']));
  });

  it('keep an exact gross where prices include VAT, down to the last', () => {
    const gross = line('1.00', { priceIncludesVat: true });
    const { invoice, credits } = creditOneByOne(documentOf(times(3, gross)), times(3, gross));
    expect(credits.map(netAndVat)).toEqual(['0.83 + 0.17', '0.83 + 0.17', '0.82 + 0.18']);
    expect(credits.every(row => row.lines[0]!.gross.toString() === '1.00')).toBe(true);
    expect(leftTexts(creditable(invoice, credits)[0]!)).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  it('leave net for as long as they leave gross', () => {
    const yen = { currency: jpy, baseCurrency: jpy };
    const twentySeven = { vatRatePercent: decimal('27') };
    const gross = (price: string) => line(price, { ...twentySeven, priceIncludesVat: true });
    const input = documentOf([gross('12'), line('-5', twentySeven)], yen);
    const { invoice, credits } = creditOneByOne(input, [gross('5'), gross('1')]);
    expect(netAndVat(invoice)).toBe('4 + 2');
    expect(credits.map(netAndVat)).toEqual(['3 + 2', '1 + 0']);
  });

  it('end at zero in the base currency too', () => {
    const foreign = { currency: usd, baseCurrency: eur, rate: decimal('1.1') };
    const input = documentOf([line('0.03', { quantity: decimal('20') })], foreign);
    const { invoice, credits } = creditOneByOne(input, times(20, line('0.03')));
    expect(columns(invoice)).toEqual(['0.60', '0.13', '0.55', '0.12']);
    expect(sumColumns(credits, usd, eur)).toEqual(columns(invoice));
  });

  it('work without decimals', () => {
    const yen = { currency: jpy, baseCurrency: jpy };
    const lines = times(3, line('105', { vatRatePercent: decimal('10') }));
    const { credits } = creditOneByOne(documentOf(lines, yen), lines);
    expect(credits.map(netAndVat)).toEqual(['105 + 11', '105 + 11', '105 + 10']);
  });
});

describe('signs', () => {
  it('mirrors the invoice: a rate with a negative net is credited by negative amounts', () => {
    const discount = line('-0.36', { quantity: decimal('3') });
    const input = documentOf([line('100.00', { vatRatePercent: decimal('9') }), discount]);
    const invoice = computeDocument(input);
    const credits: DocumentTotals[] = [];
    for (let unit = 1; unit <= 3; unit++) {
      credits.push(credit({ ...input, lines: [line('-0.36')] }, invoice, credits));
    }
    expect(credits.map(netAndVat)).toEqual(['-0.36 + -0.08', '-0.36 + -0.08', '-0.36 + -0.07']);
    const more = computeCreditNote({ ...input, lines: [line('-0.01')] }, creditable(invoice, credits));
    expect(more).toMatchObject({ ok: false, reason: 'over_credit' });
  });

  it('refuses the opposite sign', () => {
    const [positive, negative] = ['1.00', '-1.00'].map(price => computeDocument(documentOf([line(price)])));
    const down = computeCreditNote(documentOf([line('-0.10')]), creditable(positive!, []));
    const up = computeCreditNote(documentOf([line('0.10')]), creditable(negative!, []));
    expect([down, up]).toMatchObject([{ reason: 'opposite_sign' }, { reason: 'opposite_sign' }]);
  });

  it('credits a rate whose lines cancel out only together', () => {
    const lines = [line('10.00'), line('-10.00')];
    const invoice = computeDocument(documentOf(lines));
    expect(netAndVat(credit(documentOf(lines), invoice, []))).toBe('0.00 + 0.00');
    const alone = computeCreditNote(documentOf([line('10.00')]), creditable(invoice, []));
    expect(alone).toMatchObject({ ok: false, reason: 'over_credit' });
  });

  it('takes VAT without net, which rounding per line can leave', () => {
    const lines = [...times(3, line('0.02')), line('-0.06')];
    const input = documentOf(lines, { vatRounding: 'line' });
    const invoice = computeDocument(input);
    expect(netAndVat(invoice)).toBe('0.00 + -0.01');
    expect(netAndVat(credit(input, invoice, []))).toBe('0.00 + -0.01');
  });
});

describe('a rate whose net and VAT rounding set apart', () => {
  const yen = { currency: jpy, baseCurrency: jpy };
  const gross = (price: string) => line(price, { priceIncludesVat: true });

  it('is credited from its gross where the net is zero', () => {
    const input = documentOf([line('-17'), gross('20')], yen);
    const invoice = computeDocument(input);
    expect(netAndVat(invoice)).toBe('0 + -1');
    const nothing = credit(documentOf([gross('0')], yen), invoice, []);
    const rest = credit(documentOf([gross('-1')], yen), invoice, [nothing]);
    expect([nothing, rest].map(netAndVat)).toEqual(['0 + 0', '0 + -1']);
    const more = computeCreditNote(documentOf([gross('-2')], yen), creditable(invoice, []));
    expect(more).toMatchObject({ ok: false, reason: 'over_credit' });
  });

  it('is credited from its gross where the net is on the other side', () => {
    const input = documentOf([line('28'), ...times(11, line('-3'))], { ...yen, vatRounding: 'line' });
    const invoice = computeDocument({ ...input, lines: [...input.lines, line('6')] });
    expect(netAndVat(invoice)).toBe('1 + -4');
    const credits: DocumentTotals[] = [];
    for (let left = 3; left > 0; left--) {
      credits.push(credit(documentOf([gross('-1')], yen), invoice, credits));
      const [row] = creditable(invoice, credits);
      expect(columnsOutOfBounds(row!)).toEqual([]);
      expect(row!.credited.net.toString()).toBe(left === 1 ? '1' : '0');
    }
    expect(leftTexts(creditable(invoice, credits)[0]!)).toEqual(['0', '0', '0', '0']);
  });
});

describe('refusals', () => {
  const invoice = computeDocument(
    documentOf([line('10.00'), line('5.00', { vatRatePercent: decimal('9') })]),
  );

  it('name the rate and what is left of it', () => {
    const earlier = credit(documentOf([line('4.00')]), invoice, []);
    const result = computeCreditNote(documentOf([line('6.01')]), creditable(invoice, [earlier]));
    if (result.ok) throw new Error('not refused');
    const { reason, vatRatePercent, vatCategory, creditable: left } = result;
    expect([reason, vatRatePercent.toString(), vatCategory]).toEqual(['over_credit', '21', 'S']);
    expect([left.net.toString(), left.vat.toString()]).toEqual(['6.00', '1.26']);
  });

  it('compare the gross where prices include VAT', () => {
    const over = computeCreditNote(
      documentOf([line('12.11', { priceIncludesVat: true })]),
      creditable(invoice, []),
    );
    expect(over).toMatchObject({ ok: false, reason: 'over_credit' });
    expect(netAndVat(credit(documentOf([line('12.10', { priceIncludesVat: true })]), invoice, []))).toBe(
      '10.00 + 2.10',
    );
  });

  it('a rate or category that was not invoiced', () => {
    const otherRate = documentOf([line('1.00', { vatRatePercent: decimal('5') })]);
    const otherCategory = documentOf([line('1.00', { vatCategory: 'AE' })]);
    for (const input of [otherRate, otherCategory]) {
      expect(computeCreditNote(input, creditable(invoice, []))).toMatchObject({
        ok: false,
        reason: 'not_invoiced',
      });
    }
  });
});

describe('VAT codes and lines of a credit', () => {
  it('share the moved cent', () => {
    const codes = [line('0.02', { vatCode: 'PVM1' }), line('0.01', { vatCode: 'PVM15' })];
    const input = documentOf([line('0.60')]);
    const invoice = computeDocument(input);
    const earlier = times(2, null).reduce<DocumentTotals[]>(
      credits => [...credits, credit(documentOf([line('0.03')]), invoice, credits)],
      [],
    );
    const third = credit(documentOf(codes), invoice, earlier);
    expect(netAndVat(third)).toBe('0.03 + 0.00');
    expect(third.roundingTrace).toContain('difference -0.01 EUR');
    expect(third.vatTotals.map(({ vat }) => vat.toString())).toEqual(['0.00', '0.00']);
    expect(third.lines.map(({ gross }) => gross.toString())).toEqual(['0.02', '0.01']);
  });
});

test('creditedLineAmount: the last unit takes the rest of a line that does not divide', () => {
  const left = { quantity: decimal('3'), amount: Money.of('1.00', eur) };
  const amounts: string[] = [];
  for (let unit = 1; unit <= 3; unit++) {
    const amount = creditedLineAmount(left, decimal('1'));
    amounts.push(amount.toString());
    left.quantity = left.quantity.minus(1);
    left.amount = left.amount.minus(amount);
  }
  expect(amounts).toEqual(['0.33', '0.34', '0.33']);
  expect(() => creditedLineAmount(left, decimal('1'))).toThrow('nothing is left');
});

/** VAT totals as posted: on the default revenue account, unless told otherwise. */
const posted = (rows: VatTotal[], revenueAccountCode: string | null = null): PostedVatTotal[] =>
  rows.map(row => ({ ...row, revenueAccountCode, costCenterId: null }));

describe('remainingCreditLines', () => {
  const lines = [line('10.00'), line('0.03', { vatCode: 'PVM15' }), line('-1.00', { vatCode: null })];
  const input = documentOf(lines, { currency: usd, baseCurrency: eur, rate: decimal('1.37') });
  const invoice = computeDocument(input);

  it('credits a whole invoice by code, a negative code as quantity -1', () => {
    const { lines: rest, totals } = remainingCreditLines(posted(invoice.vatTotals), [], usd, eur);
    expect(columns(totals)).toEqual(columns(invoice));
    expect(totals.vatTotals).toEqual(invoice.vatTotals);
    expect(
      rest.map(row => `${row.vatCode} ${row.quantity.toString()} x ${row.unitPrice.toString()}`),
    ).toEqual(['PVM1 1 x 10', 'PVM15 1 x 0.03', 'null -1 x 1']);
  });

  it('credits what earlier credits left, and then nothing', () => {
    const first = credit({ ...input, lines: [line('3.33')] }, invoice, []);
    const rest = remainingCreditLines(posted(invoice.vatTotals), posted(first.vatTotals), usd, eur);
    expect(sumColumns([first, rest.totals], usd, eur)).toEqual(columns(invoice));
    expect(rest.totals.gross.equals(rest.totals.net.plus(rest.totals.vat))).toBe(true);
    const nothing = remainingCreditLines(
      posted(invoice.vatTotals),
      posted([...first.vatTotals, ...rest.totals.vatTotals]),
      usd,
      eur,
    );
    expect(nothing.lines).toEqual([]);
    expect(nothing.totals.gross.isZero()).toBe(true);
  });

  it('gives back to each revenue account what it got, whatever accounts earlier credits named', () => {
    const goods = posted(computeDocument({ ...input, lines: [line('10.00')] }).vatTotals, '5000');
    const work = posted(computeDocument({ ...input, lines: [line('20.00')] }).vatTotals);
    const taken = posted(computeDocument({ ...input, lines: [line('12.00')] }).vatTotals);
    const net = (rows: { revenueAccountCode: string | null }[], totals: DocumentTotals) =>
      rows.map(
        ({ revenueAccountCode }, index) => `${revenueAccountCode} ${totals.lines[index]!.net.toString()}`,
      );
    const one = remainingCreditLines([...goods, ...work], taken, usd, eur);
    expect(net(one.lines, one.totals)).toEqual(['5000 10.00', 'null 8.00']);
    expect(one.totals.vatTotals).toHaveLength(1);
    const swapped = remainingCreditLines(goods, posted(goods), usd, eur);
    expect(net(swapped.lines, swapped.totals)).toEqual(['5000 10.00', 'null -10.00']);
    expect(swapped.totals.vatTotals.map(row => `${row.net.toString()} + ${row.vat.toString()}`)).toEqual([
      '0.00 + 0.00',
    ]);
  });

  it('says when the rest costs the cent of BR-CO-17', () => {
    const small = documentOf([line('0.36', { quantity: decimal('3') })]);
    const { invoice: whole, credits } = creditOneByOne(small, times(2, line('0.36')));
    const taken = credits.flatMap(({ vatTotals }) => vatTotals);
    expect(remainingCreditLines(posted(whole.vatTotals), posted(taken), eur, eur).totals.roundingTrace).toBe(
      'S 21 %: VAT 0.07, net 0.36 x rate = 0.08, difference -0.01 EUR (the rest of the invoice)',
    );
  });
});

/** How far a credit reaches: parts of what is left, in thousandths. */
const anyParts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 12 });
/** Invoices whose credits are many and small, where rounding bites. */
const smallInvoice = anyDocument(true).map(input => ({
  ...input,
  discountPercent: decimal('0'),
  lines: input.lines.map(row => ({ ...row, unitPrice: row.unitPrice.div(100).toDecimalPlaces(2) })),
}));

describe('any sequence of credits', () => {
  const creditParts = (
    input: DocumentInput,
    parts: number[],
    pricesIncludeVat: (index: number) => boolean,
  ) => {
    const invoice = computeDocument(input);
    const credits: DocumentTotals[] = [];
    for (const [index, part] of [...parts, 1000].entries()) {
      const priceIncludesVat = pricesIncludeVat(index);
      const lines = creditable(invoice, credits).map(
        ({ vatRatePercent, vatCategory, invoiced, credited }) => {
          const net = invoiced.net.minus(credited.net);
          const left = priceIncludesVat ? net.plus(invoiced.vat).minus(credited.vat) : net;
          const unitPrice = Money.round(left.amount.times(part).div(1000), input.currency).amount;
          return line('0', { unitPrice, priceIncludesVat, vatRatePercent, vatCategory, vatCode: null });
        },
      );
      credits.push(credit({ ...input, lines }, invoice, credits));
    }
    return { invoice, credits };
  };

  it.each([
    ['net prices', () => false],
    ['prices that include VAT', () => true],
    ['prices of both kinds in turn', (index: number) => index % 2 === 0],
  ])('by %s adds up, stays within its bounds and exhausts the invoice exactly', (_, pricesIncludeVat) => {
    fc.assert(
      fc.property(smallInvoice, anyParts, (input, parts) => {
        const { invoice, credits } = creditParts(input, parts, pricesIncludeVat);
        creditable(invoice, credits).forEach(row => expect(leftTexts(row)).toEqual(zeros(input)));
        credits.forEach((one, index) => {
          for (const rows of [one.lines, one.vatTotals, one.rateTotals]) {
            expect(sumColumns(rows, input.currency, input.baseCurrency)).toEqual(columns(one));
          }
          for (const row of creditable(invoice, credits.slice(0, index + 1))) {
            expect(columnsOutOfBounds(row)).toEqual([]);
            if (row.credited.net.equals(row.invoiced.net) && !row.invoiced.net.isZero()) {
              expect(leftTexts(row)).toEqual(zeros(input));
            }
            const rate = row.vatRatePercent.div(100);
            const roundedOnce = pricesIncludeVat(0) ? rate.plus(1).div(2) : decimal('1');
            if (unitsOffRate(row.invoiced, row.vatRatePercent).greaterThan(roundedOnce)) continue;
            expect(unitsOffRate(row.credited, row.vatRatePercent).lessThanOrEqualTo(1)).toBe(true);
          }
        });
      }),
      { numRuns: 150 },
    );
  });

  it('leaves a remainder that ends every code at zero', () => {
    fc.assert(
      fc.property(smallInvoice, anyParts, (input, parts) => {
        const { invoice, credits } = creditParts(input, parts, () => false);
        const some = credits.slice(0, -1);
        const sums = (rows: Parameters<typeof sumColumns>[0]) =>
          sumColumns(rows, input.currency, input.baseCurrency);
        const taken = some.flatMap(({ vatTotals }) => vatTotals);
        const { totals } = remainingCreditLines(
          posted(invoice.vatTotals),
          posted(taken),
          input.currency,
          input.baseCurrency,
        );
        expect(sums([...some, totals])).toEqual(columns(invoice));
        expect(sums(totals.lines)).toEqual(columns(totals));
        for (const code of invoice.vatTotals) {
          const same = [...taken, ...totals.vatTotals].filter(
            row => isSameRate(row, code) && row.vatCode === code.vatCode,
          );
          expect(sums(same)).toEqual(columns(code));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('in full by its own lines is the invoice itself', () => {
    fc.assert(
      fc.property(anyDocument(true), input => {
        const invoice = computeDocument(input);
        const full = credit(input, invoice, []);
        expect(columns(full)).toEqual(columns(invoice));
        expect(full.vatTotals.map(columns)).toEqual(invoice.vatTotals.map(columns));
        expect(full.lines.map(columns)).toEqual(invoice.lines.map(columns));
        expect(full.roundingTrace).toBe(invoice.roundingTrace);
      }),
      { numRuns: 100 },
    );
  });
});
