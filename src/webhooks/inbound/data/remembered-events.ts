import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { BUSINESS_LOCK_TIMEOUT, type Tx } from '../../../platform/database';
import type { ListDefinition } from '../../../platform/lists';
import { type InboundEvent, type InboundProvider, INBOUND_PROVIDERS } from '../domain/inbound-event';
import { textOf } from '../domain/read-event';

/** How long an event waits for the same one in flight. */
const LONGEST_WAIT = '2s';
const LOCK_TIMEOUT = '55P03';
const RETRY_AFTER_SECONDS = 2;

export interface Remembered {
  id: string;
  status: 'processed' | 'ignored';
  /** 0: this transaction is the first to see it. */
  duplicates: number;
}

/**
 * Remembers an event as processed, or counts it as a duplicate of what is remembered. The unique key is the judge: the same
 * event in flight elsewhere is waited for, and taken over when it fails.
 * @throws DomainError `event_in_progress`
 */
export async function rememberEvent(tx: Tx, event: InboundEvent): Promise<Remembered> {
  try {
    const [, [remembered]] = await Promise.all([
      tx.execute(`SET LOCAL lock_timeout = '${LONGEST_WAIT}'`),
      tx.query<Remembered>(REMEMBER, [
        tx.companyId,
        newId(),
        event.endpointId,
        event.provider,
        event.provider === 'stripe' ? event.provider : event.endpointId,
        event.externalId,
        event.type,
        textOf(event.object.id),
        event.createdAt,
        tx.now,
      ]),
    ]);
    await tx.execute(`SET LOCAL lock_timeout = '${BUSINESS_LOCK_TIMEOUT}'`);
    return remembered!;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
    return refuse('event_in_progress', `Event ${event.externalId} is being processed; send it again.`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const REMEMBER = `
  INSERT INTO inbound_events (company_id, event_id, endpoint_id, provider, sender, external_id, type, object_id, status, occurred_at, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'processed', $9, $10)
  ON CONFLICT (company_id, sender, external_id) DO UPDATE
     SET duplicates = inbound_events.duplicates + 1, last_duplicate_at = excluded.received_at
  RETURNING event_id AS id, status, duplicates`;

export async function markIgnored(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.execute(
    `UPDATE inbound_events SET status = 'ignored', reason = $3 WHERE company_id = $1 AND event_id = $2`,
    [tx.companyId, id, reason],
  );
}

export interface InboundEventRow {
  id: string;
  endpointId: string;
  provider: InboundProvider;
  externalId: string;
  type: string;
  objectId: string | null;
  status: 'processed' | 'ignored';
  reason: string | null;
  occurredAt: string;
  receivedAt: string;
  duplicates: number;
  lastDuplicateAt: string | null;
}

export const inboundEventList: ListDefinition = {
  name: 'inbound-events',
  from: 'inbound_events i',
  select: `i.event_id AS id, i.endpoint_id AS "endpointId", i.provider, i.external_id AS "externalId", i.type, i.object_id AS "objectId",
    i.status, i.reason, i.occurred_at AS "occurredAt", i.received_at AS "receivedAt", i.duplicates, i.last_duplicate_at AS "lastDuplicateAt"`,
  fields: {
    id: { column: 'i.event_id', type: 'id' },
    endpointId: { column: 'i.endpoint_id', type: 'id' },
    provider: { column: 'i.provider', type: 'text', values: INBOUND_PROVIDERS },
    externalId: { column: 'i.external_id', type: 'text' },
    type: { column: 'i.type', type: 'text' },
    objectId: { column: 'i.object_id', type: 'text' },
    status: { column: 'i.status', type: 'text', values: ['processed', 'ignored'] },
    occurredAt: { column: 'i.occurred_at', type: 'instant' },
    receivedAt: { column: 'i.received_at', type: 'instant' },
    duplicates: { column: 'i.duplicates', type: 'integer' },
  },
  key: { column: 'i.event_id', type: 'id' },
  defaultSort: [{ field: 'receivedAt', dir: 'desc' }],
};
