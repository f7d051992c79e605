import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListDeductionPercents } from '../use-cases/list-deduction-percents';
import { SetDeductionPercent } from '../use-cases/set-deduction-percent';

class SetDeductionPercentRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({
    optional: true,
    min: 1,
    max: 12,
    description: 'From which month on; default 1. Later months of the year may have another percentage.',
  })
  month?: number;
  @Field.integer({ min: 0, max: 100, example: 60, description: 'Share of input VAT that is deducted.' })
  percent!: number;
}

class ListDeductionPercentsRequest {
  @Field.integer({ optional: true, min: 1900, max: 2199, description: 'Default: all years.' }) year?: number;
}

class DeductionPercentRow {
  @Field.date() validFrom!: string;
  @Field.integer() percent!: number;
  @Field.instant() setAt!: string;
}

class DeductionPercentsResponse {
  @Field.list(() => DeductionPercentRow) rows!: DeductionPercentRow[];
}

@Controller()
export class ProRataController {
  constructor(
    private readonly setDeductionPercent: SetDeductionPercent,
    private readonly listDeductionPercents: ListDeductionPercents,
  ) {}

  @Write('vat/pro-rata/set', {
    summary: 'Set the share of input VAT that is deducted (pro rata) from a month of a calendar year on',
    request: SetDeductionPercentRequest,
    response: DeductionPercentsResponse,
    addition: true,
  })
  async set(
    @Body() { year, month = 1, percent }: SetDeductionPercentRequest,
    @InTx() tx: Tx,
  ): Promise<DeductionPercentsResponse> {
    return { rows: await this.setDeductionPercent.execute(tx, { year, month }, percent) };
  }

  @Read('vat/pro-rata/list', {
    summary: 'The shares of input VAT that were set',
    request: ListDeductionPercentsRequest,
    response: DeductionPercentsResponse,
    addition: true,
  })
  async list(
    @Body() { year }: ListDeductionPercentsRequest,
    @InTx() tx: Tx,
  ): Promise<DeductionPercentsResponse> {
    return { rows: await this.listDeductionPercents.execute(tx, year) };
  }
}
