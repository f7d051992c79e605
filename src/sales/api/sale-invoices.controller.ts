import { Body, Controller } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Begun } from '../../idempotency';
import { Tx } from '../../platform/database';
import {
  AfterReading,
  Answers,
  IdRequest,
  IdResponse,
  InTx,
  OutsideAnswers,
  OutsideQuestion,
  Phased,
  Read,
  Write,
} from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { CreateInvoice } from '../use-cases/create-invoice';
import { DeliverInvoice } from '../use-cases/deliver-invoice';
import { DeleteInvoice } from '../use-cases/delete-invoice';
import { GetInvoice } from '../use-cases/get-invoice';
import { InvoicePdf } from '../use-cases/invoice-pdf';
import { IssueInvoice } from '../use-cases/issue-invoice';
import { ListInvoices } from '../use-cases/list-invoices';
import { SendInvoice } from '../use-cases/send-invoice';
import { UpdateInvoice } from '../use-cases/update-invoice';
import {
  CreateSaleInvoiceRequest,
  IssueSaleInvoiceRequest,
  SaleInvoicePdfRequest,
  SendSaleInvoiceRequest,
  UpdateSaleInvoiceRequest,
} from './sale-invoice.request';
import {
  SaleInvoiceListRow,
  SaleInvoicePdfResponse,
  SaleInvoiceResponse,
  SendSaleInvoiceResponse,
} from './sale-invoice.response';

/** 10,000 lines with long descriptions. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

@Controller()
export class SaleInvoicesController {
  constructor(
    private readonly createInvoice: CreateInvoice,
    private readonly getInvoice: GetInvoice,
    private readonly updateInvoice: UpdateInvoice,
    private readonly deleteInvoice: DeleteInvoice,
    private readonly issueInvoice: IssueInvoice,
    private readonly invoicePdf: InvoicePdf,
    private readonly sendInvoice: SendInvoice,
    private readonly listInvoices: ListInvoices,
  ) {}

  @Write('sales/invoices/create', {
    summary: 'Create an invoice, a credit note, a proforma or an advance, as a draft or issued at once',
    request: CreateSaleInvoiceRequest,
    response: SaleInvoiceResponse,
    status: 201,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  create(@Body() request: CreateSaleInvoiceRequest, @InTx() tx: Tx): Promise<SaleInvoiceResponse> {
    return this.createInvoice.execute(tx, request);
  }

  @Read('sales/invoices/get', {
    summary: 'One sales document',
    request: IdRequest,
    response: SaleInvoiceResponse,
  })
  get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SaleInvoiceResponse> {
    return this.getInvoice.execute(tx, id);
  }

  @Write('sales/invoices/update', {
    summary: 'Change a draft',
    request: UpdateSaleInvoiceRequest,
    response: SaleInvoiceResponse,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  update(@Body() request: UpdateSaleInvoiceRequest, @InTx() tx: Tx): Promise<SaleInvoiceResponse> {
    return this.updateInvoice.execute(tx, request);
  }

  @Write('sales/invoices/delete', { summary: 'Delete a draft', request: IdRequest, response: IdResponse })
  delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    return this.deleteInvoice.execute(tx, id);
  }

  @Write('sales/invoices/issue', {
    summary: 'Issue a draft: it takes the next number, is posted (not a proforma) and never changes again',
    request: IssueSaleInvoiceRequest,
    response: SaleInvoiceResponse,
  })
  issue(@Body() request: IssueSaleInvoiceRequest, @InTx() tx: Tx): Promise<SaleInvoiceResponse> {
    return this.issueInvoice.execute(tx, request);
  }

  @Read('sales/invoices/pdf', {
    summary: 'A document as PDF: an issued one is the same bytes each time, a draft is marked as one',
    request: SaleInvoicePdfRequest,
    response: SaleInvoicePdfResponse,
  })
  pdf(
    @Body() { id, locale }: SaleInvoicePdfRequest,
    @InTx() { companyId }: Tx,
  ): AfterReading<SaleInvoicePdfResponse> {
    return new AfterReading(async read => {
      const { content, ...file } = await this.invoicePdf.inTurn(companyId, () =>
        read(tx => this.invoicePdf.read(tx, id, locale)),
      );
      return { ...file, data: content.toString('base64') };
    });
  }

  @Phased('sales/invoices/send', {
    summary: 'Send an issued document by e-mail: one e-mail per Idempotency-Key',
    request: SendSaleInvoiceRequest,
    response: SendSaleInvoiceResponse,
    operation: DeliverInvoice,
  })
  @ApiResponse({
    status: 202,
    type: SendSaleInvoiceResponse,
    description:
      'Not accepted by the mail server yet: it is tried again; the same key tells what came of it.',
  })
  send(
    @Body() request: SendSaleInvoiceRequest,
    @InTx() tx: Tx,
    @Answers() answers: OutsideAnswers,
  ): Promise<Begun | OutsideQuestion<unknown>> {
    return this.sendInvoice.execute(tx, answers, request);
  }

  @Read('sales/invoices/list', {
    summary: 'Sales documents',
    request: ListRequest,
    response: listResponse(SaleInvoiceListRow),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SaleInvoiceListRow>> {
    return this.listInvoices.execute(tx, request);
  }
}
