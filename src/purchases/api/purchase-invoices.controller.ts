import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { IdRequest, IdResponse, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { CreateInvoice } from '../use-cases/create-invoice';
import { DeleteInvoice } from '../use-cases/delete-invoice';
import { GetInvoice } from '../use-cases/get-invoice';
import { ListInvoices } from '../use-cases/list-invoices';
import { RegisterInvoice } from '../use-cases/register-invoice';
import { UpdateInvoice } from '../use-cases/update-invoice';
import { VoidInvoice } from '../use-cases/void-invoice';
import {
  CreatePurchaseInvoiceRequest,
  RegisterPurchaseInvoiceRequest,
  UpdatePurchaseInvoiceRequest,
  VoidPurchaseInvoiceRequest,
} from './purchase-invoice.request';
import { PurchaseInvoiceListRow, PurchaseInvoiceResponse } from './purchase-invoice.response';

/** 10,000 lines with long descriptions. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

@Controller()
export class PurchaseInvoicesController {
  constructor(
    private readonly createInvoice: CreateInvoice,
    private readonly getInvoice: GetInvoice,
    private readonly updateInvoice: UpdateInvoice,
    private readonly deleteInvoice: DeleteInvoice,
    private readonly registerInvoice: RegisterInvoice,
    private readonly voidInvoice: VoidInvoice,
    private readonly listInvoices: ListInvoices,
  ) {}

  @Write('purchases/invoices/create', {
    summary: "Enter a supplier's invoice or credit note, as a draft",
    request: CreatePurchaseInvoiceRequest,
    response: PurchaseInvoiceResponse,
    status: 201,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  create(@Body() request: CreatePurchaseInvoiceRequest, @InTx() tx: Tx): Promise<PurchaseInvoiceResponse> {
    return this.createInvoice.execute(tx, request);
  }

  @Read('purchases/invoices/get', {
    summary: 'One supplier document',
    request: IdRequest,
    response: PurchaseInvoiceResponse,
  })
  get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PurchaseInvoiceResponse> {
    return this.getInvoice.execute(tx, id);
  }

  @Write('purchases/invoices/update', {
    summary: 'Change a draft',
    request: UpdatePurchaseInvoiceRequest,
    response: PurchaseInvoiceResponse,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  update(@Body() request: UpdatePurchaseInvoiceRequest, @InTx() tx: Tx): Promise<PurchaseInvoiceResponse> {
    return this.updateInvoice.execute(tx, request);
  }

  @Write('purchases/invoices/delete', {
    summary: 'Delete a draft; its number is free again',
    request: IdRequest,
    response: IdResponse,
  })
  delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    return this.deleteInvoice.execute(tx, id);
  }

  @Write('purchases/invoices/register', {
    summary: 'Register a draft: it is posted and never changes again',
    request: RegisterPurchaseInvoiceRequest,
    response: PurchaseInvoiceResponse,
  })
  register(
    @Body() request: RegisterPurchaseInvoiceRequest,
    @InTx() tx: Tx,
  ): Promise<PurchaseInvoiceResponse> {
    return this.registerInvoice.execute(tx, request);
  }

  @Write('purchases/invoices/void', {
    summary: 'Take back a wrong registration by a counter-posting; the number is free again',
    addition: true,
    request: VoidPurchaseInvoiceRequest,
    response: PurchaseInvoiceResponse,
  })
  void(@Body() request: VoidPurchaseInvoiceRequest, @InTx() tx: Tx): Promise<PurchaseInvoiceResponse> {
    return this.voidInvoice.execute(tx, request);
  }

  @Read('purchases/invoices/list', {
    summary: 'Supplier documents',
    request: ListRequest,
    response: listResponse(PurchaseInvoiceListRow),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PurchaseInvoiceListRow>> {
    return this.listInvoices.execute(tx, request);
  }
}
