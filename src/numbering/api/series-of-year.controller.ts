import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { numberedTypeOf } from '../domain/numbered-type';
import {
  DEFAULT_NUMBER_LENGTH,
  DEFAULT_PREFIXES,
  namesYear,
  NUMBERED_DOCUMENT_TYPES,
} from '../domain/series';
import { CreateSeries } from '../use-cases/create-series';
import { ReadSeries, type SeriesOfYear } from '../use-cases/read-series';

class CreateSeriesOfYearRequest {
  @Field.text({ max: 50, description: `${NUMBERED_DOCUMENT_TYPES.join(', ')}, with or without sale_.` })
  documentType!: string;
  @Field.text({
    optional: true,
    max: 30,
    description:
      'With {YYYY} or {YY} the numbers start again each year; with any other prefix they go on. Default: INV-{YYYY}-, CN-{YYYY}-, ...',
  })
  prefix?: string;
  @Field.integer({
    min: 2000,
    max: 2100,
    description:
      'The year that `startAt` is of; where numbers do not start again, the year it is opened for.',
  })
  year!: number;
  @Field.integer({ optional: true, min: 1, max: 999_999_999_999, description: 'Default: 1.' })
  startAt?: number;
}

class SeriesOfYearResponse implements SeriesOfYear {
  @Field.id() id!: string;
  @Field.text() documentType!: string;
  @Field.text() prefix!: string;
  @Field.integer({ description: 'The year that `nextNumber` is of.' }) year!: number;
  @Field.integer() nextNumber!: number;
  @Field.instant() createdAt!: string;
}

/** The older twin of `document-series`: the same series, seen by year. */
@Controller()
export class SeriesOfYearController {
  constructor(
    private readonly createSeries: CreateSeries,
    private readonly series: ReadSeries,
  ) {}

  @Write('reference/series/create', {
    summary: 'Open a document series for a year',
    request: CreateSeriesOfYearRequest,
    response: SeriesOfYearResponse,
    status: 201,
  })
  async create(
    @Body() { documentType: name, year, startAt = 1, ...given }: CreateSeriesOfYearRequest,
    @InTx() tx: Tx,
  ): Promise<SeriesOfYearResponse> {
    const documentType = numberedTypeOf(name);
    const prefix = given.prefix ?? `${DEFAULT_PREFIXES[documentType]}{YYYY}-`;
    const { id, createdAt } = await this.createSeries.execute(
      tx,
      {
        documentType,
        prefix,
        name: null,
        label: null,
        numberLength: DEFAULT_NUMBER_LENGTH,
        nextNumber: startAt,
        allocatedFrom: null,
        allocatedTo: null,
        yearlyRestart: namesYear(prefix),
        printSeries: true,
        isDefault: false,
        isActive: true,
      },
      year,
    );
    return { id, documentType, prefix, year, nextNumber: startAt, createdAt };
  }

  @Read('reference/series/list', {
    summary: 'Document series, by year',
    request: ListRequest,
    response: listResponse(SeriesOfYearResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SeriesOfYearResponse>> {
    return this.series.listByYear(tx, request);
  }
}
