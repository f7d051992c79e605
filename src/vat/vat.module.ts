import { Module } from '@nestjs/common';
import { VatClassifiersController } from './classifier/api/vat-classifiers.controller';
import { ListVatClassifiers } from './classifier/use-cases/list-vat-classifiers';
import { UpsertVatClassifiers } from './classifier/use-cases/upsert-vat-classifiers';
import { EuVatRatesController } from './rates/api/eu-vat-rates.controller';
import { ListEuVatRates } from './rates/use-cases/list-eu-vat-rates';
import { SetEuVatRateOverrides } from './rates/use-cases/set-eu-vat-rate-overrides';
import { VatResolveController } from './resolve/api/vat-resolve.controller';
import { ResolveVat } from './resolve/use-cases/resolve-vat';
import { VatPeriodsController } from './periods/api/vat-periods.controller';
import { CloseVatPeriods } from './periods/use-cases/close-vat-periods';
import { ListVatPeriods } from './periods/use-cases/list-vat-periods';
import { ReopenVatPeriod } from './periods/use-cases/reopen-vat-period';
import { ProRataController } from './pro-rata/api/pro-rata.controller';
import { ListDeductionPercents } from './pro-rata/use-cases/list-deduction-percents';
import { SetDeductionPercent } from './pro-rata/use-cases/set-deduction-percent';

@Module({
  controllers: [
    VatClassifiersController,
    EuVatRatesController,
    VatResolveController,
    VatPeriodsController,
    ProRataController,
  ],
  providers: [
    ListVatClassifiers,
    UpsertVatClassifiers,
    ListEuVatRates,
    SetEuVatRateOverrides,
    ResolveVat,
    CloseVatPeriods,
    ListVatPeriods,
    ReopenVatPeriod,
    SetDeductionPercent,
    ListDeductionPercents,
  ],
  exports: [CloseVatPeriods],
})
export class VatModule {}
