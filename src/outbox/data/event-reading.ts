import type { Tx } from '../../platform/database';

/** An event as it was written. */
export interface WrittenEvent {
  id: string;
  sequence: number;
  type: string;
  createdAt: string;
  payload: object;
}

/** What one answer holds at most, as the payloads are stored: a few documents of ten thousand lines. */
const MOST_STORED_BYTES = 2 * 1024 * 1024;

/** The first event of the company whose payload is kept; what was before was purged. 1 before the first event. */
export async function firstKeptSequence(tx: Tx): Promise<number> {
  const [counter] = await tx.query<{ first: number }>(
    'SELECT purged_to + 1 AS first FROM event_counters WHERE company_id = $1',
    [tx.companyId],
  );
  return counter?.first ?? 1;
}

/** Events after a sequence number, none of which was purged, in order; fewer than `atMost` where they are large, but at least one. */
export async function eventsAfter(tx: Tx, sequence: number, atMost: number): Promise<WrittenEvent[]> {
  return tx.query<WrittenEvent>(
    `SELECT e.event_id AS id, e.sequence, e.type, e.created_at AS "createdAt", e.payload
       FROM (SELECT sequence, event_id, type, created_at, payload,
                    sum(pg_column_size(payload)) OVER (ORDER BY sequence ROWS UNBOUNDED PRECEDING) - pg_column_size(payload) AS bytes_before
               FROM events WHERE company_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3) e
      WHERE coalesce(e.bytes_before, 0) < $4 ORDER BY e.sequence`,
    [tx.companyId, sequence, atMost, MOST_STORED_BYTES],
  );
}

/** The number of the company's latest event that is committed; 0 before the first. Opens the counter, so that there is one to wait for. */
export async function latestSequence(tx: Tx): Promise<number> {
  await tx.execute(
    'INSERT INTO event_counters (company_id, last_sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [tx.companyId],
  );
  const [counter] = await tx.query<{ sequence: number }>(
    'SELECT last_sequence AS sequence FROM event_counters WHERE company_id = $1',
    [tx.companyId],
  );
  return counter!.sequence;
}

/**
 * The number of the company's latest event; undefined while a transaction has taken one and is not over. The next number is
 * taken after this transaction: whoever goes to sleep here is woken by every event that it has not seen. Waits for nobody.
 */
export async function settledSequence(tx: Tx): Promise<number | undefined> {
  const [counter] = await tx.query<{ sequence: number }>(
    'SELECT last_sequence AS sequence FROM event_counters WHERE company_id = $1 FOR SHARE SKIP LOCKED',
    [tx.companyId],
  );
  return counter?.sequence;
}
