import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { IdRequest, IdResponse, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { CreateSubscription } from '../use-cases/create-subscription';
import { DeleteSubscription } from '../use-cases/delete-subscription';
import { ReadWebhooks } from '../use-cases/read-webhooks';
import { Redeliver, SendTestEvent } from '../use-cases/send-again';
import { UpdateSubscription } from '../use-cases/update-subscription';
import { CreateSubscriptionRequest, EventsRequest, UpdateSubscriptionRequest } from './webhooks.request';
import {
  CreatedSubscription,
  DeliveryResponse,
  DeliveryStatus,
  EventList,
  SubscriptionResponse,
} from './webhooks.response';

const DEFAULT_EVENTS = 100;

@Controller()
export class WebhooksController {
  constructor(
    private readonly createSubscription: CreateSubscription,
    private readonly updateSubscription: UpdateSubscription,
    private readonly deleteSubscription: DeleteSubscription,
    private readonly sendTestEvent: SendTestEvent,
    private readonly redelivery: Redeliver,
    private readonly webhooks: ReadWebhooks,
  ) {}

  @Write('webhooks/subscriptions/create', {
    summary: 'Have events sent to a receiver',
    request: CreateSubscriptionRequest,
    response: CreatedSubscription,
    status: 201,
    answersSecret: true,
  })
  async create(@Body() request: CreateSubscriptionRequest, @InTx() tx: Tx): Promise<CreatedSubscription> {
    const { subscription, secret } = await this.createSubscription.execute(tx, request);
    return { ...SubscriptionResponse.of(subscription), secret };
  }

  @Read('webhooks/subscriptions/list', {
    summary: 'Subscriptions',
    request: ListRequest,
    response: listResponse(SubscriptionResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SubscriptionResponse>> {
    return this.webhooks.subscriptions(tx, request);
  }

  @Write('webhooks/subscriptions/update', {
    summary: 'Change a subscription, or make it active again',
    request: UpdateSubscriptionRequest,
    response: SubscriptionResponse,
  })
  async update(
    @Body() { id, ...changes }: UpdateSubscriptionRequest,
    @InTx() tx: Tx,
  ): Promise<SubscriptionResponse> {
    return SubscriptionResponse.of(await this.updateSubscription.execute(tx, id, changes));
  }

  @Write('webhooks/subscriptions/delete', {
    summary: 'End a subscription; its deliveries can be read on',
    request: IdRequest,
    response: IdResponse,
  })
  async delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    await this.deleteSubscription.execute(tx, id);
    return { id };
  }

  @Write('webhooks/subscriptions/test', {
    summary: 'Send a signed event of type `test`; the delivery tells what became of it',
    request: IdRequest,
    response: DeliveryStatus,
    addition: true,
  })
  async test(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<DeliveryStatus> {
    return { id: await this.sendTestEvent.execute(tx, id), status: 'pending' };
  }

  @Read('webhooks/deliveries/list', {
    summary: 'Deliveries of events',
    request: ListRequest,
    response: listResponse(DeliveryResponse),
  })
  deliveries(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<DeliveryResponse>> {
    return this.webhooks.deliveries(tx, request);
  }

  @Write('webhooks/deliveries/redeliver', {
    summary: 'Send an event once more, under the same id',
    request: IdRequest,
    response: DeliveryStatus,
  })
  async redeliver(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<DeliveryStatus> {
    await this.redelivery.execute(tx, id);
    return { id, status: 'pending' };
  }

  @Read('webhooks/events/list', {
    summary: 'Events in the order of their sequence, for catching up',
    request: EventsRequest,
    response: EventList,
    addition: true,
  })
  async events(
    @Body() { afterSequence = 0, limit = DEFAULT_EVENTS }: EventsRequest,
    @InTx() tx: Tx,
  ): Promise<EventList> {
    return EventList.of(await this.webhooks.events(tx, afterSequence, limit));
  }
}
