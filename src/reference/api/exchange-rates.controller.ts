import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { Tx } from '../../platform/database';
import {
  Answers,
  Field,
  InTx,
  OutsideAnswers,
  OutsideQuestion,
  Phased,
  Read,
  Write,
} from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { DeleteExchangeRate } from '../use-cases/delete-exchange-rate';
import { ListExchangeRates } from '../use-cases/list-exchange-rates';
import { SetExchangeRate } from '../use-cases/set-exchange-rate';
import { SyncExchangeRates, type SyncedRates } from '../use-cases/sync-exchange-rates';

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

class SyncExchangeRatesRequest {
  @Field.date({ optional: true, description: 'Default: the latest day that is published.' })
  date?: CalendarDate;
}

class SyncedRatesResponse {
  @Field.date({
    description: 'The day whose rates these are: the last one with rates, up to the one asked for.',
  })
  date!: string;
  @Field.integer({ description: 'Rates that were not there yet.' }) imported!: number;
}

class DeleteExchangeRateRequest {
  @Field.text({ min: 3, max: 3, description: 'ISO 4217.' }) currency!: string;
  @Field.date() date!: CalendarDate;
}

class ExchangeRateDeleted {
  @Field.boolean({ description: 'Always true.' }) deleted!: boolean;
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
    private readonly deleteExchangeRate: DeleteExchangeRate,
    private readonly syncExchangeRates: SyncExchangeRates,
    private readonly listExchangeRates: ListExchangeRates,
  ) {}

  @Phased('reference/exchange-rates/sync', {
    summary: "Fetch the European Central Bank's reference rates of a day",
    request: SyncExchangeRatesRequest,
    response: SyncedRatesResponse,
  })
  sync(
    @Body() { date }: SyncExchangeRatesRequest,
    @InTx() tx: Tx,
    @Answers() answers: OutsideAnswers,
  ): Promise<SyncedRates | OutsideQuestion<unknown>> {
    return this.syncExchangeRates.execute(tx, answers, date);
  }

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
    summary:
      "Exchange rates: the company's own, and the European Central Bank's where none of those goes before them",
    request: ListRequest,
    response: listResponse(ExchangeRateResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<ExchangeRateResponse>> {
    return this.listExchangeRates.execute(tx, request);
  }

  @Read('reference/exchange-rates/overrides/list', {
    summary: 'Exchange rates that the company has set itself',
    request: ListRequest,
    response: listResponse(ExchangeRateResponse),
  })
  overrides(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<ExchangeRateResponse>> {
    return this.listExchangeRates.overrides(tx, request);
  }

  @Write('reference/exchange-rates/overrides/delete', {
    summary: "Delete an own rate; the one before it or the European Central Bank's holds again",
    request: DeleteExchangeRateRequest,
    response: ExchangeRateDeleted,
  })
  async deleteOverride(
    @Body() { currency, date }: DeleteExchangeRateRequest,
    @InTx() tx: Tx,
  ): Promise<ExchangeRateDeleted> {
    await this.deleteExchangeRate.execute(tx, currency, date);
    return { deleted: true };
  }
}
