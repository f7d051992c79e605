import { lastDayOfMonth, type Period } from '../../../shared/calendar-date';
import { newId } from '../../../shared/ids';
import type { ListDefinition } from '../../../platform/lists';
import type { TableRows, Tx } from '../../../platform/database';
import {
  PERIOD_ACTIONS,
  type AccountingPeriod,
  type PeriodAction,
  type PeriodLock,
} from '../domain/accounting-period';
import { trialBalanceHashes } from './trial-balance-hashes';

/** Rows that say who locked months, with the hash of the trial balance at the end of each. The months are locked. */
export async function lockHistoryRows(
  tx: Tx,
  periods: AccountingPeriod[],
  reason: string | null,
): Promise<TableRows> {
  const days = periods.map(({ year, month }) => lastDayOfMonth(year, month));
  const hashes = await trialBalanceHashes(tx, days);
  return changeRows(
    tx,
    periods.map(({ id }, index) => ({ id, action: 'locked', reason, hash: hashes[index]! })),
  );
}

/** A row that says who unlocked a month. */
export function unlockHistoryRows(tx: Tx, { id }: AccountingPeriod, reason: string | null): TableRows {
  return changeRows(tx, [{ id, action: 'unlocked', reason, hash: null }]);
}

function changeRows(
  tx: Tx,
  changes: { id: string; action: PeriodAction; reason: string | null; hash: string | null }[],
): TableRows {
  return {
    table: 'accounting_period_changes',
    rows: changes.map(({ id, action, reason, hash }) => ({
      company_id: tx.companyId,
      change_id: newId(),
      period_id: id,
      action,
      reason,
      trial_balance_hash: hash,
      actor_type: tx.actor.type,
      actor_id: tx.actor.id,
      request_id: tx.requestId,
    })),
  };
}

/** The lock of a month and the hash that it found (null: locked before hashes were kept); undefined when it is not locked. */
export async function findLock(tx: Tx, { year, month }: Period): Promise<PeriodLock | undefined> {
  const [lock] = await tx.query<PeriodLock>(
    `SELECT p.locked_at AS "lockedAt", c.trial_balance_hash AS hash
       FROM accounting_periods p
       LEFT JOIN LATERAL (
         SELECT trial_balance_hash FROM accounting_period_changes h
          WHERE h.company_id = p.company_id AND h.period_id = p.period_id ORDER BY h.changed_at DESC LIMIT 1) c ON true
      WHERE p.company_id = $1 AND p.year = $2 AND p.month = $3 AND p.status = 'locked'`,
    [tx.companyId, year, month],
  );
  return lock;
}

/** How many transactions dated in a month or before it were posted after an instant. */
export async function transactionsSince(tx: Tx, { year, month }: Period, instant: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM journal_transactions WHERE company_id = $1 AND posted_on <= $2 AND posted_at > $3',
    [tx.companyId, lastDayOfMonth(year, month), instant],
  );
  return row!.n;
}

export const periodChangeList: ListDefinition = {
  name: 'accounting-period-changes',
  from: `accounting_period_changes c
    JOIN accounting_periods p ON p.company_id = c.company_id AND p.period_id = c.period_id`,
  select: `c.change_id AS id, p.year, p.month, c.action, c.reason, c.trial_balance_hash AS hash, c.actor_type AS "actorType",
    c.actor_id AS "actorId", c.request_id AS "requestId", c.changed_at AS "changedAt"`,
  fields: {
    id: { column: 'c.change_id', type: 'id' },
    year: { column: 'p.year', type: 'integer' },
    month: { column: 'p.month', type: 'integer' },
    action: { column: 'c.action', type: 'text', values: PERIOD_ACTIONS },
    changedAt: { column: 'c.changed_at', type: 'instant' },
  },
  key: { column: 'c.change_id', type: 'id' },
  defaultSort: [{ field: 'changedAt', dir: 'desc' }],
};
