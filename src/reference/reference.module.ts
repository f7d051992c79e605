import { Module } from '@nestjs/common';
import { ExchangeRatesController } from './api/exchange-rates.controller';
import { ReferenceController } from './api/reference.controller';
import { ListExchangeRates } from './use-cases/list-exchange-rates';
import { ListReferenceData } from './use-cases/list-reference-data';
import { SetExchangeRate } from './use-cases/set-exchange-rate';

@Module({
  controllers: [ReferenceController, ExchangeRatesController],
  providers: [ListReferenceData, SetExchangeRate, ListExchangeRates],
})
export class ReferenceModule {}
