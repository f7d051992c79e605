import type { Database } from '../../platform/database';
import { OPERATOR_SCOPE } from '../../platform/scope';
import { PAYMENT_WORK } from '../domain/payment-work';

const OLD_AFTER_MINUTES = 60;

/** How many payments, of all companies, are unfinished for more than an hour: a person should look. */
export async function countOldUnfinished(database: Database): Promise<number> {
  const [row] = await database.readOnce<{ count: number }>(
    OPERATOR_SCOPE,
    `SELECT count(*)::int AS count FROM work_items WHERE kind = $1 AND scheduled_at < clock_timestamp() - make_interval(mins => $2)`,
    [PAYMENT_WORK, OLD_AFTER_MINUTES],
  );
  return row!.count;
}
