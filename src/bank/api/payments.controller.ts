import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { Tx } from '../../platform/database';
import { Field, InTx, Write } from '../../platform/http';
import { CancelExport } from '../use-cases/cancel-export';
import { ExportPayments } from '../use-cases/export-payments';

class ExportPaymentsRequest {
  @Field.id() bankAccountId!: string;
  @Field.texts({
    min: 1,
    max: 1000,
    description: 'Each once; of documents of the old books the ids of their opening items.',
  })
  purchaseInvoiceIds!: string[];
  @Field.date({ optional: true, description: 'Default today.' }) executionDate?: CalendarDate;
}

class ExportPaymentsResponse {
  @Field.text() messageId!: string;
  @Field.text() fileName!: string;
  @Field.integer() transactionCount!: number;
  @Field.decimal() controlSum!: string;
  @Field.text({ description: 'pain.001.001.09' }) xml!: string;
}

class CancelExportRequest {
  @Field.text({ max: 35 }) messageId!: string;
}

class CancelExportResponse {
  @Field.text() messageId!: string;
  @Field.integer({ description: 'Invoices that another message may pay now.' }) freedCount!: number;
}

@Controller()
export class PaymentsController {
  constructor(
    private readonly exportPayments: ExportPayments,
    private readonly cancelExport: CancelExport,
  ) {}

  @Write('bank/payments/export', {
    summary: "A SEPA payment message for suppliers' invoices",
    request: ExportPaymentsRequest,
    response: ExportPaymentsResponse,
  })
  export(@Body() request: ExportPaymentsRequest, @InTx() tx: Tx): Promise<ExportPaymentsResponse> {
    return this.exportPayments.execute(tx, request);
  }

  @Write('bank/payments/cancel-export', {
    summary: 'Say that a payment message was not sent',
    request: CancelExportRequest,
    response: CancelExportResponse,
    addition: true,
  })
  cancel(@Body() { messageId }: CancelExportRequest, @InTx() tx: Tx): Promise<CancelExportResponse> {
    return this.cancelExport.execute(tx, messageId);
  }
}
