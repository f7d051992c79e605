import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Download, Field, InTx, Read, StreamedFile } from '../../platform/http';
import { ISAF_DATA_TYPES, type IsafDataType } from '../domain/isaf/isaf-document';
import type { IsafRequest } from '../domain/isaf/isaf-header';
import { GenerateIsaf } from '../use-cases/generate-isaf';

class GenerateIsafRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7 }) month!: number;
  @Field.oneOf(ISAF_DATA_TYPES, {
    optional: true,
    description: 'Both registers (default), issued documents (sales) or received ones (purchases).',
  })
  dataType?: IsafDataType;
  @Field.integer({
    optional: true,
    min: 1,
    max: 10_000,
    addition: true,
    description: 'Which part of a month of over 500,000 documents of a register; default 1.',
  })
  part?: number;
}

class IsafCounts {
  @Field.integer({ description: 'Documents in the file.' }) salesInvoices!: number;
  @Field.integer() purchaseInvoices!: number;
  @Field.integer({ description: "Different partners of the month's documents." }) customers!: number;
  @Field.integer() suppliers!: number;
  @Field.integer({ addition: true, description: 'Payments of documents under cash accounting.' })
  settlements!: number;
}

class IsafResponse {
  @Field.text() fileName!: string;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.object(() => IsafCounts) counts!: IsafCounts;
  @Field.texts({ description: 'What to look at before filing; each names its document.' })
  warnings!: string[];
  @Field.text({ description: 'The file, i.SAF 1.2, UTF-8.' }) xml!: string;
  @Field.integer({ addition: true, description: 'In how many parts the month is filed.' })
  numberOfParts!: number;
}

@Controller()
export class IsafController {
  constructor(private readonly generateIsaf: GenerateIsaf) {}

  @Read('declarations/lt/isaf/generate', {
    summary: 'The Lithuanian registers of issued and received documents of a month (i.SAF)',
    request: GenerateIsafRequest,
    response: IsafResponse,
  })
  async generate(@Body() request: GenerateIsafRequest, @InTx() tx: Tx): Promise<IsafResponse> {
    const file = await this.generateIsaf.execute(tx, isafRequest(request));
    const { fileName, periodStart, periodEnd, header, counts, writer, warnings, xml } = file;
    return {
      fileName,
      periodStart,
      periodEnd,
      counts: {
        salesInvoices: writer.written.SalesInvoices,
        purchaseInvoices: writer.written.PurchaseInvoices,
        customers: counts.customers,
        suppliers: counts.suppliers,
        settlements: writer.written.SettlementsAndPayments,
      },
      warnings: warnings.list(),
      xml,
      numberOfParts: header.numberOfParts,
    };
  }

  @Download('declarations/lt/isaf/download', {
    summary: 'The same file, of any size; for its warnings see generate and submissions/create',
    request: GenerateIsafRequest,
    contentType: 'application/xml',
    addition: true,
  })
  async download(@Body() request: GenerateIsafRequest, @InTx() tx: Tx): Promise<StreamedFile> {
    const { fileName, content } = await this.generateIsaf.open(tx, isafRequest(request));
    return new StreamedFile(fileName, 'application/xml; charset=utf-8', content);
  }
}

function isafRequest({ year, month, dataType = 'F', part = 1 }: GenerateIsafRequest): IsafRequest {
  return { period: { year, month }, dataType, part };
}
