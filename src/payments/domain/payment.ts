import type { CalendarDate } from '../../shared/calendar-date';
import type { Money } from '../../shared/money';

export const PROVIDERS = ['stripe'] as const;
export type Provider = (typeof PROVIDERS)[number];

export type PaymentKind = 'charge' | 'refund';

/** How far a payment is committed. A crash after `call_sent` means that the order has perhaps reached the provider. */
export const RECOVERY_POINTS = ['intent_saved', 'call_sent', 'result_saved', 'finished'] as const;
export type RecoveryPoint = (typeof RECOVERY_POINTS)[number];

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Reasons of the catalogue of refusals for which no money moved. */
export const FAILURE_REASONS = ['payment_declined', 'payment_rejected', 'payment_not_made'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why no money moved. `code` and `declineCode` are the provider's. */
export interface Failure {
  reason: FailureReason;
  code: string | null;
  declineCode: string | null;
  message: string;
}

/** A charge, or a refund of one. */
export interface Payment {
  id: string;
  kind: PaymentKind;
  provider: Provider;
  paymentAccountId: string;
  /** The invoice that is paid; of a refund, that of its charge. */
  invoiceId: string;
  invoiceNumber: string;
  /** Of a refund: the charge that it gives back, and that charge's order and money at the provider. */
  chargeId: string | null;
  chargeReference: string | null;
  chargeMoneyId: string | null;
  /** Above zero, also of a refund. */
  amount: Money;
  /** Of a charge: what refunds give back of it, unfinished ones included. */
  refundedAmount: Money;
  paymentMethod: string | null;
  customer: string | null;
  reason: RefundReason | null;
  downstreamKey: string;
  recoveryPoint: RecoveryPoint;
  status: PaymentStatus;
  attempts: number;
  /** The order at the provider: `pi_...` of a charge, `re_...` of a refund. */
  providerReference: string | null;
  /** What moved: `ch_...`, `py_...` or `re_...`; the id under which payouts name it. */
  moneyId: string | null;
  /** Why the money that moved, or came back, is not booked yet: a reason of the catalogue of refusals. */
  waitingFor: string | null;
  failure: Failure | null;
  bookedOn: CalendarDate | null;
  journalTransactionId: string | null;
  /** Of a refund that failed after it had succeeded: the posting of what came back. */
  returnedOn: CalendarDate | null;
  returnTransactionId: string | null;
  /** Hash of the Idempotency-Key, in hex. */
  keyHash: string | null;
  requestId: string;
  createdAt: string;
  finishedAt: string | null;
}

/** Positive for money in. */
export function signedAmount({ kind, amount }: Pick<Payment, 'kind' | 'amount'>): Money {
  return kind === 'charge' ? amount : amount.negated();
}
