import { DomainError } from '../../shared/domain-error';
import type { ErrorDefinition } from '../../shared/errors';
import { EncodedReply } from './reply';

/**
 * The wire form of a refusal. The outer `message` is there for the contract's Rust client, which reads only that.
 */
export function renderError(error: DomainError, requestId: string): EncodedReply {
  const definition: ErrorDefinition = error.definition;
  const { retryAfterSeconds, ...members } = error.extras;
  const body = {
    error: { code: definition.code, message: error.message, requestId, reason: error.reason, ...members },
    message: error.message,
  };
  return EncodedReply.of(definition.status, body, errorHeaders(error, retryAfterSeconds));
}

const KEY_REASONS = [
  'idempotency_key_required',
  'idempotency_key_invalid',
  'idempotency_key_reuse',
  'idempotency_key_other_actor',
];
const LONGEST_RETRY_AFTER_SECONDS = 60;

function errorHeaders(error: DomainError, retryAfterSeconds: number | undefined): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && {
      'Retry-After': String(Math.min(Math.max(retryAfterSeconds, 1), LONGEST_RETRY_AFTER_SECONDS)),
    }),
    ...(KEY_REASONS.includes(error.reason) && { Link: '</docs>; rel="describedby"' }),
  };
}
