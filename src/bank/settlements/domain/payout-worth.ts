import type { Currency } from '../../../shared/currency';
import { sumOf } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import { Money } from '../../../shared/money';
import { kindOf } from './settlement';

/** What of a line decides what it is worth. */
export interface WorthLine {
  externalId: string;
  category: string;
  gross: Money;
  fee: Money;
}

export interface PayoutTotals {
  currency: Currency;
  gross: Money;
  fee: Money;
  net: Money;
  /** What the provider pays beyond what the lines add up to; less than zero: what is missing. */
  difference: Money;
}

/**
 * The currency of a payout: the one in which its lines leave something. Lines in other currencies are there with their
 * conversion and add up to zero.
 * @throws DomainError `settlement_refused`
 */
export function payoutCurrency(payoutId: string, lines: WorthLine[], amount: Money | null): Currency {
  const currencies = new Map(lines.map(({ gross }) => [gross.currency.code, gross.currency]));
  if (amount) currencies.set(amount.currency.code, amount.currency);
  const left = [...currencies.values()].filter(
    currency => currencies.size === 1 || !netOf(lines, currency).isZero(),
  );
  const [currency] = left;
  if (left.length === 1 && currency && (!amount || amount.currency.code === currency.code)) return currency;
  return refuse(
    'settlement_refused',
    `Payout ${payoutId} has lines in ${[...currencies.keys()].join(', ')} that are not converted into one currency; export it with its conversions.`,
  );
}

/**
 * What each line is worth in the currency of the payout, its fee apart. A line in another currency is worth its share of
 * what its currency was exchanged for; the conversions themselves are then worth nothing more.
 *
 *   -10.00 USD payment, conversion -9.20 EUR / +10.00 USD:  the payment is worth -9.20 EUR
 *
 * @throws DomainError `settlement_refused`
 */
export function worthOfLines(lines: WorthLine[], currency: Currency): Money[] {
  const worth = lines.map(({ category, gross }) =>
    kindOf(category) === 'conversion' || gross.currency.code !== currency.code ? Money.zero(currency) : gross,
  );
  const foreign = new Set(lines.map(({ gross }) => gross.currency.code));
  foreign.delete(currency.code);
  for (const code of foreign) {
    const converted = lines.flatMap((line, index) =>
      line.gross.currency.code === code && kindOf(line.category) !== 'conversion' ? [index] : [],
    );
    if (converted.length === 0) continue;
    const weights = converted.map(index => lines[index]!.gross.amount);
    if (sumOf(weights).isZero() || converted.some(index => !lines[index]!.fee.isZero())) {
      refuse(
        'settlement_refused',
        `Lines in ${code} that cancel each other out or have fees of their own cannot be valued in ${currency.code}.`,
      );
    }
    const shares = exchangedFor(lines, code, currency).allocate(weights);
    shares.forEach((share, index) => (worth[converted[index]!] = share));
  }
  return worth;
}

/** What the lines add up to, and what the provider pays beyond it. */
export function totalsOf(payoutId: string, lines: WorthLine[], amount: Money | null): PayoutTotals {
  const currency = payoutCurrency(payoutId, lines, amount);
  const gross = Money.sum(worthOfLines(lines, currency), currency);
  const own = lines.filter(line => line.fee.currency.code === currency.code);
  const fee = Money.sum(
    own.map(line => line.fee),
    currency,
  );
  const explained = gross.minus(fee);
  if (!explained.equals(netOf(lines, currency))) {
    refuse('settlement_refused', `Payout ${payoutId} has a conversion of which one side is missing.`);
  }
  const net = amount ?? explained;
  return { currency, gross, fee, net, difference: net.minus(explained) };
}

function netOf(lines: WorthLine[], currency: Currency): Money {
  return Money.sum(
    lines
      .filter(({ gross }) => gross.currency.code === currency.code)
      .map(({ gross, fee }) => gross.minus(fee)),
    currency,
  );
}

/** What a currency was exchanged for: the other sides of its conversions. */
function exchangedFor(lines: WorthLine[], code: string, currency: Currency): Money {
  const conversions = lines.filter(({ category }) => kindOf(category) === 'conversion');
  const ids = new Set(
    conversions.filter(({ gross }) => gross.currency.code === code).map(({ externalId }) => externalId),
  );
  return Money.sum(
    conversions
      .filter(({ gross, externalId }) => gross.currency.code === currency.code && ids.has(externalId))
      .map(({ gross }) => gross),
    currency,
  );
}
