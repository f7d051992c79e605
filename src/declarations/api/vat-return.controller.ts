import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { EmptyRequest, Field, InTx, Read } from '../../platform/http';
import { VAT_RETURN_PACKS } from '../domain/vat-return/packs';
import { ComputeVatReturn } from '../use-cases/compute-vat-return';
import { periodOf, ReturnPeriodRequest } from './return-period.request';

const FREQUENCIES = ['monthly', 'quarterly', 'annual'] as const;

class VatReturnPackRow {
  @Field.text() countryCode!: string;
  @Field.text() formKey!: string;
  @Field.text() formName!: string;
  @Field.oneOf(FREQUENCIES, { description: 'The usual one.' }) frequency!: string;
  @Field.text({ max: 1000, description: 'Where boxes and rules are known from.' }) source!: string;
}

class VatReturnPacksResponse {
  @Field.list(() => VatReturnPackRow) packs!: VatReturnPackRow[];
}

class ComputeVatReturnRequest extends ReturnPeriodRequest {
  @Field.text({ min: 2, max: 2, example: 'LT', description: "The company's country." }) countryCode!: string;
}

class VatReturnBox {
  @Field.text() code!: string;
  @Field.text() label!: string;
  @Field.decimal() amount!: string;
}

class VatReturnResponse {
  @Field.text() countryCode!: string;
  @Field.text() formKey!: string;
  @Field.text() formName!: string;
  @Field.oneOf(FREQUENCIES) frequency!: string;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.list(() => VatReturnBox) boxes!: VatReturnBox[];
  @Field.texts() warnings!: string[];
  @Field.texts({ description: 'Rules that are not certain.' }) notes!: string[];
  @Field.text({ max: 1000 }) source!: string;
}

@Controller()
export class VatReturnController {
  constructor(private readonly computeVatReturn: ComputeVatReturn) {}

  @Read('declarations/eu/vat-return/packs/list', {
    summary: 'The VAT returns that can be computed',
    request: EmptyRequest,
    response: VatReturnPacksResponse,
  })
  packs(@Body() _: EmptyRequest): VatReturnPacksResponse {
    return {
      packs: VAT_RETURN_PACKS.map(({ countryCode, formKey, formName, frequency, source }) => ({
        countryCode,
        formKey,
        formName,
        frequency,
        source,
      })),
    };
  }

  @Read('declarations/eu/vat-return/compute', {
    summary: "The VAT return of the company's country over some months",
    request: ComputeVatReturnRequest,
    response: VatReturnResponse,
  })
  async compute(@Body() request: ComputeVatReturnRequest, @InTx() tx: Tx): Promise<VatReturnResponse> {
    const computed = await this.computeVatReturn.execute(tx, request.countryCode, periodOf(request));
    const { pack, days, figure, warnings, notes } = computed;
    return {
      countryCode: pack.countryCode,
      formKey: pack.formKey,
      formName: pack.formName,
      frequency: frequencyOf(request.months ?? 1),
      periodStart: days.from,
      periodEnd: days.to,
      boxes: pack.boxes.map(({ code, label }) => ({
        code,
        label,
        amount: figure(code).toFixed(pack.decimals),
      })),
      warnings,
      notes,
      source: pack.source,
    };
  }
}

/** Of what was computed, as near as the contract's values come. */
function frequencyOf(months: number): (typeof FREQUENCIES)[number] {
  if (months === 12) return 'annual';
  return months === 3 ? 'quarterly' : 'monthly';
}
