import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { cents } from '../domain/control-statements/statement-documents';
import { ComputeEcSales } from '../use-cases/compute-ec-sales';

class ComputeEcSalesRequest {
  @Field.text({ min: 2, max: 2, example: 'LT', description: "The company's country." }) countryCode!: string;
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12 }) month!: number;
}

class EcSalesTotals {
  @Field.decimal() goods!: string;
  @Field.decimal() triangular!: string;
  @Field.decimal() services!: string;
}

class EcSalesRowResponse extends EcSalesTotals {
  @Field.text({ description: 'With its prefix.' }) vatCode!: string;
  @Field.text({ description: 'The prefix: EL for Greece.' }) countryCode!: string;
  @Field.text() partnerName!: string;
}

class EcSalesResponse {
  @Field.text() countryCode!: string;
  @Field.text() formKey!: string;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.list(() => EcSalesRowResponse, { description: 'By VAT number; in base currency.' })
  rows!: EcSalesRowResponse[];
  @Field.object(() => EcSalesTotals) totals!: EcSalesTotals;
  @Field.texts() warnings!: string[];
  @Field.texts({ description: 'Rules that are not certain.' }) notes!: string[];
}

@Controller()
export class EcSalesController {
  constructor(private readonly computeEcSales: ComputeEcSales) {}

  @Read('declarations/eu/ec-sales/compute', {
    summary: 'Supplies to VAT payers in other EU states in a month, by VAT number (EC sales list)',
    request: ComputeEcSalesRequest,
    response: EcSalesResponse,
    addition: true,
  })
  async compute(
    @Body() { countryCode, year, month }: ComputeEcSalesRequest,
    @InTx() tx: Tx,
  ): Promise<EcSalesResponse> {
    const list = await this.computeEcSales.execute(tx, countryCode, year, month);
    const amounts = ({ goods, triangular, services }: typeof list.totals): EcSalesTotals => ({
      goods: cents(goods),
      triangular: cents(triangular),
      services: cents(services),
    });
    return {
      countryCode,
      formKey: list.formKey,
      periodStart: list.days.from,
      periodEnd: list.days.to,
      rows: list.rows.map(row => ({ ...row, ...amounts(row) })),
      totals: amounts(list.totals),
      warnings: list.warnings,
      notes: list.notes,
    };
  }
}
