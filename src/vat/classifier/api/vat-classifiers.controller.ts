import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { ListVatClassifiers } from '../use-cases/list-vat-classifiers';
import { UpsertVatClassifiers } from '../use-cases/upsert-vat-classifiers';

class VatClassifierResponse {
  @Field.text() code!: string;
  @Field.text() countryCode!: string;
  @Field.text() name!: string;
  @Field.decimal({ nullable: true, example: '21' }) ratePercent!: string | null;
  @Field.date({ nullable: true, addition: true }) validFrom!: string | null;
  @Field.date({ nullable: true, addition: true }) validTo!: string | null;
  @Field.text({ nullable: true, addition: true, description: 'EN 16931 VAT category.' }) category!:
    string | null;
  @Field.oneOf(['default', 'company'], { addition: true }) source!: string;
}

class VatClassifierRow {
  @Field.text({ max: 20 }) code!: string;
  @Field.text({ optional: true, min: 2, max: 2, description: "ISO 3166-1 alpha-2. Default: the company's." })
  countryCode?: string;
  @Field.text() name!: string;
  @Field.decimal({
    optional: true,
    places: 4,
    min: '0',
    max: '100',
    example: '21',
    description: "Default: the shared classifier's, else none.",
  })
  ratePercent?: string;
}

class UpsertVatClassifiersRequest {
  @Field.list(() => VatClassifierRow, { min: 1, max: 1000 }) rows!: VatClassifierRow[];
}

class UpsertVatClassifiersResponse {
  @Field.integer() upserted!: number;
}

@Controller()
export class VatClassifiersController {
  constructor(
    private readonly listClassifiers: ListVatClassifiers,
    private readonly upsertClassifiers: UpsertVatClassifiers,
  ) {}

  @Read('reference/vat-classifiers/list', {
    summary: 'VAT codes',
    request: ListRequest,
    response: listResponse(VatClassifierResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<VatClassifierResponse>> {
    return this.listClassifiers.execute(tx, request);
  }

  @Write('reference/vat-classifiers/upsert', {
    summary: "Set VAT codes of the company's own",
    request: UpsertVatClassifiersRequest,
    response: UpsertVatClassifiersResponse,
  })
  async upsert(
    @Body() request: UpsertVatClassifiersRequest,
    @InTx() tx: Tx,
  ): Promise<UpsertVatClassifiersResponse> {
    const rows = request.rows.map(({ code, countryCode, name, ratePercent }) => ({
      code,
      countryCode: countryCode ?? tx.company.countryCode,
      name,
      ratePercent: ratePercent ?? null,
    }));
    return { upserted: await this.upsertClassifiers.execute(tx, rows) };
  }
}
