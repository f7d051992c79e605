import type { Tx } from '../../../platform/database';

/** Deletes one batch of deliveries that have been over for `days`, the oldest first; those in use are skipped. Returns how many. */
export async function deleteOldDeliveries(tx: Tx, days: number, batch: number): Promise<number> {
  return tx.execute(
    `DELETE FROM webhook_deliveries WHERE company_id = $1 AND delivery_id = ANY (ARRAY(
       SELECT d.delivery_id FROM webhook_deliveries d
        WHERE d.company_id = $1 AND d.next_attempt_at IS NULL AND d.status_at < statement_timestamp() - make_interval(days => $2)
        ORDER BY d.status_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tx.companyId, days, batch],
  );
}

/** Empties one batch of payloads that are older than `days` and that nobody has still to be told. Returns how many. */
export async function emptyOldPayloads(tx: Tx, days: number, batch: number): Promise<number> {
  const [purge] = await tx.query<{ events: number }>('SELECT purge_event_payloads($1, $2) AS events', [
    days,
    batch,
  ]);
  return purge!.events;
}
