import { randomBytes } from 'node:crypto';
import { refuseField } from '../../../shared/domain-error';
import type { InboundProvider } from './inbound-event';

const PREFIX = 'whsec_';
const NEW_SECRET_BYTES = 32;
/** What the Standard Webhooks specification takes. */
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

export function newEndpointSecret(): string {
  return PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64');
}

/**
 * Refuses a secret that cannot be the provider's: Stripe shows `whsec_...`, whose whole text is the key; by Standard
 * Webhooks the key is 24 to 64 bytes, written `whsec_` and base64.
 * @throws DomainError `invalid_request`
 */
export function refuseUnusableSecret(provider: InboundProvider, secret: string): void {
  if (!/^whsec_[\x21-\x7e]{8,}$/.test(secret)) {
    refuseField('secret', 'must be the signing secret of the endpoint, "whsec_..."');
  }
  if (provider === 'stripe') return;
  const text = secret.slice(PREFIX.length);
  const key = Buffer.from(text, 'base64');
  if (key.toString('base64') !== text || key.length < LEAST_BYTES || key.length > MOST_BYTES) {
    refuseField('secret', `must be "whsec_" and ${LEAST_BYTES} to ${MOST_BYTES} bytes in base64`);
  }
}
