import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import type { EncodedReply } from '../../platform/http';
import { FINGERPRINT_VERSION } from '../domain/fingerprint';
import type { IdempotencyKey } from '../domain/idempotency-key';

/** What stands under a key: ours now, somebody's answer, somebody still at work, or an operation that was begun and is not over. */
export interface Claim {
  outcome: 'claimed' | 'replay' | 'reuse' | 'busy' | 'unfinished';
  mismatch: 'path' | 'actor' | 'body' | null;
  response_status: number;
  response_headers: Record<string, string> | null;
  response_body: Buffer | null;
  replayable: boolean;
  body_purged: boolean;
  resource_id: string | null;
}

export const SAVEPOINT = 'before_work';

/**
 * Statements that claim a key as the first act of a transaction. They go out in one batch with BEGIN, which takes no
 * parameters; so texts travel as hex, and there is no question of quoting.
 */
export function claimStatements(
  companyId: string,
  key: IdempotencyKey,
  fingerprint: string,
  actorId: string,
  route: string,
): string[] {
  return [
    openKeyStatement(key.hash),
    `SET LOCAL lock_timeout = '100ms'`,
    `SELECT * FROM idempotency_claim('${uuid(companyId)}', ${bytes(key.hash)}, ${text(key.text)}, ${FINGERPRINT_VERSION}::smallint,
       ${bytes(fingerprint)}, ${text(actorId)}, ${text(route)})`,
    `SET LOCAL lock_timeout = '5s'`,
    `SAVEPOINT ${SAVEPOINT}`,
  ];
}

/** The statement that stores the answer of an operation that was begun under this key, unless it has one. */
export function finishStatement(
  companyId: string,
  keyHash: string,
  reply: EncodedReply,
  resourceId: string,
): string {
  return `SELECT idempotency_finish('${uuid(companyId)}', ${bytes(keyHash)}, ${reply.status}::smallint, ${headersOf(reply)},
    ${bytes(reply.body.toString('hex'))}, '${uuid(resourceId)}')`;
}

/** What is written in this transaction carries the key. */
export function openKeyStatement(keyHash: string): string {
  return `SET LOCAL app.request_key_hash = '${hex(keyHash)}'`;
}

/** The statement that leaves the claim unfinished, last before COMMIT: the operation goes on under its resource's id. */
export function beginStatement(companyId: string, key: IdempotencyKey, resourceId: string): string {
  return `SELECT idempotency_begin('${uuid(companyId)}', ${bytes(key.hash)}, '${uuid(resourceId)}')`;
}

/** Where the claim's row stands among the results of `claimStatements`. */
export const CLAIM_RESULT = 2;

/** The statement that stores the answer, last before COMMIT. `reply` null: the answer holds a secret and is not kept. */
export function storeStatement(
  companyId: string,
  key: IdempotencyKey,
  reply: EncodedReply,
  keepBody: boolean,
  resourceId: string | null,
): string {
  const body = keepBody ? bytes(reply.body.toString('hex')) : 'NULL';
  return `SELECT idempotency_store('${uuid(companyId)}', ${bytes(key.hash)}, ${reply.status}::smallint, ${headersOf(reply)}, ${body}, ${keepBody},
    ${resourceId === null ? 'NULL' : `'${uuid(resourceId)}'`})`;
}

/**
 * Purges one batch: bodies older than `bodiesBefore` (a success leaves its tombstone, a refusal frees its key) and
 * tombstones older than `tombstonesBefore`. Rows in use are skipped.
 * @returns rows touched
 */
export async function purgeBatch(
  tx: Tx,
  bodiesBefore: Date,
  tombstonesBefore: Date,
  batch: number,
): Promise<number> {
  const due = (condition: string): string =>
    `SELECT company_id, key_hash FROM idempotency_keys WHERE response_status IS NOT NULL AND ${condition}
      ORDER BY created_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`;
  const freed = await tx.execute(
    `DELETE FROM idempotency_keys WHERE (company_id, key_hash) IN (${due('created_at < $1 AND (response_status >= 400 OR created_at < $2)')})`,
    [bodiesBefore, tombstonesBefore],
  );
  const emptied = await tx.execute(
    `UPDATE idempotency_keys SET response_body = NULL, response_headers = NULL, body_purged = true
      WHERE (company_id, key_hash) IN (${due('created_at < $1 AND NOT body_purged AND response_status < 400')})`,
    [bodiesBefore],
  );
  return freed + emptied;
}

function headersOf({ headers }: EncodedReply): string {
  return `${text(JSON.stringify(headers))}::jsonb`;
}

function hex(value: string): string {
  invariant(/^[0-9a-f]*$/.test(value), 'only hex is written into a statement');
  return value;
}

function uuid(value: string): string {
  invariant(/^[0-9a-f-]{36}$/.test(value), 'only a UUID is written into a statement');
  return value;
}

function bytes(hexadecimal: string): string {
  return `decode('${hex(hexadecimal)}', 'hex')`;
}

function text(value: string): string {
  return `convert_from(${bytes(Buffer.from(value, 'utf8').toString('hex'))}, 'UTF8')`;
}
