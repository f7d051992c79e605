import { Body, Controller } from '@nestjs/common';
import type { Decimal } from '../../shared/decimal';
import { monthOf, yearOf } from '../../shared/calendar-date';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { cents } from '../domain/control-statements/statement-documents';
import { ComputeOss, type ComputedOss } from '../use-cases/compute-oss';

class ComputeOssRequest {
  @Field.integer({ min: 2021, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 4 }) quarter!: number;
}

class OssRowResponse {
  @Field.text({ description: 'Member state of consumption.' }) countryCode!: string;
  @Field.oneOf(['STANDARD', 'REDUCED'], { description: 'Whether it is the standard rate of that state.' })
  rateType!: string;
  @Field.decimal() vatRatePercent!: string;
  @Field.decimal() taxableAmount!: string;
  @Field.decimal() vatAmount!: string;
  @Field.integer() documents!: number;
}

class OssTotals {
  @Field.decimal() taxableAmount!: string;
  @Field.decimal() vatAmount!: string;
}

class OssCorrectionResponse {
  @Field.text() countryCode!: string;
  @Field.integer({ description: 'Of the supply that is corrected.' }) periodYear!: number;
  @Field.integer({ nullable: true }) periodQuarter!: number | null;
  @Field.integer({ nullable: true, description: 'null: the Union scheme knows quarters.' })
  periodMonth!: number | null;
  @Field.decimal() taxableAmount!: string;
  @Field.decimal() vatAmount!: string;
  @Field.integer() documents!: number;
}

class OssResponse {
  @Field.integer() periodYear!: number;
  @Field.integer() periodQuarter!: number;
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.text() memberStateOfIdentification!: string;
  @Field.list(() => OssRowResponse) rows!: OssRowResponse[];
  @Field.object(() => OssTotals) totals!: OssTotals;
  @Field.list(() => OssCorrectionResponse, {
    description: 'Credit notes of earlier quarters, by the quarter of the supply; negative.',
  })
  corrections!: OssCorrectionResponse[];
  @Field.object(() => OssTotals) correctionsTotal!: OssTotals;
  @Field.texts() warnings!: string[];
  @Field.text({ addition: true, description: 'Of the amounts.' }) currency!: string;
}

@Controller()
export class OssController {
  constructor(private readonly computeOss: ComputeOss) {}

  @Read('declarations/eu/oss/compute', {
    summary: 'The OSS return (Union scheme) of a quarter',
    request: ComputeOssRequest,
    response: OssResponse,
  })
  async compute(@Body() { year, quarter }: ComputeOssRequest, @InTx() tx: Tx): Promise<OssResponse> {
    return ossResponse(await this.computeOss.execute(tx, year, quarter));
  }
}

function ossResponse(computed: ComputedOss): OssResponse {
  const { days, rows, totals, corrections, correctionsTotal } = computed;
  const { memberStateOfIdentification, warnings, currency } = computed;
  return {
    periodYear: yearOf(days.from),
    periodQuarter: (monthOf(days.from) + 2) / 3,
    fromDate: days.from,
    toDate: days.to,
    memberStateOfIdentification,
    rows: rows.map(row => ({ ...row, ...amounts(row) })),
    totals: amounts(totals),
    corrections: corrections.map(row => ({ ...row, ...amounts(row), periodMonth: null })),
    correctionsTotal: amounts(correctionsTotal),
    warnings,
    currency,
  };
}

function amounts(sums: { taxableAmount: Decimal; vatAmount: Decimal }): OssTotals {
  return { taxableAmount: cents(sums.taxableAmount), vatAmount: cents(sums.vatAmount) };
}
