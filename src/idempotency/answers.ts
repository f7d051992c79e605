import type { Tx } from '../platform/database';
import type { EncodedReply } from '../platform/http';
import { finishStatement, openKeyStatement } from './data/idempotency-keys';

/**
 * Makes what this transaction writes (audit, journal) carry the key under which the operation was begun. `keyHash` is what
 * the column of the operation's own row holds, in hex; null when it was begun without a key.
 */
export async function actUnderKey(tx: Tx, keyHash: string | null): Promise<void> {
  if (keyHash !== null) await tx.execute(openKeyStatement(keyHash));
}

/**
 * Stores the final answer of a phased operation in the transaction of its result. An answer that is there stays: who was told
 * of a failure is not told otherwise when the money moved after all.
 */
export async function storeAnswer(
  tx: Tx,
  keyHash: string | null,
  resourceId: string,
  reply: EncodedReply,
): Promise<void> {
  if (keyHash !== null) await tx.execute(finishStatement(tx.companyId, keyHash, reply, resourceId));
}
