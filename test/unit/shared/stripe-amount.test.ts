import { Money } from '../../../src/shared/money';
import { moneyOfStripe, stripeAmount } from '../../../src/shared/stripe-amount';

describe("amounts in Stripe's whole numbers", () => {
  it.each([
    [1050, 'EUR', 2, '10.50'],
    [-1, 'EUR', 2, '-0.01'],
    [0, 'EUR', 2, '0.00'],
    [1500, 'JPY', 0, '1500'],
    [5120, 'KWD', 3, '5.120'],
    [500, 'ISK', 0, '5'],
    [7, 'MGA', 2, '7.00'],
    [9007199254740991, 'EUR', 2, '90071992547409.91'],
  ])('%s %s', (amount, code, minorUnits, expected) => {
    expect(moneyOfStripe(amount, { code, minorUnits })?.toString()).toBe(expected);
  });

  it.each([
    [550, 'ISK', 0],
    [700, 'UGX', 0],
    [1.5, 'EUR', 2],
    [9007199254740992, 'EUR', 2],
    [Number.NaN, 'EUR', 2],
  ])('none of %s %s', (amount, code, minorUnits) => {
    expect(moneyOfStripe(amount, { code, minorUnits })).toBeNull();
  });

  it.each([
    ['10.50', 'EUR', 2, 1050],
    ['1500', 'JPY', 0, 1500],
    ['5.120', 'KWD', 3, 5120],
    ['5', 'ISK', 0, 500],
    ['7.00', 'MGA', 2, 7],
  ])('%s %s is ordered as %s', (amount, code, minorUnits, units) => {
    expect(stripeAmount(Money.of(amount, { code, minorUnits }))).toBe(units);
  });

  it.each([
    ['5.125', 'KWD', 3],
    ['7.50', 'MGA', 2],
    ['7', 'UGX', 0],
  ])('%s %s cannot be ordered', (amount, code, minorUnits) => {
    expect(stripeAmount(Money.of(amount, { code, minorUnits }))).toBeNull();
  });

  it('and nothing that a number cannot count', () => {
    expect(() => stripeAmount(Money.of('90071992547409.92', { code: 'EUR', minorUnits: 2 }))).toThrow();
  });
});
