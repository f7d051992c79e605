import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { Tx } from '../../platform/database';
import { Field, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ListExchangeRates } from '../use-cases/list-exchange-rates';
import { SetExchangeRate } from '../use-cases/set-exchange-rate';

const RATE = 'Units of the currency per one unit of base currency: 1.0832 for USD in books kept in EUR.';

class SetExchangeRateRequest {
  @Field.text({ min: 3, max: 3, description: 'ISO 4217; not the base currency.' }) currency!: string;
  @Field.date() date!: CalendarDate;
  @Field.decimal({
    places: 8,
    min: '0.00000001',
    max: '999999999999',
    description: RATE,
    example: '1.0832',
  })
  rate!: string;
}

class ExchangeRateResponse {
  @Field.text({ description: 'ISO 4217.' }) currencyCode!: string;
  @Field.date() date!: string;
  @Field.decimal({ description: RATE, example: '1.0832' }) rate!: string;
}

@Controller()
export class ExchangeRatesController {
  constructor(
    private readonly setExchangeRate: SetExchangeRate,
    private readonly listExchangeRates: ListExchangeRates,
  ) {}

  @Write('reference/exchange-rates/set', {
    summary: "Set a currency's rate for a day and the days after it, until the next one",
    request: SetExchangeRateRequest,
    response: ExchangeRateResponse,
  })
  set(
    @Body() { currency, date, rate }: SetExchangeRateRequest,
    @InTx() tx: Tx,
  ): Promise<ExchangeRateResponse> {
    return this.setExchangeRate.execute(tx, { currencyCode: currency, date, rate });
  }

  @Read('reference/exchange-rates/list', {
    summary: "The company's exchange rates",
    request: ListRequest,
    response: listResponse(ExchangeRateResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<ExchangeRateResponse>> {
    return this.listExchangeRates.execute(tx, request);
  }
}
