import type { Currency } from './currency';
import { parseDecimal } from './decimal';
import { refuseField } from './domain-error';
import { invariant } from './invariant';
import { Money } from './money';

/**
 * A decimal string of a request, in a currency.
 * @param member what the request calls it
 * @throws DomainError `invalid_request` for more decimals than the currency has
 */
export function givenMoney(text: string, member: string, currency: Currency): Money {
  const value = parseDecimal(text);
  invariant(value, 'the request was validated');
  if (value.decimalPlaces() > currency.minorUnits) {
    refuseField(member, `must have at most the ${currency.minorUnits} decimals of ${currency.code}`);
  }
  return Money.of(value, currency);
}
