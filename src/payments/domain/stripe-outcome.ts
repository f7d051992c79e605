import { keyRefused, unknown, type Outcome } from './outcome';
import type { Failure } from './payment';

/** What was ordered, as Stripe counts it. */
export interface Ordered {
  units: number;
  /** In lower case. */
  currency: string;
}

/** A PaymentIntent, as far as it is read; from an answer or from an event. */
export interface Intent {
  id: string;
  status: string;
  amount_received?: number | null;
  currency: string;
  latest_charge?: string | { id: string } | null;
  last_payment_error?: Problem | null;
  cancellation_reason?: string | null;
}

/** A Refund, as far as it is read. */
export interface RefundObject {
  id: string;
  status: string | null;
  amount: number;
  currency: string;
  failure_reason?: string | null;
}

interface Problem {
  code?: string | null;
  decline_code?: string | null;
  message?: string | null;
}

/** What the library throws, as far as it is read. Without a status: no answer, or none that could be read. */
export interface StripeFault extends Problem {
  statusCode?: number;
  rawType?: string;
  payment_intent?: Intent | null;
}

/** @see https://docs.stripe.com/payments/paymentintents/lifecycle */
export function outcomeOfIntent(intent: Intent, { units, currency }: Ordered): Outcome {
  const { id: reference, status, amount_received: received, latest_charge: charge } = intent;
  switch (status) {
    case 'succeeded': {
      const moneyId = typeof charge === 'string' ? charge : charge?.id;
      if (received !== units || intent.currency !== currency || moneyId === undefined)
        return unknown(`${reference} succeeded with ${received} ${intent.currency}, not as it was ordered`);
      return { is: 'moved', reference, moneyId };
    }
    case 'canceled':
      return { is: 'failed', reference, failure: declined({ code: intent.cancellation_reason }) };
    case 'requires_payment_method':
      // Without an error nobody has tried to take the money yet.
      if (!intent.last_payment_error) return { is: 'processing', reference };
      return { is: 'failed', reference, failure: declined(intent.last_payment_error) };
    default:
      return { is: 'processing', reference };
  }
}

/** @see https://docs.stripe.com/api/refunds/object */
export function outcomeOfRefund(refund: RefundObject, { units, currency }: Ordered): Outcome {
  const { id: reference, status, amount, failure_reason: code } = refund;
  if (amount !== units || refund.currency !== currency)
    return unknown(`${reference} is of ${amount} ${refund.currency}, not as it was ordered`);
  if (status === 'succeeded') return { is: 'moved', reference, moneyId: reference };
  if (status === 'failed' || status === 'canceled')
    return { is: 'failed', reference, failure: declined({ code: code ?? status }) };
  return { is: 'processing', reference };
}

/**
 * What a fault of the call says of the order. Only an answer that proves that nothing was done ends it.
 * @param attempts how often the order was sent, this time included: an answer about the key or its rights says nothing of
 * what an earlier attempt did
 * @see https://docs.stripe.com/error-low-level
 */
export function outcomeOfFault(fault: StripeFault, ordered: Ordered, attempts: number): Outcome {
  const { statusCode, rawType, code, message } = fault;
  const why = `${statusCode ?? 'no answer'} ${rawType ?? ''} ${code ?? ''}`.trim();
  switch (statusCode) {
    case 402: {
      const outcome = fault.payment_intent ? outcomeOfIntent(fault.payment_intent, ordered) : undefined;
      if (outcome && outcome.is !== 'failed') return outcome;
      return { is: 'failed', failure: declined(fault), reference: outcome?.reference };
    }
    case 400:
    case 404:
      if (rawType === 'idempotency_error' || code === 'rate_limit') return unknown(why);
      return { is: 'failed', failure: rejected(code, message ?? 'it is not possible') };
    case 401:
    case 403:
      if (attempts > 1) return keyRefused(why);
      return { is: 'failed', failure: rejected(code, KEY_NOT_ACCEPTED) };
    default:
      return unknown(why, statusCode !== undefined && statusCode >= 500);
  }
}

const KEY_NOT_ACCEPTED =
  'the secret key of its account is not accepted for this; give one that is, with sameAccount where it is of the same account (payments/providers/set)';

function declined({ code, decline_code: declineCode, message }: Problem): Failure {
  return {
    reason: 'payment_declined',
    code: code ?? null,
    declineCode: declineCode || null,
    message: message ?? 'no reason is given',
  };
}

function rejected(code: string | null | undefined, message: string): Failure {
  return { reason: 'payment_rejected', code: code ?? null, declineCode: null, message };
}
