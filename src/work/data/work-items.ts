import type { Database, Tx } from '../../platform/database';
import { OPERATOR_SCOPE } from '../../platform/scope';

/** What there is to do, and for whom. The rows themselves say nothing of the company's business. */
export interface WorkKey {
  companyId: string;
  kind: string;
  subjectId: string;
}

/** Work of the company whose transaction it is done in. */
export type Subject = Omit<WorkKey, 'companyId'>;

/** Work under a lease: `token` fences off whoever held it before. */
export interface WorkItem extends WorkKey {
  token: number;
  /** How many times it was begun since it last succeeded, this time included. */
  attempts: number;
}

/** How much of a kind waits. */
export interface Backlog {
  kind: string;
  waiting: number;
  oldestSeconds: number;
}

const COLUMNS = `w.company_id AS "companyId", w.kind, w.subject_id AS "subjectId", w.lease_token AS token, w.attempts`;
const LEASED = `leased_until = clock_timestamp() + make_interval(secs => $1), lease_token = w.lease_token + 1, attempts = w.attempts + 1`;
/** By the statement's time, which an index can be searched for. */
const IS_DUE = 'w.due_at <= statement_timestamp()';
const IS_FREE = '(w.leased_until IS NULL OR w.leased_until <= clock_timestamp())';
const KEY = 'w.company_id = $2 AND w.kind = $3 AND w.subject_id = $4';
/** The lease is still ours: nobody has taken the work over since. */
const OURS = 'company_id = $1 AND kind = $2 AND subject_id = $3 AND lease_token = $4';

/**
 * Schedules work with the facts it is about, `inSeconds` from now by the clock of the database. What is scheduled already is
 * due at the earlier of both times.
 */
export async function scheduleWork(tx: Tx, kind: string, subjectId: string, inSeconds = 0): Promise<void> {
  await tx.execute(
    `INSERT INTO work_items AS w (company_id, kind, subject_id, due_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
     ON CONFLICT (company_id, kind, subject_id) DO UPDATE SET due_at = least(w.due_at, excluded.due_at)`,
    [tx.companyId, kind, subjectId, inSeconds],
  );
}

/** Leases work that is due, the oldest first; work that somebody else is taking is passed over. */
export async function leaseDue(
  database: Database,
  kind: string,
  atMost: number,
  leaseSeconds: number,
): Promise<WorkItem[]> {
  return database.writeOnce<WorkItem>(
    OPERATOR_SCOPE,
    leasing(`SELECT w.company_id, w.subject_id FROM work_items w
              WHERE w.kind = $2 AND ${IS_DUE} AND ${IS_FREE} ORDER BY w.due_at LIMIT $3 FOR UPDATE SKIP LOCKED`),
    [leaseSeconds, kind, atMost],
  );
}

/** Among so many of those that are due longest the companies take turns. */
const MOST_CANDIDATES = 1000;

/**
 * Like `leaseDue`, for work of which a company has a few dozen at most, and might take all processes with it: of a company at
 * most `ofCompany` are leased at a time, counted over all processes, and who has the fewest comes first. Processes that look at
 * the very same moment do not see each other's.
 */
export async function leaseDueInTurns(
  database: Database,
  kind: string,
  atMost: number,
  leaseSeconds: number,
  ofCompany: number,
): Promise<WorkItem[]> {
  return database.writeOnce<WorkItem>(
    OPERATOR_SCOPE,
    // The row may have changed until it is locked, hence the conditions once more; of these none leads to an index but the key's.
    leasing(`SELECT w.company_id, w.subject_id
               FROM (SELECT c.company_id, c.subject_id, c.due_at,
                            h.held + row_number() OVER (PARTITION BY c.company_id ORDER BY c.due_at) AS place
                       FROM (SELECT w.company_id, w.subject_id, w.due_at FROM work_items w
                              WHERE w.kind = $2 AND ${IS_DUE} AND ${IS_FREE} ORDER BY w.due_at LIMIT ${MOST_CANDIDATES}) c
                      CROSS JOIN LATERAL (SELECT count(*) AS held FROM work_items w
                                           WHERE w.company_id = c.company_id AND w.kind = $2 AND NOT ${IS_FREE}) h) t
               JOIN work_items w ON w.company_id = t.company_id AND w.kind = $2 AND w.subject_id = t.subject_id
              WHERE t.place <= $4 AND w.due_at <= clock_timestamp() AND ${IS_FREE}
              ORDER BY t.place, t.due_at LIMIT $3 FOR UPDATE OF w SKIP LOCKED`),
    [leaseSeconds, kind, atMost, ofCompany],
  );
}

/** Leases this one work, due or not. Undefined when it is leased or done. */
export async function leaseOne(
  database: Database,
  { companyId, kind, subjectId }: WorkKey,
  leaseSeconds: number,
): Promise<WorkItem | undefined> {
  const [item] = await database.writeOnce<WorkItem>(
    companyId,
    `UPDATE work_items w SET ${LEASED} WHERE ${KEY} AND ${IS_FREE} RETURNING ${COLUMNS}`,
    [leaseSeconds, companyId, kind, subjectId],
  );
  return item;
}

/** Seconds until the lease of a work ends; undefined when there is no such work or nobody has it. */
export async function leaseLeft(
  database: Database,
  { companyId, kind, subjectId }: WorkKey,
): Promise<number | undefined> {
  const [row] = await database.readOnce<{ seconds: number }>(
    companyId,
    `SELECT ceil(extract(epoch FROM leased_until - clock_timestamp()))::int AS seconds FROM work_items
      WHERE company_id = $1 AND kind = $2 AND subject_id = $3 AND leased_until > clock_timestamp()`,
    [companyId, kind, subjectId],
  );
  return row?.seconds;
}

/** Whether the lease was still ours, and now lasts `leaseSeconds` from here. */
export async function extendLease(
  database: Database,
  item: WorkItem,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await database.writeOnce(
    item.companyId,
    `UPDATE work_items SET leased_until = clock_timestamp() + make_interval(secs => $5) WHERE ${OURS} RETURNING kind`,
    [...keyOf(item), leaseSeconds],
  );
  return rows.length > 0;
}

/** Like `extendLease`, inside a transaction. */
export async function extendLeaseIn(tx: Tx, item: WorkItem, leaseSeconds: number): Promise<boolean> {
  const extended = await tx.execute(
    `UPDATE work_items SET leased_until = clock_timestamp() + make_interval(secs => $5) WHERE ${OURS}`,
    [...keyOf(item), leaseSeconds],
  );
  return extended > 0;
}

/** Takes the work from whoever has it, and makes it due `inSeconds` from now. */
export async function takeWorkOver(tx: Tx, { kind, subjectId }: Subject, inSeconds: number): Promise<void> {
  await tx.execute(
    `UPDATE work_items SET leased_until = NULL, lease_token = lease_token + 1, due_at = clock_timestamp() + make_interval(secs => $4)
      WHERE company_id = $1 AND kind = $2 AND subject_id = $3`,
    [tx.companyId, kind, subjectId, inSeconds],
  );
}

/** Removes the work, whoever has it. */
export async function cancelWork(tx: Tx, { kind, subjectId }: Subject): Promise<void> {
  await tx.execute('DELETE FROM work_items WHERE company_id = $1 AND kind = $2 AND subject_id = $3', [
    tx.companyId,
    kind,
    subjectId,
  ]);
}

/** Removes the work if the lease is still ours; returns how many rows that were. */
export async function deleteWork(tx: Tx, item: WorkItem): Promise<number> {
  return tx.execute(`DELETE FROM work_items WHERE ${OURS}`, keyOf(item));
}

/** Gives the lease back, if it is still ours; `failed` keeps counting the attempts. Returns how many rows that were. */
export async function releaseWork(
  tx: Tx,
  item: WorkItem,
  inSeconds: number,
  failed: boolean,
): Promise<number> {
  return tx.execute(
    `UPDATE work_items SET leased_until = NULL, due_at = clock_timestamp() + make_interval(secs => $5),
            attempts = CASE WHEN $6 THEN attempts ELSE 0 END
      WHERE ${OURS}`,
    [...keyOf(item), inSeconds, failed],
  );
}

/** What waits, by kind; work under a lease is not waiting. */
export async function backlog(database: Database): Promise<Backlog[]> {
  return database.readOnce<Backlog>(
    OPERATOR_SCOPE,
    `SELECT w.kind, count(*)::int AS waiting, extract(epoch FROM clock_timestamp() - min(w.due_at))::float8 AS "oldestSeconds"
       FROM work_items w WHERE w.due_at <= clock_timestamp() AND ${IS_FREE} GROUP BY w.kind`,
    [],
  );
}

/** Leases what a selection of due work of the kind $2 finds and locks; selected once, whatever way the rows are joined. */
function leasing(selection: string): string {
  return `WITH due AS MATERIALIZED (${selection})
          UPDATE work_items w SET ${LEASED} FROM due
           WHERE w.kind = $2 AND w.company_id = due.company_id AND w.subject_id = due.subject_id RETURNING ${COLUMNS}`;
}

function keyOf({ companyId, kind, subjectId, token }: WorkItem): unknown[] {
  return [companyId, kind, subjectId, token];
}
