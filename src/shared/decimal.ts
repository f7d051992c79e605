import { Decimal as DecimalJs } from 'decimal.js';

/**
 * The only number type for money, quantities, prices and rates.
 * 60 significant digits, half away from zero, never written in exponent notation.
 */
export const Decimal = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;

const PLAIN_DECIMAL = /^-?[0-9]{1,30}(\.[0-9]{1,20})?$/;

/**
 * Reads a plain decimal string: ASCII digits, an optional leading minus and an optional fraction.
 * At most 30 integer and 20 fraction digits. "-0.00" becomes 0.
 * Returns null for anything else (exponent, plus sign, spaces, separators, other scripts' digits, NaN).
 */
export function parseDecimal(text: string): Decimal | null {
  if (!PLAIN_DECIMAL.test(text)) return null;
  return withoutNegativeZero(new Decimal(text));
}

/** Number of fraction digits as written, trailing zeros included: "100.50" has 2. Expects what `parseDecimal` accepts. */
export function decimalPlaces(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** A stored number as it is told: `21.0000` is `21`. */
export function withoutTrailingZeros(text: string): string {
  return new Decimal(text).toFixed();
}

/** Decimal knows a negative zero, which would be rendered as "-0.00". */
export function withoutNegativeZero(value: Decimal): Decimal {
  return value.isZero() ? new Decimal(0) : value;
}

/** Sum of the values; 0 for none. */
export function sumOf(values: Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), new Decimal(0));
}

/** A decimal string with at least so many decimals, and all it has: unit prices read "10.00" and "0.123456". */
export function withAtLeastDecimals(text: string, decimals: number): string {
  const value = new Decimal(text);
  return value.decimalPlaces() > decimals ? value.toFixed() : value.toFixed(decimals);
}
