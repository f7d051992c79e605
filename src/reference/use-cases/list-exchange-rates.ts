import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { exchangeRateList, overrideList, type ExchangeRate } from '../data/exchange-rates';

/** The rates that hold for the company, newest first, and those among them that it has set itself. */
@Injectable()
export class ListExchangeRates {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<ExchangeRate>> {
    return this.lists.run(tx, exchangeRateList(tx.company.baseCurrency.code), request, plain);
  }

  overrides(tx: Tx, request: ListRequest): Promise<ListPage<ExchangeRate>> {
    return this.lists.run(tx, overrideList, request, plain);
  }
}

function plain({ currencyCode, date, rate }: ExchangeRate): ExchangeRate {
  return { currencyCode, date, rate: new Decimal(rate).toFixed() };
}
