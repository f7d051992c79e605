import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { IdRequest, IdResponse, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { KeepEndpoints } from '../use-cases/keep-endpoints';
import { ListInbound } from '../use-cases/list-inbound';
import { MakeTestEvent } from '../use-cases/make-test-event';
import { CreateEndpointRequest, UpdateEndpointRequest } from './inbound.request';
import {
  CreatedEndpointResponse,
  EndpointResponse,
  endpointResponse,
  InboundEventResponse,
  TestEventResponse,
} from './inbound.response';

@Controller()
export class EndpointsController {
  constructor(
    private readonly keepEndpoints: KeepEndpoints,
    private readonly makeTestEvent: MakeTestEvent,
    private readonly lists: ListInbound,
  ) {}

  @Write('webhooks/endpoints/create', {
    summary: 'Open an endpoint that a sender posts its events to',
    request: CreateEndpointRequest,
    response: CreatedEndpointResponse,
    status: 201,
    answersSecret: true,
    addition: true,
  })
  async create(@Body() request: CreateEndpointRequest, @InTx() tx: Tx): Promise<CreatedEndpointResponse> {
    const { endpoint, secret } = await this.keepEndpoints.create(tx, request);
    return { ...endpointResponse(tx.companyId, endpoint), secret };
  }

  @Write('webhooks/endpoints/update', {
    summary: 'Change the secret or the bank account of an endpoint',
    request: UpdateEndpointRequest,
    response: EndpointResponse,
    addition: true,
  })
  async update(@Body() { id, ...changes }: UpdateEndpointRequest, @InTx() tx: Tx): Promise<EndpointResponse> {
    return endpointResponse(tx.companyId, await this.keepEndpoints.update(tx, id, changes));
  }

  @Write('webhooks/endpoints/delete', {
    summary: 'Close an endpoint; its events stay remembered',
    request: IdRequest,
    response: IdResponse,
    addition: true,
  })
  async delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    await this.keepEndpoints.delete(tx, id);
    return { id };
  }

  @Read('webhooks/endpoints/list', {
    summary: 'Endpoints that senders post to',
    request: ListRequest,
    response: listResponse(EndpointResponse),
    addition: true,
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<EndpointResponse>> {
    return this.lists.endpoints(tx, request, endpoint => endpointResponse(tx.companyId, endpoint));
  }

  @Read('webhooks/endpoints/test', {
    summary: 'A signed test event, ready to be posted; it moves no money',
    request: IdRequest,
    response: TestEventResponse,
    addition: true,
  })
  test(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<TestEventResponse> {
    return this.makeTestEvent.execute(tx, id);
  }

  @Read('webhooks/inbound-events/list', {
    summary: 'Events that senders told, and what became of them',
    request: ListRequest,
    response: listResponse(InboundEventResponse),
    addition: true,
  })
  events(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<InboundEventResponse>> {
    return this.lists.events(tx, request);
  }
}
