import { Field } from '../../../platform/http';
import { endpointPath, type Endpoint } from '../domain/endpoint';
import { INBOUND_PROVIDERS } from '../domain/inbound-event';
import type { ReceivedEvent } from '../use-cases/receive-event';

const STATUSES = ['processed', 'ignored'];

export class EndpointResponse {
  @Field.id() id!: string;
  @Field.oneOf(INBOUND_PROVIDERS) provider!: string;
  @Field.text({ description: 'Where the sender posts to, below the address of this server.' }) path!: string;
  @Field.text({ nullable: true }) description!: string | null;
  @Field.id({ nullable: true }) bankAccountId!: string | null;
  @Field.instant({ nullable: true, description: 'Until when the secret before the present one works.' })
  previousSecretUntil!: string | null;
  @Field.instant() createdAt!: string;
}

export class CreatedEndpointResponse extends EndpointResponse {
  @Field.text({ description: 'The signing secret. Shown here and never again.' }) secret!: string;
}

export function endpointResponse(companyId: string, endpoint: Endpoint): EndpointResponse {
  const { id, provider, description, bankAccountId, previousSecretUntil, createdAt } = endpoint;
  const path = endpointPath({ companyId, endpointId: id });
  return { id, provider, path, description, bankAccountId, previousSecretUntil, createdAt };
}

export class TestEventResponse {
  @Field.text() eventId!: string;
  @Field.text({ description: 'Where to post it, below the address of this server.' }) path!: string;
  @Field.map({ description: 'The headers to send; the signature holds for five minutes.' })
  headers!: Record<string, string>;
  @Field.text({ description: 'The body, to be sent byte for byte.' }) body!: string;
}

export class InboundEventResponse {
  @Field.id() id!: string;
  @Field.id() endpointId!: string;
  @Field.oneOf(INBOUND_PROVIDERS) provider!: string;
  @Field.text({ description: "The sender's id of the event." }) externalId!: string;
  @Field.text() type!: string;
  @Field.text({ nullable: true, description: "The sender's id of what the event is about." })
  objectId!: string | null;
  @Field.oneOf(STATUSES) status!: string;
  @Field.text({ nullable: true, description: 'Why it was ignored.' }) reason!: string | null;
  @Field.instant({ description: "By the sender's clock." }) occurredAt!: string;
  @Field.instant() receivedAt!: string;
  @Field.integer({ description: 'How often it was told again.' }) duplicates!: number;
  @Field.instant({ nullable: true }) lastDuplicateAt!: string | null;
}

export class ReceivedEventResponse {
  @Field.id() id!: string;
  @Field.oneOf(STATUSES, { description: 'What became of it, the first time it was told.' }) status!: string;
  @Field.boolean({ description: 'It was told before; it is counted, and nothing else happens.' })
  duplicate!: boolean;
}

export function receivedEventResponse({ id, status, isDuplicate }: ReceivedEvent): ReceivedEventResponse {
  return { id, status, duplicate: isDuplicate };
}
