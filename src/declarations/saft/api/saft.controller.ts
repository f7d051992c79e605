import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { Tx } from '../../../platform/database';
import { Download, Field, InTx, Read, StreamedFile } from '../../../platform/http';
import { SAFT_DATA_TYPES, type SaftDataType } from '../domain/saft-order';
import { KeepSaft } from '../use-cases/keep-saft';
import { MakeSaft } from '../use-cases/make-saft';

class SaftRequest {
  @Field.date() fromDate!: CalendarDate;
  @Field.date({ example: '2026-07-31' }) toDate!: CalendarDate;
  @Field.oneOf(SAFT_DATA_TYPES, {
    optional: true,
    description:
      'F everything (default), GL ledger, SI sales, PI purchases, PA payments, MG movement of goods (nothing is kept of it), AS fixed assets.',
  })
  dataType?: SaftDataType;
}

class GenerateSaftRequest extends SaftRequest {
  @Field.boolean({
    optional: true,
    description:
      '`true` keeps the file (files/get, files/download), which makes the call a write: it wants an Idempotency-Key and the scope of one.',
  })
  persist?: boolean;
}

class SaftCountsResponse {
  @Field.integer() accounts!: number;
  @Field.integer() customers!: number;
  @Field.integer() suppliers!: number;
  @Field.integer() glTransactions!: number;
  @Field.integer() salesInvoices!: number;
  @Field.integer() purchaseInvoices!: number;
  @Field.integer() payments!: number;
  @Field.integer({ description: 'Always 0: no stock is kept.' }) stockMovements!: number;
  @Field.integer() assetTransactions!: number;
}

class SaftResponse {
  @Field.text() fileName!: string;
  @Field.text({ nullable: true, description: 'Of the file that was kept; null without `persist`.' }) fileId!:
    string | null;
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.object(() => SaftCountsResponse) counts!: SaftCountsResponse;
  @Field.texts({ description: 'What to look at before handing the file in.' }) warnings!: string[];
  @Field.text({ description: 'The file, SAF-T 2.01, UTF-8.' }) xml!: string;
}

@Controller()
export class SaftController {
  constructor(
    private readonly makeSaft: MakeSaft,
    private readonly keepSaft: KeepSaft,
  ) {}

  @Read('declarations/lt/saft/generate', {
    summary: 'The Lithuanian standard audit file of a period (SAF-T); a large one is downloaded instead',
    request: GenerateSaftRequest,
    response: SaftResponse,
    writesWith: 'persist',
  })
  async generate(
    @Body() { fromDate, toDate, dataType = 'F', persist = false }: GenerateSaftRequest,
    @InTx() tx: Tx,
  ): Promise<SaftResponse> {
    const order = { fromDate, toDate, dataType };
    const { fileName, fileId, counts, warnings, xml } = persist
      ? await this.keepSaft.execute(tx, order)
      : { fileId: null, ...(await this.makeSaft.whole(tx, order)) };
    return { fileName, fileId, periodStart: fromDate, periodEnd: toDate, counts, warnings, xml };
  }

  @Download('declarations/lt/saft/download', {
    summary: 'The same file, of any size, as the answer itself',
    request: SaftRequest,
    contentType: 'application/xml',
    addition: true,
  })
  async download(
    @Body() { fromDate, toDate, dataType = 'F' }: SaftRequest,
    @InTx() tx: Tx,
  ): Promise<StreamedFile> {
    const { fileName, parts } = await this.makeSaft.inParts(tx, { fromDate, toDate, dataType });
    return new StreamedFile(fileName, 'application/xml; charset=utf-8', parts);
  }
}
