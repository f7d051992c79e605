import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DomainError, refuse } from '../../../shared/domain-error';
import { CompanyWork, RateLimits, refuseSpent } from '../../../account';
import { auditRows } from '../../../audit';
import { Database, translateDatabaseError, type Tx } from '../../../platform/database';
import { parseJsonBody } from '../../../platform/http';
import { Metrics } from '../../../platform/metrics';
import { SecretBox } from '../../../platform/secrets';
import { endpointAt, type StoredEndpoint } from '../data/endpoints';
import { markIgnored, rememberEvent } from '../data/remembered-events';
import { parseEndpointAddress, sealOf, type EndpointAddress } from '../domain/endpoint';
import { ignored, type EventOutcome, type InboundEvent } from '../domain/inbound-event';
import { readEvent } from '../domain/read-event';
import { isSigned, type SignedMessage } from '../domain/signature';
import { parseTolerantly } from '../domain/tolerant-json';
import { InboundEvents, type InboundHandler } from '../inbound-events';

/** A message to an endpoint, and from where it came. */
export interface ArrivedMessage extends SignedMessage {
  /** `{companyId}.{endpointId}` */
  endpoint: string;
  sender: string;
  requestId: string;
  receivedAt: Date;
}

export interface ReceivedEvent {
  id: string;
  status: EventOutcome['status'];
  isDuplicate: boolean;
}

const RETRY_AFTER_SECONDS = 60;

/**
 * Takes an event that somebody else tells: nothing is read, let alone stored, before its signature is right; then ONE
 * transaction remembers its id and applies it. Told again, it is counted and nothing else.
 * @throws DomainError `not_found`, `signature_invalid`, `malformed_json`, `rate_limited`; `event_in_progress`,
 *   `event_deferred`, `temporarily_unavailable`, upon which the sender comes again
 */
@Injectable()
export class ReceiveEvent {
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly limits: RateLimits,
    private readonly work: CompanyWork,
    private readonly handlers: InboundEvents,
    { registry }: Metrics,
  ) {
    this.outcomes = new Counter({
      name: 'gapless_inbound_events_total',
      help: 'What became of inbound webhooks: processed, ignored, duplicate, refused',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  async execute(message: ArrivedMessage): Promise<ReceivedEvent> {
    try {
      const received = await this.receive(message);
      this.outcomes.inc({ outcome: received.isDuplicate ? 'duplicate' : received.status });
      return received;
    } catch (error) {
      this.outcomes.inc({ outcome: 'refused' });
      throw error;
    }
  }

  private async receive(message: ArrivedMessage): Promise<ReceivedEvent> {
    const { address, endpoint } = await this.endpointOf(message);
    await this.refuseUnsigned(message, address, endpoint);
    refuseSpent(await this.limits.spend(`webhook endpoint ${endpoint.id}`));
    const { provider, bankAccountId } = endpoint;
    const told = readEvent(provider, message.headers, bodyOf(message.body), message.receivedAt);
    const event: InboundEvent = { provider, endpointId: endpoint.id, bankAccountId, ...told };
    return this.apply(address.companyId, event, message.requestId);
  }

  /** A company, an endpoint that is not there, or not any more: one answer. */
  private async endpointOf({
    endpoint: text,
    sender,
  }: ArrivedMessage): Promise<{ address: EndpointAddress; endpoint: StoredEndpoint }> {
    const address = parseEndpointAddress(text);
    const endpoint = address && (await endpointAt(this.database, address));
    if (endpoint) return { address, endpoint };
    await this.limits.noteFailure(sender);
    return refuse('not_found', 'There is no such webhook endpoint.');
  }

  private async refuseUnsigned(
    message: ArrivedMessage,
    address: EndpointAddress,
    endpoint: StoredEndpoint,
  ): Promise<void> {
    const { provider, sealed, previousSealed, previousSecretUntil } = endpoint;
    const isInOverlap =
      previousSecretUntil !== null && Date.parse(previousSecretUntil) > message.receivedAt.getTime();
    const live = isInOverlap && previousSealed !== null ? [sealed, previousSealed] : [sealed];
    const secrets = live.map(each => this.secrets.open(each, sealOf(address)));
    if (isSigned(provider, message, secrets, message.receivedAt)) return;
    await this.limits.noteFailure(message.sender);
    refuse('signature_invalid', 'The signature does not fit the body, or is older than five minutes.');
  }

  /**
   * A final refusal would be the same for ever, so the event is remembered with it as the reason; in a transaction of its
   * own, as the refusal undid the first. Every other one may be repaired before the sender comes again.
   */
  private async apply(companyId: string, event: InboundEvent, requestId: string): Promise<ReceivedEvent> {
    const once = (handler: InboundHandler): Promise<ReceivedEvent> =>
      this.work.run(companyId, tx => rememberAndApply(tx, event, handler), requestId);
    try {
      return await once(this.handlers.handlerOf(event.provider, event.type) ?? nothing);
    } catch (thrown) {
      const error = translateDatabaseError(thrown);
      if (!(error instanceof DomainError) || error.definition.status >= 500) throw error;
      if (error.definition.final) return once(() => Promise.resolve(ignored(error.message)));
      return refuse('event_deferred', `Event ${event.externalId} cannot be applied now: ${error.message}`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}

async function rememberAndApply(
  tx: Tx,
  event: InboundEvent,
  handler: InboundHandler,
): Promise<ReceivedEvent> {
  const { id, status, duplicates } = await rememberEvent(tx, event);
  if (duplicates > 0) return { id, status, isDuplicate: true };
  const outcome = await handler(tx, event);
  if (outcome.status === 'ignored') {
    await markIgnored(tx, id, outcome.reason);
  } else {
    const { provider, type, externalId, endpointId } = event;
    await tx.insert(
      auditRows(tx, {
        action: 'inbound_event.processed',
        entity: 'inbound_event',
        entityId: id,
        diff: { provider, type, externalId, endpointId },
      }),
    );
  }
  return { id, status: outcome.status, isDuplicate: false };
}

/**
 * Of an event that is signed, what our own requests may not hold is left out instead: the sender would come again with it.
 * @throws DomainError `malformed_json`
 */
function bodyOf(bytes: Buffer): Record<string, unknown> {
  try {
    return parseJsonBody(bytes);
  } catch (error) {
    const body = parseTolerantly(bytes.toString('utf8'));
    if (body === undefined) throw error;
    return body;
  }
}

const nothing: InboundHandler = (_, { type }) =>
  Promise.resolve(ignored(`Nothing is done here about events of type ${type}.`));
