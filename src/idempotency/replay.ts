import { refuse } from '../shared/domain-error';
import { EncodedReply } from '../platform/http';
import type { Claim } from './data/idempotency-keys';

/** How a key that was used before is answered, and under which name that is counted. */
export function answerOf(claim: Claim): { outcome: string; reply: () => EncodedReply } {
  if (claim.outcome === 'reuse') return { outcome: 'reused', reply: () => refuseReuse(claim) };
  if (!claim.replayable) return { outcome: 'secret', reply: () => refuseSecret(claim) };
  if (claim.body_purged || claim.response_body === null)
    return { outcome: 'expired', reply: () => refuseExpired(claim) };
  return { outcome: 'replayed', reply: () => replay(claim) };
}

/** The answer as it was stored. */
export function storedAnswer(claim: Claim): EncodedReply {
  return new EncodedReply(
    claim.response_status,
    claim.response_body ?? Buffer.alloc(0),
    claim.response_headers ?? {},
  );
}

function replay(claim: Claim): EncodedReply {
  const { status, body, headers } = storedAnswer(claim);
  return new EncodedReply(status, body, {
    ...headers,
    'Idempotent-Replayed': 'true',
    'Cache-Control': 'no-store',
  });
}

function refuseReuse(claim: Claim): never {
  if (claim.mismatch === 'actor') {
    refuse(
      'idempotency_key_other_actor',
      'Idempotency-Key was already used by another API key of this company; use a key of your own.',
      {
        mismatch: ['actor'],
      },
    );
  }
  refuse('idempotency_key_reuse', 'Idempotency-Key was already used with a different request payload.', {
    mismatch: [claim.mismatch ?? 'body'],
  });
}

function refuseSecret(claim: Claim): never {
  refuse(
    'idempotency_secret_not_replayable',
    'The operation was done; its answer held a secret, which is shown once.',
    existing(claim),
  );
}

function refuseExpired(claim: Claim): never {
  refuse(
    'idempotency_response_expired',
    'The operation was done; its stored answer has been purged.',
    existing(claim),
  );
}

function existing(claim: Claim): { existingId?: string } {
  return claim.resource_id === null ? {} : { existingId: claim.resource_id };
}
