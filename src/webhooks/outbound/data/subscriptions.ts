import type { TableRows, Tx } from '../../../platform/database';
import type { ListDefinition } from '../../../platform/lists';
import type { Subscription } from '../domain/subscription';

/** The kind of work that tells a subscription its events; the subject is the subscription. */
export const LANE = 'webhook_deliveries';

const SHOWN = `s.subscription_id AS id, s.url, s.events, s.is_active AS "isActive", s.created_at AS "createdAt"`;

/**
 * A subscription, also a deleted one, until the end of the transaction nobody else's. Whoever makes its lane due takes it first,
 * and so does the lane before it goes to sleep: neither misses what the other writes.
 */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const [row] = await tx.query<Subscription>(
    `SELECT ${SHOWN}, s.sealed_secret AS "sealedSecret", s.last_sequence AS "lastSequence", s.failed_turns AS "failedTurns",
            coalesce(s.paused_until > clock_timestamp(), false) AS "isPaused"
       FROM webhook_subscriptions s WHERE s.company_id = $1 AND s.subscription_id = $2 FOR UPDATE`,
    [tx.companyId, id],
  );
  return row;
}

/** How many subscriptions are not deleted; until the end of the transaction nobody else makes one. */
export async function lockedCount(tx: Tx): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhook-subscriptions' || $1::text, 0))`, [
    tx.companyId,
  ]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_subscriptions WHERE company_id = $1 AND deleted_at IS NULL',
    [tx.companyId],
  );
  return row!.count;
}

export function subscriptionRow(
  tx: Tx,
  { id, url, events, isActive, createdAt, sealedSecret, lastSequence }: Subscription,
): TableRows {
  const row = {
    company_id: tx.companyId,
    subscription_id: id,
    url,
    events,
    sealed_secret: sealedSecret,
    is_active: isActive,
    last_sequence: lastSequence,
    failed_turns: 0,
    created_at: createdAt,
  };
  return { table: 'webhook_subscriptions', rows: [row] };
}

/** Writes what may be changed of a subscription, and ends its pause: whoever changes it expects to see what comes of it. */
export async function updateSubscription(tx: Tx, { id, url, events, isActive }: Subscription): Promise<void> {
  await tx.execute(
    `UPDATE webhook_subscriptions SET url = $3, events = $4, is_active = $5, failed_turns = 0, paused_until = NULL
      WHERE company_id = $1 AND subscription_id = $2`,
    [tx.companyId, id, url, events, isActive],
  );
}

/** Ends a subscription and forgets its secret; what was not delivered never will be. */
export async function endSubscription(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `WITH ended AS (
       UPDATE webhook_subscriptions SET is_active = false, sealed_secret = NULL, deleted_at = clock_timestamp()
        WHERE company_id = $1 AND subscription_id = $2)
     UPDATE webhook_deliveries
        SET status = 'failed', status_at = clock_timestamp(), next_attempt_at = NULL, last_error = 'the subscription was deleted'
      WHERE company_id = $1 AND subscription_id = $2 AND next_attempt_at IS NOT NULL`,
    [tx.companyId, id],
  );
}

/** Notes how often in a row the receiver took nothing, and leaves it alone for a while. */
export async function pauseSubscription(
  tx: Tx,
  id: string,
  failedTurns: number,
  seconds: number,
): Promise<void> {
  await tx.execute(
    `UPDATE webhook_subscriptions SET failed_turns = $3, paused_until = clock_timestamp() + make_interval(secs => $4)
      WHERE company_id = $1 AND subscription_id = $2`,
    [tx.companyId, id, failedTurns, seconds],
  );
}

/** The receiver is back, or somebody wants to know whether it is. */
export async function resumeSubscription(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `UPDATE webhook_subscriptions SET failed_turns = 0, paused_until = NULL
      WHERE company_id = $1 AND subscription_id = $2`,
    [tx.companyId, id],
  );
}

/** Seconds until the lane has something to do, given the number of the company's latest event; null when nothing is left. */
export async function secondsUntilDue(tx: Tx, id: string, latestSequence: number): Promise<number | null> {
  const [row] = await tx.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM greatest(n.at, s.paused_until) - clock_timestamp())::float8 AS seconds
       FROM webhook_subscriptions s CROSS JOIN LATERAL (
         SELECT CASE WHEN s.last_sequence < $3 THEN clock_timestamp() ELSE min(d.next_attempt_at) END AS at
           FROM webhook_deliveries d
          WHERE d.company_id = s.company_id AND d.subscription_id = s.subscription_id AND d.next_attempt_at IS NOT NULL) n
      WHERE s.company_id = $1 AND s.subscription_id = $2 AND n.at IS NOT NULL`,
    [tx.companyId, id, latestSequence],
  );
  return row?.seconds ?? null;
}

export const subscriptionList: ListDefinition = {
  name: 'webhook-subscriptions',
  from: 'webhook_subscriptions s',
  select: `${SHOWN}, s.failed_turns AS "consecutiveFailures"`,
  fields: {
    id: { column: 's.subscription_id', type: 'id' },
    url: { column: 's.url', type: 'text' },
    isActive: { column: 's.is_active', type: 'boolean' },
    createdAt: { column: 's.created_at', type: 'instant' },
  },
  key: { column: 's.subscription_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'asc' }],
  where: 's.deleted_at IS NULL',
};
