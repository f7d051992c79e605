import { Module } from '@nestjs/common';
import { SeriesOfYearController } from './api/series-of-year.controller';
import { SeriesController } from './api/series.controller';
import { CreateSeries } from './use-cases/create-series';
import { DeleteSeries } from './use-cases/delete-series';
import { ProveSeries } from './use-cases/prove-series';
import { ReadSeries } from './use-cases/read-series';
import { UpdateSeries } from './use-cases/update-series';

@Module({
  controllers: [SeriesController, SeriesOfYearController],
  providers: [CreateSeries, UpdateSeries, DeleteSeries, ReadSeries, ProveSeries],
})
export class NumberingModule {}
