import type { Currency } from '../../shared/currency';
import { parseDecimal } from '../../shared/decimal';
import { refuseField } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';

/**
 * An amount of a request in base currency; assets have no other.
 * @throws DomainError `invalid_request` naming the member when it has more decimals than the currency
 */
export function baseAmount(text: string, member: string, base: Currency): Money {
  const value = parseDecimal(text);
  invariant(value, 'the request was validated');
  if (value.decimalPlaces() > base.minorUnits)
    refuseField(member, `must have at most the ${base.minorUnits} decimals of ${base.code}`);
  return Money.of(value, base);
}
