import { Field } from '../../../platform/http';
import { EVENT_NAMES } from '../domain/event-names';

export class CreateSubscriptionRequest {
  @Field.text({
    max: 2000,
    description: 'Where events are sent by POST: an https:// address that is public.',
    example: 'https://example.com/webhooks',
  })
  url!: string;
  @Field.texts({ min: 1, max: 100, values: EVENT_NAMES, description: 'Names of events; `*` is all of them.' })
  events!: string[];
  @Field.text({
    optional: true,
    max: 100,
    description: '`whsec_` and the base64 of 24 to 64 bytes. Default: a new one.',
  })
  secret?: string;
}

export class UpdateSubscriptionRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true, max: 2000 }) url?: string;
  @Field.texts({ optional: true, min: 1, max: 100, values: EVENT_NAMES }) events?: string[];
  @Field.boolean({
    optional: true,
    description: 'A subscription that is made active again goes on where it stopped.',
  })
  isActive?: boolean;
}

export class EventsRequest {
  @Field.integer({
    optional: true,
    min: 0,
    description:
      'The last sequence number you have seen. Default: 0. Refused (`events_purged`) where events after it are not kept any more.',
  })
  afterSequence?: number;
  @Field.integer({ optional: true, min: 1, max: 500, description: 'Default: 100.' }) limit?: number;
}
