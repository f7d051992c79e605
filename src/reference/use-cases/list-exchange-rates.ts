import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { exchangeRateList, type ExchangeRate } from '../data/exchange-rates';

/** The rates that the company has set, newest first. */
@Injectable()
export class ListExchangeRates {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<ExchangeRate>> {
    return this.lists.run(tx, exchangeRateList, request, ({ currencyCode, date, rate }: ExchangeRate) => ({
      currencyCode,
      date,
      rate: new Decimal(rate).toFixed(),
    }));
  }
}
