import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { InboundProvider } from './inbound-event';

/** A message as it came. The signature is about its bytes: parsed and written again they would be others. */
export interface SignedMessage {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const TOLERANCE_SECONDS = 300;

/** Whether one of the secrets signed the message, no longer than five minutes ago. Compares in constant time. */
export function isSigned(
  provider: InboundProvider,
  message: SignedMessage,
  secrets: string[],
  now: Date,
): boolean {
  const isSignedWith = provider === 'stripe' ? isSignedByStripe : isSignedByStandard;
  return secrets.some(secret => isSignedWith(message, secret, now));
}

/** The headers of a message that is signed at a moment: for test events. */
export function signed(
  provider: InboundProvider,
  { id, body }: { id: string; body: string },
  secret: string,
  now: Date,
): Record<string, string> {
  const timestamp = secondsOf(now);
  if (provider === 'stripe') {
    return {
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ timestamp, payload: body, secret }),
    };
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

/** https://docs.stripe.com/webhooks/signature: any of several `v1` may be the one (rotation at their side). */
function isSignedByStripe({ headers, body }: SignedMessage, secret: string, now: Date): boolean {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return false;
  try {
    const { signature } = Stripe.webhooks;
    return signature!.verifyHeader(body, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/**
 * https://www.standardwebhooks.com: the library's own `verify` reads the machine's clock, so the time is judged here and
 * the library signs what should have been signed.
 */
function isSignedByStandard({ headers, body }: SignedMessage, secret: string, now: Date): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,11}$/.test(timestamp) || Math.abs(secondsOf(now) - Number(timestamp)) > TOLERANCE_SECONDS)
    return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body);
  return signatures.split(' ').some(signature => isEqual(signature, expected));
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
