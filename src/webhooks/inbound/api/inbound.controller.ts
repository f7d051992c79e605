import { Controller, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { addressOf } from '../../../account';
import { Inbound, rawBodyOf } from '../../../platform/http';
import { ReceiveEvent } from '../use-cases/receive-event';
import { receivedEventResponse, ReceivedEventResponse } from './inbound.response';

const MOST_BYTES = 256 * 1024;

@Controller()
export class InboundController {
  constructor(private readonly receiveEvent: ReceiveEvent) {}

  @Inbound('webhooks/inbound/:endpoint', {
    summary: 'Take an event of a sender, by its signature',
    parameter: '`{companyId}.{endpointId}`',
    response: ReceivedEventResponse,
    maxBodyBytes: MOST_BYTES,
  })
  async receive(
    @Param('endpoint') endpoint: string,
    @Req() request: Request,
  ): Promise<ReceivedEventResponse> {
    const { requestId, receivedAt } = request.context;
    const received = await this.receiveEvent.execute({
      endpoint,
      headers: request.headers,
      body: rawBodyOf(request),
      sender: addressOf(request),
      requestId,
      receivedAt,
    });
    return receivedEventResponse(received);
  }
}
