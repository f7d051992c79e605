import { Body, Controller } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Tx } from '../../platform/database';
import { EmptyRequest, Field, InTx, Read } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ListReferenceData } from '../use-cases/list-reference-data';

class CountryNames {
  @Field.text() lt!: string;
  @Field.text() en!: string;
  @Field.text() ru!: string;
}

class CountryResponse {
  @Field.text({ description: 'ISO 3166-1 alpha-2.' }) code!: string;
  @Field.boolean() isEu!: boolean;
  @Field.boolean() isEea!: boolean;
  @Field.object(() => CountryNames) names!: CountryNames;
}

class CountriesResponse {
  @ApiProperty({ type: CountryResponse, isArray: true }) rows!: CountryResponse[];
}

class CurrencyResponse {
  @Field.text({ description: 'ISO 4217.' }) code!: string;
  @Field.text() name!: string;
  @Field.integer({ description: 'Decimals of an amount.' }) minorUnits!: number;
}

class UnitResponse {
  @Field.text() code!: string;
  @Field.text() nameLt!: string;
  @Field.text() nameEn!: string;
}

@Controller()
export class ReferenceController {
  constructor(private readonly reference: ListReferenceData) {}

  @Read('reference/countries/list', {
    summary: 'All countries',
    request: EmptyRequest,
    response: CountriesResponse,
  })
  async countries(@Body() _request: EmptyRequest, @InTx() tx: Tx): Promise<CountriesResponse> {
    return { rows: await this.reference.countries(tx) };
  }

  @Read('reference/currencies/list', {
    summary: 'Currencies',
    request: ListRequest,
    response: listResponse(CurrencyResponse),
  })
  currencies(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<CurrencyResponse>> {
    return this.reference.currencies(tx, request);
  }

  @Read('reference/units/list', {
    summary: 'Units of measure',
    request: ListRequest,
    response: listResponse(UnitResponse),
  })
  units(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<UnitResponse>> {
    return this.reference.units(tx, request);
  }
}
