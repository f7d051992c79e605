import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import type { IsafDataType } from '../domain/isaf';
import { GenerateIsaf } from '../use-cases/generate-isaf';

class GenerateIsafRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7 }) month!: number;
  @Field.oneOf(['F', 'S', 'P'], {
    optional: true,
    description: 'Both registers (default), issued documents (sales) or received ones (purchases).',
  })
  dataType?: IsafDataType;
}

class IsafCounts {
  @Field.integer({ description: 'Documents in the file.' }) salesInvoices!: number;
  @Field.integer() purchaseInvoices!: number;
  @Field.integer({ description: "Different partners of the month's documents." }) customers!: number;
  @Field.integer() suppliers!: number;
}

class IsafResponse {
  @Field.text() fileName!: string;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.object(() => IsafCounts) counts!: IsafCounts;
  @Field.texts({ description: 'What to look at before filing; each names its document.' })
  warnings!: string[];
  @Field.text({ description: 'The file, i.SAF 1.2, UTF-8.' }) xml!: string;
}

@Controller()
export class IsafController {
  constructor(private readonly generateIsaf: GenerateIsaf) {}

  @Read('declarations/lt/isaf/generate', {
    summary: 'The Lithuanian registers of issued and received documents of a month (i.SAF)',
    request: GenerateIsafRequest,
    response: IsafResponse,
  })
  async generate(
    @Body() { year, month, dataType = 'F' }: GenerateIsafRequest,
    @InTx() tx: Tx,
  ): Promise<IsafResponse> {
    const file = await this.generateIsaf.execute(tx, { year, month }, dataType);
    const { fileName, periodStart, periodEnd, warnings, xml } = file;
    const { salesInvoices, purchaseInvoices, customers, suppliers } = file;
    const counts = { salesInvoices, purchaseInvoices, customers, suppliers };
    return { fileName, periodStart, periodEnd, counts, warnings, xml };
  }
}
