import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import { refuseField } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { currencyOf } from '../data/currency-of';
import { setExchangeRate, type ExchangeRate } from '../data/exchange-rates';

/**
 * Sets the rate of a currency for a day, or corrects it. What was posted keeps the rate it was posted at.
 * @throws DomainError `invalid_request` for a currency that is not one, or is the base currency
 */
@Injectable()
export class SetExchangeRate {
  async execute(tx: Tx, { currencyCode, date, rate }: ExchangeRate): Promise<ExchangeRate> {
    const { code } = await currencyOf(tx, currencyCode, 'currency');
    if (code === tx.company.baseCurrency.code)
      refuseField('currency', 'is the base currency, whose rate is always 1');
    const set = { currencyCode: code, date, rate: new Decimal(rate).toFixed() };
    const before = await setExchangeRate(tx, set);
    await tx.insert(
      auditRows(tx, {
        action: 'exchange_rate.set',
        entity: 'exchange_rate',
        entityId: null,
        diff: {
          currencyCode: code,
          date,
          before: { rate: before === null ? null : new Decimal(before).toFixed() },
          after: { rate: set.rate },
        },
      }),
    );
    return set;
  }
}
