import { Currency } from './currency';
import { Decimal, parseDecimal, sumOf, withoutNegativeZero } from './decimal';
import { invariant } from './invariant';

/** Digits kept of a share before it is rounded to money: equal shares stay equal whatever division made them. */
const SHARE_DECIMALS = 30;

/**
 * An exact amount in one currency, never with more decimals than ISO 4217 gives it (@invariant INV-11). Immutable.
 * Mixing currencies is a programming error and throws.
 */
export class Money {
  readonly amount: Decimal;

  private constructor(
    amount: Decimal,
    readonly currency: Currency,
  ) {
    this.amount = withoutNegativeZero(amount);
  }

  /**
   * An amount as it is. Trailing zeros are no decimals ("5.0000" is 5 yen).
   * Throws for text that is no plain decimal and for more decimals than the currency has.
   */
  static of(value: string | Decimal, currency: Currency): Money {
    const amount = typeof value === 'string' ? parseDecimal(value) : value;
    invariant(amount !== null, `'${String(value)}' is not a decimal`);
    invariant(
      amount.isFinite() && amount.decimalPlaces() <= currency.minorUnits,
      `${amount.toString()} has more than the ${currency.minorUnits} decimals of ${currency.code}`,
    );
    return new Money(amount, currency);
  }

  static zero(currency: Currency): Money {
    return new Money(new Decimal(0), currency);
  }

  /** The smallest amount of the currency: 0.01 EUR, 1 JPY, 0.001 KWD. */
  static minorUnit(currency: Currency): Money {
    return new Money(new Decimal(10).pow(-currency.minorUnits), currency);
  }

  /** Rounds to the currency's decimals, half away from zero. */
  static round(value: Decimal, currency: Currency): Money {
    return new Money(value.toDecimalPlaces(currency.minorUnits, Decimal.ROUND_HALF_UP), currency);
  }

  /** Sum of amounts in `currency`; zero for none. */
  static sum(amounts: Money[], currency: Currency): Money {
    return amounts.reduce((sum, amount) => sum.plus(amount), Money.zero(currency));
  }

  plus(other: Money): Money {
    return new Money(this.amount.plus(this.sameCurrency(other)), this.currency);
  }

  minus(other: Money): Money {
    return new Money(this.amount.minus(this.sameCurrency(other)), this.currency);
  }

  negated(): Money {
    return new Money(this.amount.negated(), this.currency);
  }

  /** -1, 0 or 1. */
  compare(other: Money): number {
    return this.amount.comparedTo(this.sameCurrency(other));
  }

  equals(other: Money): boolean {
    return this.compare(other) === 0;
  }

  isZero(): boolean {
    return this.amount.isZero();
  }

  isNegative(): boolean {
    return this.amount.isNegative();
  }

  /**
   * Splits the amount in proportion to the weights by largest remainder: the parts sum to it exactly, each is less than
   * a minor unit from its exact share, and ties go to the earlier part. A negative amount mirrors the positive one.
   * Weights may have mixed signs; throws when they sum to 0 while the amount does not.
   */
  allocate(weights: Decimal[]): Money[] {
    if (this.isZero()) return weights.map(() => this);
    const total = sumOf(weights);
    invariant(!total.isZero(), 'weights that sum to 0 cannot share out an amount');
    return this.apportion(weights.map(weight => this.amount.times(weight).div(total)));
  }

  /**
   * Rounds exact shares to parts that sum to this amount exactly, by largest remainder, ties to the earlier part.
   * The shares already sum to about this amount (it is, say, their rounded sum): the difference is first spread over
   * them by size, so a share of 0 stays 0, and shares of opposite signs keep their size where weights would cancel out.
   */
  apportion(shares: Decimal[]): Money[] {
    if (this.isNegative()) {
      return this.negated()
        .apportion(shares.map(share => share.negated()))
        .map(part => part.negated());
    }
    const exact = this.spreadDifference(shares);
    const floors = exact.map(share => share.toDecimalPlaces(this.currency.minorUnits, Decimal.ROUND_FLOOR));
    const unit = Money.minorUnit(this.currency).amount;
    const unitsLeft = this.amount.minus(sumOf(floors)).div(unit).toNumber();
    const remainders = exact.map((share, index) => ({ index, remainder: share.minus(floors[index]!) }));
    remainders.sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
    const raised = new Set(remainders.slice(0, unitsLeft).map(({ index }) => index));
    return floors.map(
      (floor, index) => new Money(raised.has(index) ? floor.plus(unit) : floor, this.currency),
    );
  }

  /** Fixed decimals of the currency: "10.50", "1127", "-0.005". */
  toString(): string {
    return this.amount.toFixed(this.currency.minorUnits);
  }

  private spreadDifference(shares: Decimal[]): Decimal[] {
    const difference = this.amount.minus(sumOf(shares));
    const sizes = shares.map(share => share.abs());
    const weights = sizes.every(size => size.isZero()) ? sizes.map(() => new Decimal(1)) : sizes;
    const total = sumOf(weights);
    invariant(!total.isZero() || this.isZero(), 'an amount cannot be shared out to nobody');
    return shares.map((share, index) =>
      share.plus(difference.times(weights[index]!).div(total)).toDecimalPlaces(SHARE_DECIMALS),
    );
  }

  private sameCurrency(other: Money): Decimal {
    invariant(
      other.currency.code === this.currency.code,
      `${this.currency.code} and ${other.currency.code} cannot be mixed`,
    );
    return other.amount;
  }
}
