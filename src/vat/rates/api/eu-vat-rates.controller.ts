import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { vatCountryOf } from '../../../shared/eu-vat-area';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import {
  RATES_NOTICE,
  VAT_RATE_CATEGORIES,
  type EuVatRate,
  type VatRateCategory,
} from '../domain/eu-vat-rate';
import { ListEuVatRates } from '../use-cases/list-eu-vat-rates';
import { SetEuVatRateOverrides } from '../use-cases/set-eu-vat-rate-overrides';

const COUNTRY = 'ISO 3166-1 alpha-2, or XI for Northern Ireland.';

class ListEuVatRatesRequest {
  @Field.text({ optional: true, min: 2, max: 2, description: `${COUNTRY} Default: all states.` })
  countryCode?: string;
  @Field.date({ optional: true, description: 'Only what is in force on the day. Default: what ever was.' })
  date?: CalendarDate;
}

class OwnVatRateRequest {
  @Field.oneOf(VAT_RATE_CATEGORIES) category!: VatRateCategory;
  @Field.decimal({ places: 4, min: '0.0001', max: '100', example: '21' }) ratePercent!: string;
  @Field.date({ optional: true, addition: true, description: 'Default: always was.' })
  validFrom?: CalendarDate;
  @Field.date({ optional: true, addition: true, description: 'Default: still is.' })
  validTo?: CalendarDate;
}

class SetOverridesRequest {
  @Field.text({ min: 2, max: 2, description: COUNTRY }) countryCode!: string;
  @Field.list(() => OwnVatRateRequest, {
    max: 50,
    description: 'All rates of the state; they stand in place of the shared ones. None gives those back.',
  })
  rates!: OwnVatRateRequest[];
}

class HeldVatRate {
  @Field.oneOf(VAT_RATE_CATEGORIES) category!: string;
  @Field.decimal({ example: '21' }) ratePercent!: string;
  @Field.date({ nullable: true, addition: true }) validFrom!: string | null;
  @Field.date({ nullable: true, addition: true }) validTo!: string | null;
}

class EuVatRateRow {
  @Field.text({ description: COUNTRY }) countryCode!: string;
  @Field.oneOf(VAT_RATE_CATEGORIES) category!: string;
  @Field.decimal({ example: '21' }) ratePercent!: string;
  @Field.date({ nullable: true }) validFrom!: string | null;
  @Field.date({ nullable: true }) validTo!: string | null;
  @Field.oneOf(['default', 'company']) source!: string;
  @Field.boolean({
    addition: true,
    description:
      'Whether a named source or the company vouches for it; false: check it before relying on it.',
  })
  isConfirmed!: boolean;
}

class EuVatRatesResponse {
  @Field.text({ description: 'Where the rates are from and how sure they are.' }) notice!: string;
  @Field.list(() => EuVatRateRow) rows!: EuVatRateRow[];
}

class SetOverridesResponse {
  @Field.text() countryCode!: string;
  @Field.oneOf(['default', 'company']) source!: string;
  @Field.text() notice!: string;
  @Field.list(() => HeldVatRate) rows!: HeldVatRate[];
}

@Controller()
export class EuVatRatesController {
  constructor(
    private readonly listRates: ListEuVatRates,
    private readonly setRates: SetEuVatRateOverrides,
  ) {}

  @Read('reference/eu-vat-rates/list', {
    summary: 'VAT rates of the member states',
    request: ListEuVatRatesRequest,
    response: EuVatRatesResponse,
  })
  async list(
    @Body() { countryCode, date }: ListEuVatRatesRequest,
    @InTx() tx: Tx,
  ): Promise<EuVatRatesResponse> {
    const rates = await this.listRates.execute(tx, { countryCode, on: date });
    return {
      notice: RATES_NOTICE,
      rows: rates.map(rate => ({
        countryCode: rate.countryCode,
        ...held(rate),
        source: rate.source,
        isConfirmed: rate.isConfirmed,
      })),
    };
  }

  @Write('reference/eu-vat-rates/set-overrides', {
    summary: 'Set the VAT rates of a state for this company',
    request: SetOverridesRequest,
    response: SetOverridesResponse,
  })
  async setOverrides(
    @Body() { countryCode, rates }: SetOverridesRequest,
    @InTx() tx: Tx,
  ): Promise<SetOverridesResponse> {
    const own = rates.map(({ category, ratePercent, validFrom, validTo }) => ({
      category,
      ratePercent,
      validFrom: validFrom ?? null,
      validTo: validTo ?? null,
    }));
    const rows = await this.setRates.execute(tx, countryCode, own);
    return {
      countryCode: vatCountryOf(countryCode),
      source: rates.length > 0 ? 'company' : 'default',
      notice: RATES_NOTICE,
      rows: rows.map(held),
    };
  }
}

function held({ category, ratePercent, validFrom, validTo }: EuVatRate): HeldVatRate {
  return { category, ratePercent: ratePercent.toFixed(), validFrom, validTo };
}
