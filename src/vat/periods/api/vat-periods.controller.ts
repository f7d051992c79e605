import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { VAT_PERIOD_STATUSES } from '../domain/vat-period';
import { CloseVatPeriods } from '../use-cases/close-vat-periods';
import { ListVatPeriods } from '../use-cases/list-vat-periods';
import { ReopenVatPeriod } from '../use-cases/reopen-vat-period';

class VatPeriodRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7 }) month!: number;
}

class CloseVatPeriodsRequest extends VatPeriodRequest {
  @Field.integer({
    optional: true,
    min: 1,
    max: 12,
    description: 'How many months from `month` on, within the year; default 1. A quarter has 3.',
  })
  months?: number;
}

class ReopenVatPeriodRequest extends VatPeriodRequest {
  @Field.text({ max: 500, description: 'Why; kept in the audit log.' }) reason!: string;
}

class ListVatPeriodsRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
}

class VatPeriodResponse {
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.oneOf(VAT_PERIOD_STATUSES) status!: string;
  @Field.instant({ nullable: true }) closedAt!: string | null;
}

class VatPeriodsResponse {
  @Field.list(() => VatPeriodResponse) rows!: VatPeriodResponse[];
}

@Controller()
export class VatPeriodsController {
  constructor(
    private readonly closeVatPeriods: CloseVatPeriods,
    private readonly reopenVatPeriod: ReopenVatPeriod,
    private readonly listVatPeriods: ListVatPeriods,
  ) {}

  @Read('vat-periods/list', {
    summary: 'The twelve VAT periods of a year',
    request: ListVatPeriodsRequest,
    response: VatPeriodsResponse,
    addition: true,
  })
  async list(@Body() { year }: ListVatPeriodsRequest, @InTx() tx: Tx): Promise<VatPeriodsResponse> {
    return { rows: await this.listVatPeriods.execute(tx, year) };
  }

  @Write('vat-periods/close', {
    summary: 'Close VAT periods, all of those named or none',
    request: CloseVatPeriodsRequest,
    response: VatPeriodsResponse,
    addition: true,
  })
  async close(@Body() request: CloseVatPeriodsRequest, @InTx() tx: Tx): Promise<VatPeriodsResponse> {
    const { year, month, months = 1 } = request;
    return { rows: await this.closeVatPeriods.execute(tx, { year, month }, months) };
  }

  @Write('vat-periods/reopen', {
    summary: 'Open a closed VAT period again',
    request: ReopenVatPeriodRequest,
    response: VatPeriodResponse,
    addition: true,
  })
  reopen(
    @Body() { year, month, reason }: ReopenVatPeriodRequest,
    @InTx() tx: Tx,
  ): Promise<VatPeriodResponse> {
    return this.reopenVatPeriod.execute(tx, { year, month }, reason);
  }
}
