import { newId } from '../../../shared/ids';
import type { Tx } from '../../../platform/database';
import type { ListDefinition } from '../../../platform/lists';
import { EVENT_NAMES } from '../domain/event-names';

/** An event on its way to a subscription. */
export interface DueDelivery {
  id: string;
  eventId: string;
  eventType: string;
  sequence: number | null;
  timestamp: string;
  /** The payload as JSON; null for a test. It stays for as long as the delivery. */
  data: string | null;
  /** How many there were. */
  attempts: number;
}

/** What is written of an attempt. `retryInSeconds` null: it was the last. */
export interface DeliveryResult {
  id: string;
  attempts: number;
  isDelivered: boolean;
  error: string | null;
  retryInSeconds: number | null;
}

/** What is told of an event before it is told to the outside. */
interface EventHead {
  id: string;
  sequence: number;
  type: string;
}

/** Heads of the events after a number, in order. */
export async function eventHeadsAfter(tx: Tx, sequence: number, atMost: number): Promise<EventHead[]> {
  return tx.query<EventHead>(
    `SELECT e.event_id AS id, e.sequence, e.type FROM events e
      WHERE e.company_id = $1 AND e.sequence > $2 ORDER BY e.sequence LIMIT $3`,
    [tx.companyId, sequence, atMost],
  );
}

/** Writes the deliveries of events, due at once, and moves the subscription up to `lastSequence`. */
export async function addDeliveries(
  tx: Tx,
  subscriptionId: string,
  events: EventHead[],
  lastSequence: number,
): Promise<void> {
  await tx.execute(
    `WITH moved AS (UPDATE webhook_subscriptions SET last_sequence = $3 WHERE company_id = $1 AND subscription_id = $2)
     INSERT INTO webhook_deliveries
         (company_id, delivery_id, subscription_id, event_id, sequence, event_type, status, next_attempt_at)
       SELECT $1, e.delivery_id, $2, e.event_id, e.sequence, e.event_type, 'pending', now()
         FROM unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::text[]) AS e (delivery_id, event_id, sequence, event_type)`,
    [
      tx.companyId,
      subscriptionId,
      lastSequence,
      events.map(() => newId()),
      events.map(event => event.id),
      events.map(event => event.sequence),
      events.map(event => event.type),
    ],
  );
}

/** Writes a delivery of an event that is no fact of the books, due at once. Returns its id. */
export async function addDelivery(tx: Tx, subscriptionId: string, eventType: string): Promise<string> {
  const id = newId();
  await tx.execute(
    `INSERT INTO webhook_deliveries (company_id, delivery_id, subscription_id, event_id, event_type, status, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, 'pending', now())`,
    [tx.companyId, id, subscriptionId, newId(), eventType],
  );
  return id;
}

/** What one turn sends at most, as the payloads are stored. */
const MOST_STORED_BYTES = 512 * 1024;

/** Deliveries that are due, the longest first; fewer than `atMost` where they are large, but at least one. */
export async function dueDeliveries(tx: Tx, subscriptionId: string, atMost: number): Promise<DueDelivery[]> {
  return tx.query<DueDelivery>(
    `SELECT d.delivery_id AS id, d.event_id AS "eventId", d.event_type AS "eventType", d.sequence, d.attempts, d.timestamp,
            d.payload::text AS data
       FROM (SELECT d.delivery_id, d.event_id, d.event_type, d.sequence, d.attempts, d.next_attempt_at, e.payload,
                    coalesce(e.created_at, d.created_at) AS timestamp,
                    sum(pg_column_size(e.payload)) OVER (ORDER BY d.next_attempt_at, d.sequence ROWS UNBOUNDED PRECEDING)
                      - pg_column_size(e.payload) AS bytes_before
               FROM webhook_deliveries d LEFT JOIN events e ON e.company_id = d.company_id AND e.sequence = d.sequence
              WHERE d.company_id = $1 AND d.subscription_id = $2 AND d.next_attempt_at <= statement_timestamp()
              ORDER BY d.next_attempt_at, d.sequence LIMIT $3) d
      WHERE coalesce(d.bytes_before, 0) < $4 ORDER BY d.next_attempt_at, d.sequence`,
    [tx.companyId, subscriptionId, atMost, MOST_STORED_BYTES],
  );
}

/** Writes what came of attempts, where nobody has decided otherwise meanwhile. */
export async function recordResults(tx: Tx, results: DeliveryResult[]): Promise<void> {
  await tx.execute(
    `UPDATE webhook_deliveries d
        SET attempts = d.attempts + 1,
            status = CASE WHEN r.delivered THEN 'delivered' WHEN r.retry_in IS NULL THEN 'failed' ELSE 'pending' END,
            status_at = clock_timestamp(),
            next_attempt_at = clock_timestamp() + make_interval(secs => r.retry_in),
            last_error = r.error,
            delivered_at = CASE WHEN r.delivered THEN clock_timestamp() ELSE d.delivered_at END
       FROM unnest($2::uuid[], $3::int[], $4::boolean[], $5::text[], $6::float8[]) AS r (id, attempts, delivered, error, retry_in)
      WHERE d.company_id = $1 AND d.delivery_id = r.id AND d.attempts = r.attempts AND d.status = 'pending'`,
    [
      tx.companyId,
      results.map(result => result.id),
      results.map(result => result.attempts),
      results.map(result => result.isDelivered),
      results.map(result => result.error),
      results.map(result => result.retryInSeconds),
    ],
  );
}

/** The subscription that a delivery is for. */
export async function subscriptionOf(tx: Tx, deliveryId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ subscriptionId: string }>(
    'SELECT subscription_id AS "subscriptionId" FROM webhook_deliveries WHERE company_id = $1 AND delivery_id = $2',
    [tx.companyId, deliveryId],
  );
  return row?.subscriptionId;
}

/** Makes a delivery due at once, whatever became of it; returns whether it was there, as it may be purged at any moment. */
export async function redeliver(tx: Tx, deliveryId: string): Promise<boolean> {
  const found = await tx.execute(
    `UPDATE webhook_deliveries SET status = 'pending', status_at = clock_timestamp(), next_attempt_at = clock_timestamp()
      WHERE company_id = $1 AND delivery_id = $2`,
    [tx.companyId, deliveryId],
  );
  return found > 0;
}

export const deliveryList: ListDefinition = {
  name: 'webhook-deliveries',
  from: 'webhook_deliveries d',
  select: `d.delivery_id AS id, d.subscription_id AS "subscriptionId", d.event_id AS "eventId", d.sequence,
    d.event_type AS "eventType", d.status, d.attempts, d.last_error AS "lastError", d.next_attempt_at AS "nextAttemptAt",
    d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"`,
  fields: {
    id: { column: 'd.delivery_id', type: 'id' },
    subscriptionId: { column: 'd.subscription_id', type: 'id' },
    eventId: { column: 'd.event_id', type: 'id' },
    sequence: { column: 'd.sequence', type: 'integer' },
    eventType: { column: 'd.event_type', type: 'text', values: EVENT_NAMES },
    status: { column: 'd.status', type: 'text', values: ['pending', 'delivered', 'failed'] },
    attempts: { column: 'd.attempts', type: 'integer' },
    nextAttemptAt: { column: 'd.next_attempt_at', type: 'instant' },
    createdAt: { column: 'd.created_at', type: 'instant' },
    deliveredAt: { column: 'd.delivered_at', type: 'instant' },
  },
  key: { column: 'd.delivery_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
};
