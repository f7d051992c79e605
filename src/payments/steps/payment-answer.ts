import { DomainError } from '../../shared/domain-error';
import { EncodedReply, renderError } from '../../platform/http';
import { chargeResponse, refundResponse } from '../api/payments.response';
import type { Failure, Payment } from '../domain/payment';

const PENDING_RETRY_SECONDS = 5;

/** What the caller is told of a payment as it stands: 201 made, 202 not known yet, or why no money moved. */
export function answerOf(payment: Payment): EncodedReply {
  if (payment.failure) return renderError(refusalOf(payment, payment.failure), payment.requestId);
  const body = payment.kind === 'charge' ? chargeResponse(payment) : refundResponse(payment);
  return payment.status === 'succeeded'
    ? EncodedReply.of(201, body)
    : EncodedReply.of(202, body, { 'Retry-After': String(PENDING_RETRY_SECONDS) });
}

function refusalOf({ id, kind, provider }: Payment, failure: Failure): DomainError {
  const { reason, code, declineCode, message } = failure;
  const texts = {
    payment_declined: `The ${kind} was declined: ${message}`,
    payment_rejected: `${provider} refuses the ${kind} as it is: ${message}`,
    payment_not_made: `The ${kind} never reached ${provider}; no money moved.`,
  };
  return new DomainError(reason, texts[reason], { existingId: id, gateway: { code, declineCode } });
}
