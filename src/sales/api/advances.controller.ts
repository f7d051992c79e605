import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Write } from '../../platform/http';
import { ApplyAdvance } from '../use-cases/apply-advance';
import { TaxReceipts } from '../use-cases/tax-receipts';
import { ApplyAdvanceRequest, TaxReceiptsRequest } from './sale-invoice.request';
import { SaleInvoiceResponse } from './sale-invoice.response';

class TaxReceiptsResponse {
  @Field.id({ description: 'Of the advance.' }) id!: string;
  @Field.list(() => SaleInvoiceResponse, {
    description: 'The documents made by this call: credit notes of payments taken back, then tax documents.',
  })
  documents!: SaleInvoiceResponse[];
}

@Controller()
export class AdvancesController {
  constructor(
    private readonly applyAdvance: ApplyAdvance,
    private readonly taxReceipts: TaxReceipts,
  ) {}

  @Write('sales/invoices/apply-advance', {
    summary: 'Apply what was paid of an advance to an issued invoice; answers the invoice',
    request: ApplyAdvanceRequest,
    response: SaleInvoiceResponse,
  })
  apply(@Body() request: ApplyAdvanceRequest, @InTx() tx: Tx): Promise<SaleInvoiceResponse> {
    return this.applyAdvance.execute(tx, request);
  }

  @Write('sales/invoices/tax-receipts', {
    summary: 'Make the tax documents of the payments of an advance on which VAT falls due when it is paid',
    request: TaxReceiptsRequest,
    response: TaxReceiptsResponse,
    addition: true,
  })
  tax(@Body() request: TaxReceiptsRequest, @InTx() tx: Tx): Promise<TaxReceiptsResponse> {
    return this.taxReceipts.execute(tx, request);
  }
}
