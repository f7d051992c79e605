import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { endpointList } from '../data/endpoints';
import { inboundEventList, type InboundEventRow } from '../data/remembered-events';
import type { Endpoint } from '../domain/endpoint';

/** Endpoints, the oldest first, and the events that came by them, the newest first. */
@Injectable()
export class ListInbound {
  constructor(private readonly lists: ListQuery) {}

  endpoints<Row>(tx: Tx, request: ListRequest, toRow: (endpoint: Endpoint) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, endpointList, request, toRow);
  }

  events(tx: Tx, request: ListRequest): Promise<ListPage<InboundEventRow>> {
    return this.lists.run(tx, inboundEventList, request, (row: InboundEventRow) => row);
  }
}
