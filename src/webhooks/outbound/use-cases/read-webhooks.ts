import { Injectable } from '@nestjs/common';
import { refuse } from '../../../shared/domain-error';
import { eventsAfter, firstKeptSequence, type WrittenEvent } from '../../../outbox';
import { Config } from '../../../platform/config';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { deliveryList } from '../data/deliveries';
import { subscriptionList } from '../data/subscriptions';

/** Reads subscriptions, their deliveries, and the events themselves. */
@Injectable()
export class ReadWebhooks {
  constructor(
    private readonly lists: ListQuery,
    private readonly config: Config,
  ) {}

  subscriptions<Row extends object>(tx: Tx, request: ListRequest): Promise<ListPage<Row>> {
    return this.lists.run(tx, subscriptionList, request, (row: Row) => row);
  }

  deliveries<Row extends object>(tx: Tx, request: ListRequest): Promise<ListPage<Row>> {
    return this.lists.run(tx, deliveryList, request, (row: Row) => row);
  }

  /**
   * The events after a number, in order, and whether there are more.
   * @throws DomainError `events_purged` rather than leave one out
   */
  async events(
    tx: Tx,
    afterSequence: number,
    atMost: number,
  ): Promise<{ events: WrittenEvent[]; hasMore: boolean }> {
    const first = await firstKeptSequence(tx);
    if (afterSequence < first - 1)
      refuse(
        'events_purged',
        `Events are kept for ${this.config.eventPayloadDays} days; the first that is kept is ${first}. Go on with afterSequence ${first - 1}, and read the documents themselves for what was before.`,
        { firstKeptSequence: first },
      );
    const events = await eventsAfter(tx, afterSequence, atMost);
    const last = events.at(-1);
    if (last === undefined) return { events, hasMore: false };
    return { events, hasMore: (await eventsAfter(tx, last.sequence, 1)).length > 0 };
  }
}
