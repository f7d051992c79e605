import { Module } from '@nestjs/common';
import { ExchangeRatesController } from './api/exchange-rates.controller';
import { ReferenceController } from './api/reference.controller';
import { EcbClient } from './ecb-client';
import { DeleteExchangeRate } from './use-cases/delete-exchange-rate';
import { ListExchangeRates } from './use-cases/list-exchange-rates';
import { ListReferenceData } from './use-cases/list-reference-data';
import { SetExchangeRate } from './use-cases/set-exchange-rate';
import { SyncExchangeRates } from './use-cases/sync-exchange-rates';

@Module({
  controllers: [ReferenceController, ExchangeRatesController],
  providers: [
    EcbClient,
    ListReferenceData,
    SetExchangeRate,
    DeleteExchangeRate,
    SyncExchangeRates,
    ListExchangeRates,
  ],
})
export class ReferenceModule {}
