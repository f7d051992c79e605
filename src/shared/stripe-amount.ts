import type { Currency } from './currency';
import { Decimal } from './decimal';
import { invariant } from './invariant';
import { Money } from './money';

/**
 * Decimals of Stripe's amounts where they are not two (https://docs.stripe.com/currencies). Not those of ISO 4217: the ariary
 * has two there and none here, the Icelandic króna none there and two here.
 */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map(code => [code, 3])),
};
const USUAL_DECIMALS = 2;
/** What is charged or given back has two decimals at most: of three Stripe wants the last to be zero. */
const MOST_DECIMALS_OF_ORDERS = 2;
/** The documentation lists the Ugandan shilling both without decimals and with two: a factor of 100 is not guessed. */
const UNCLEAR = ['UGX'];

/**
 * What Stripe counts as a whole number of its smallest unit.
 * @returns null for what is no whole number, or no amount of the currency (5.50 krónur)
 */
export function moneyOfStripe(units: number, currency: Currency): Money | null {
  if (UNCLEAR.includes(currency.code) || !Number.isSafeInteger(units)) return null;
  const amount = new Decimal(units).div(unitsOf(currency));
  return amount.decimalPlaces() <= currency.minorUnits ? Money.of(amount, currency) : null;
}

/**
 * An amount to be charged or given back, as Stripe counts it.
 * @returns null for one that Stripe has no number for (1.50 ariary, 1.005 dinar)
 */
export function stripeAmount({ amount, currency }: Money): number | null {
  const units = amount.times(unitsOf(currency));
  if (UNCLEAR.includes(currency.code) || !units.isInteger()) return null;
  if (amount.decimalPlaces() > MOST_DECIMALS_OF_ORDERS) return null;
  invariant(units.abs().lte(Number.MAX_SAFE_INTEGER), 'an amount that Stripe takes is counted exactly');
  return units.toNumber();
}

/** How many of Stripe's smallest units one of a currency is. */
function unitsOf({ code }: Currency): Decimal {
  return new Decimal(10).pow(DECIMALS[code] ?? USUAL_DECIMALS);
}
