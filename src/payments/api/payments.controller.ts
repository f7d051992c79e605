import { Body, Controller } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Begun } from '../../idempotency';
import { Tx } from '../../platform/database';
import { EmptyRequest, IdRequest, InTx, Phased, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { BeginCharge } from '../use-cases/begin-charge';
import { BeginRefund } from '../use-cases/begin-refund';
import { CarryOnPayment } from '../use-cases/carry-on-payment';
import { ReadPayments } from '../use-cases/read-payments';
import { ListProviders, SetProvider } from '../use-cases/set-provider';
import { CreateChargeRequest, CreateRefundRequest, SetProviderRequest } from './payments.request';
import {
  PaymentChargeResponse,
  chargeResponse,
  PaymentRefundResponse,
  refundResponse,
} from './payments.response';
import { PaymentProviderResponse, providerResponse, PaymentProvidersResponse } from './providers.response';

const PENDING = 'The outcome is not known yet: read it, or send the request again with the same key.';
const DECLINED = 'The provider declines; no money moved.';

@Controller()
export class PaymentsController {
  constructor(
    private readonly setProvider: SetProvider,
    private readonly listProviders: ListProviders,
    private readonly beginCharge: BeginCharge,
    private readonly beginRefund: BeginRefund,
    private readonly payments: ReadPayments,
  ) {}

  @Write('payments/providers/set', {
    summary: 'Set the secret key of a payment provider',
    request: SetProviderRequest,
    response: PaymentProviderResponse,
    addition: true,
  })
  async provider(@Body() request: SetProviderRequest, @InTx() tx: Tx): Promise<PaymentProviderResponse> {
    return providerResponse(await this.setProvider.execute(tx, request));
  }

  @Read('payments/providers/list', {
    summary: 'Payment providers that are set',
    request: EmptyRequest,
    response: PaymentProvidersResponse,
    addition: true,
  })
  async providers(@Body() _: EmptyRequest, @InTx() tx: Tx): Promise<PaymentProvidersResponse> {
    return { rows: (await this.listProviders.execute(tx)).map(providerResponse) };
  }

  @Phased('payments/charges/create', {
    summary: 'Charge an invoice through a payment provider, exactly once',
    request: CreateChargeRequest,
    response: PaymentChargeResponse,
    status: 201,
    operation: CarryOnPayment,
    movesMoney: true,
    addition: true,
  })
  @ApiResponse({ status: 202, type: PaymentChargeResponse, description: PENDING })
  @ApiResponse({ status: 402, description: DECLINED })
  async charge(@Body() request: CreateChargeRequest, @InTx() tx: Tx): Promise<Begun> {
    return new Begun(await this.beginCharge.execute(tx, request));
  }

  @Read('payments/charges/get', {
    summary: 'A charge',
    request: IdRequest,
    response: PaymentChargeResponse,
    addition: true,
  })
  async getCharge(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PaymentChargeResponse> {
    return chargeResponse(await this.payments.get(tx, 'charge', id));
  }

  @Read('payments/charges/list', {
    summary: 'Charges',
    request: ListRequest,
    response: listResponse(PaymentChargeResponse),
    addition: true,
  })
  listCharges(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PaymentChargeResponse>> {
    return this.payments.list(tx, 'charge', request, chargeResponse);
  }

  @Phased('payments/refunds/create', {
    summary: 'Give a charge back through its payment provider, exactly once',
    request: CreateRefundRequest,
    response: PaymentRefundResponse,
    status: 201,
    operation: CarryOnPayment,
    movesMoney: true,
    addition: true,
  })
  @ApiResponse({ status: 202, type: PaymentRefundResponse, description: PENDING })
  @ApiResponse({ status: 402, description: DECLINED })
  async refund(@Body() request: CreateRefundRequest, @InTx() tx: Tx): Promise<Begun> {
    return new Begun(await this.beginRefund.execute(tx, request));
  }

  @Read('payments/refunds/get', {
    summary: 'A refund',
    request: IdRequest,
    response: PaymentRefundResponse,
    addition: true,
  })
  async getRefund(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<PaymentRefundResponse> {
    return refundResponse(await this.payments.get(tx, 'refund', id));
  }

  @Read('payments/refunds/list', {
    summary: 'Refunds',
    request: ListRequest,
    response: listResponse(PaymentRefundResponse),
    addition: true,
  })
  listRefunds(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PaymentRefundResponse>> {
    return this.payments.list(tx, 'refund', request, refundResponse);
  }
}
