import fc from 'fast-check';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';

const eur = { code: 'EUR', minorUnits: 2 };
const jpy = { code: 'JPY', minorUnits: 0 };
const kwd = { code: 'KWD', minorUnits: 3 };
const texts = (parts: Money[]) => parts.map(String);
const decimals = (...values: (string | number)[]) => values.map(value => new Decimal(value));

const anyCurrency = fc.constantFrom(jpy, eur, kwd);
const anyUnits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const anyMoney = fc
  .tuple(anyUnits, anyCurrency)
  .map(([units, currency]) =>
    Money.of(new Decimal(units.toString()).div(10 ** currency.minorUnits), currency),
  );
const anyWeights = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 })
  .filter(weights => weights.some(weight => weight > 0))
  .map(weights => weights.map(weight => new Decimal(weight).div(100)));

describe('making money', () => {
  it('keeps the decimals of the currency', () => {
    expect(Money.of('10.005', kwd).toString()).toBe('10.005');
    expect(Money.of('10', eur).toString()).toBe('10.00');
    expect(Money.of('1127', jpy).toString()).toBe('1127');
    expect(Money.of('100.0000', jpy).toString()).toBe('100');
    expect(Money.of('-0.00', eur).toString()).toBe('0.00');
  });

  it('refuses more decimals than the currency has, and what is no decimal', () => {
    expect(() => Money.of('100.50', jpy)).toThrow('more than the 0 decimals of JPY');
    expect(() => Money.of('10.0005', kwd)).toThrow('more than the 3 decimals of KWD');
    expect(() => Money.of('1e3', eur)).toThrow('is not a decimal');
    expect(() => Money.of(new Decimal(NaN), eur)).toThrow();
    expect(() => Money.of(new Decimal(Infinity), eur)).toThrow();
  });

  it.each([
    ['0.005', eur, '0.01'],
    ['-0.005', eur, '-0.01'],
    ['0.0049999', eur, '0.00'],
    ['-0.004', eur, '0.00'],
    ['1.005', eur, '1.01'],
    ['31.5', jpy, '32'],
    ['-112.5', jpy, '-113'],
    ['1.2345', kwd, '1.235'],
  ])('rounds %s half away from zero', (value, currency, rounded) => {
    expect(Money.round(new Decimal(value), currency).toString()).toBe(rounded);
  });

  it('rounds a negative amount as the mirror of the positive', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), anyCurrency, (digits, currency) => {
        const value = new Decimal(digits.toString()).div(100_000);
        const rounded = Money.round(value, currency);
        expect(Money.round(value.negated(), currency).toString()).toBe(rounded.negated().toString());
        expect(
          rounded.amount.minus(value).abs().lessThanOrEqualTo(Money.minorUnit(currency).amount.div(2)),
        ).toBe(true);
      }),
    );
  });

  it('has one minor unit per currency', () => {
    expect([jpy, eur, kwd].map(currency => Money.minorUnit(currency).toString())).toEqual([
      '1',
      '0.01',
      '0.001',
    ]);
  });
});

describe('arithmetic', () => {
  it('is exact beyond 2^53 cents', () => {
    const large = Money.of('90071992547409.93', eur);
    expect(large.plus(large).toString()).toBe('180143985094819.86');
    expect(large.minus(large).isZero()).toBe(true);
  });

  it('sums, compares and negates', () => {
    const sum = Money.sum([Money.of('0.10', eur), Money.of('0.20', eur)], eur);
    expect(sum.equals(Money.of('0.30', eur))).toBe(true);
    expect(Money.of('99.80', eur).compare(Money.of('99.90', eur))).toBe(-1);
    expect(Money.of('5', eur).negated().isNegative()).toBe(true);
    expect(Money.zero(eur).negated().isNegative()).toBe(false);
    expect(Money.sum([], jpy).toString()).toBe('0');
  });

  it('throws when currencies are mixed', () => {
    const [euros, yen] = [Money.of('1', eur), Money.of('1', jpy)];
    expect(() => euros.plus(yen)).toThrow('EUR and JPY cannot be mixed');
    expect(() => euros.minus(yen)).toThrow();
    expect(() => euros.compare(yen)).toThrow();
  });
});

describe('allocate', () => {
  it('gives ties to the earlier part', () => {
    expect(texts(Money.of('0.05', eur).allocate(decimals(1, 1)))).toEqual(['0.03', '0.02']);
    expect(texts(Money.of('-0.05', eur).allocate(decimals(1, 1)))).toEqual(['-0.03', '-0.02']);
    expect(texts(Money.of('100', eur).allocate(decimals(1, 1, 1)))).toEqual(['33.34', '33.33', '33.33']);
    expect(texts(Money.of('100', jpy).allocate(decimals(1, 1, 1)))).toEqual(['34', '33', '33']);
  });

  it('gives the rest to the largest remainder', () => {
    expect(texts(Money.of('0.10', eur).allocate(decimals(1, 2)))).toEqual(['0.03', '0.07']);
  });

  it('follows weights of mixed signs', () => {
    expect(texts(Money.of('16.80', eur).allocate(decimals(100, -20)))).toEqual(['21.00', '-4.20']);
  });

  it('throws for weights without a sum, unless there is nothing to share out', () => {
    expect(() => Money.of('1', eur).allocate(decimals(1, -1))).toThrow('sum to 0');
    expect(texts(Money.zero(eur).allocate(decimals(1, -1)))).toEqual(['0.00', '0.00']);
  });

  it('sums exactly, stays within a unit of each exact share, and mirrors negative amounts', () => {
    fc.assert(
      fc.property(anyMoney, anyWeights, (money, weights) => {
        const parts = money.allocate(weights);
        expect(Money.sum(parts, money.currency).equals(money)).toBe(true);
        const total = weights.reduce((sum, weight) => sum.plus(weight));
        const unit = Money.minorUnit(money.currency).amount;
        parts.forEach((part, index) => {
          const exact = money.amount.times(weights[index]!).div(total);
          expect(part.amount.minus(exact).abs().lessThan(unit)).toBe(true);
        });
        expect(texts(money.negated().allocate(weights))).toEqual(texts(parts.map(part => part.negated())));
      }),
    );
  });
});

describe('apportion', () => {
  it('keeps shares that cancel out', () => {
    expect(texts(Money.zero(eur).apportion(decimals('21', '-20.9979')))).toEqual(['21.00', '-21.00']);
  });

  it('gives nothing to a share of 0 while others have one', () => {
    expect(texts(Money.of('0.01', eur).apportion(decimals(0, '0.0042', 0)))).toEqual([
      '0.00',
      '0.01',
      '0.00',
    ]);
  });

  it('starts with the first part when no share is known', () => {
    expect(texts(Money.of('0.01', eur).apportion(decimals(0, 0)))).toEqual(['0.01', '0.00']);
    expect(() => Money.of('0.01', eur).apportion([])).toThrow('to nobody');
    expect(Money.zero(eur).apportion([])).toEqual([]);
  });

  it('sums exactly whatever the signs, less than one and a half units from each share', () => {
    const share = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => new Decimal(value).div(7000));
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 30 }), anyCurrency, (shares, currency) => {
        const total = Money.round(
          shares.reduce((sum, value) => sum.plus(value)),
          currency,
        );
        const parts = total.apportion(shares);
        expect(Money.sum(parts, currency).equals(total)).toBe(true);
        const limit = Money.minorUnit(currency).amount.times('1.5');
        parts.forEach((part, index) =>
          expect(part.amount.minus(shares[index]!).abs().lessThan(limit)).toBe(true),
        );
      }),
    );
  });
});
