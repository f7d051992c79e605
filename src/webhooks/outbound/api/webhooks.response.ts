import { Field } from '../../../platform/http';
import type { WrittenEvent } from '../../../outbox';
import type { Subscription } from '../domain/subscription';

export class SubscriptionResponse {
  @Field.id() id!: string;
  @Field.text() url!: string;
  @Field.texts() events!: string[];
  @Field.boolean({ description: 'False: switched off, or the receiver answered 410.' }) isActive!: boolean;
  @Field.instant() createdAt!: string;
  @Field.integer({ addition: true, description: 'Turns in a row in which the receiver took nothing.' })
  consecutiveFailures!: number;

  static of({ id, url, events, isActive, createdAt, failedTurns }: Subscription): SubscriptionResponse {
    return { id, url, events, isActive, createdAt, consecutiveFailures: failedTurns };
  }
}

export class CreatedSubscription extends SubscriptionResponse {
  @Field.text({ description: 'What signatures are checked with. Shown here and never again.' })
  secret!: string;
}

export class DeliveryResponse {
  @Field.id() id!: string;
  @Field.id() subscriptionId!: string;
  @Field.id({ addition: true, description: 'The `webhook-id` of every attempt.' }) eventId!: string;
  @Field.integer({ addition: true, nullable: true, description: '`null` for a test.' }) sequence!:
    number | null;
  @Field.text() eventType!: string;
  @Field.oneOf(['pending', 'delivered', 'failed']) status!: string;
  @Field.integer() attempts!: number;
  @Field.text({ nullable: true, description: 'What came of the last attempt, unless it was delivered.' })
  lastError!: string | null;
  @Field.instant({ addition: true, nullable: true }) nextAttemptAt!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant({ nullable: true }) deliveredAt!: string | null;
}

export class DeliveryStatus {
  @Field.id({ description: 'The delivery.' }) id!: string;
  @Field.text() status!: string;
}

class EventRow {
  @Field.id({ description: 'The `webhook-id` under which it is delivered.' }) id!: string;
  @Field.text() type!: string;
  @Field.instant() timestamp!: string;
  @Field.integer({ description: 'From 1, without holes, in the order in which the facts were stored.' })
  sequence!: number;
  @Field.any({ description: 'The fact as it stood.' })
  data!: object;
}

export class EventList {
  @Field.list(() => EventRow) rows!: EventRow[];
  @Field.boolean({ description: 'Ask again with the sequence of the last row.' }) hasMore!: boolean;

  static of({ events, hasMore }: { events: WrittenEvent[]; hasMore: boolean }): EventList {
    return {
      rows: events.map(({ id, type, createdAt, sequence, payload }) => ({
        id,
        type,
        timestamp: createdAt,
        sequence,
        data: payload,
      })),
      hasMore,
    };
  }
}
