import { Field } from '../../platform/http';
import {
  FAILURE_REASONS,
  PAYMENT_STATUSES,
  PROVIDERS,
  RECOVERY_POINTS,
  REFUND_REASONS,
  type Payment,
} from '../domain/payment';

const EMPTY = { nullable: true };

class PaymentFailureResponse {
  @Field.oneOf(FAILURE_REASONS) reason!: string;
  @Field.text({ ...EMPTY, description: "The provider's code, such as `card_declined`." }) code!:
    string | null;
  @Field.text({ ...EMPTY, description: "The provider's code of the decline, such as `insufficient_funds`." })
  declineCode!: string | null;
  @Field.text() message!: string;
}

class PaymentResponse {
  @Field.id() id!: string;
  @Field.oneOf(PROVIDERS) provider!: string;
  @Field.id() invoiceId!: string;
  @Field.text() invoiceNumber!: string;
  @Field.oneOf(PAYMENT_STATUSES, {
    description: '`pending`: the outcome is not known yet, or the money that moved is not in the books yet.',
  })
  status!: string;
  @Field.oneOf(RECOVERY_POINTS, { description: 'How far it is committed.' }) phase!: string;
  @Field.text() currency!: string;
  @Field.decimal() amount!: string;
  @Field.text({
    ...EMPTY,
    description:
      'Why money that moved, or came back, is not in the books yet, or its outcome cannot be asked for (docs/errors.md); tried again until it is.',
  })
  pendingReason!: string | null;
  @Field.object(() => PaymentFailureResponse, {
    ...EMPTY,
    description: 'Why no money moved, or why it came back.',
  })
  failure!: PaymentFailureResponse | null;
  @Field.date(EMPTY) bookedOn!: string | null;
  @Field.id({ ...EMPTY, description: 'Null also where a payout or a bank transaction booked it first.' })
  journalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant(EMPTY) finishedAt!: string | null;
}

export class PaymentChargeResponse extends PaymentResponse {
  @Field.text() paymentMethod!: string;
  @Field.text(EMPTY) customer!: string | null;
  @Field.decimal({ description: 'What refunds give back of it, unfinished ones included.' })
  refundedAmount!: string;
  @Field.text({ ...EMPTY, description: "The provider's order (`pi_...`)." }) providerReference!:
    string | null;
  @Field.text({ ...EMPTY, description: 'As payouts name it (`ch_...`).' }) providerChargeId!: string | null;
}

export class PaymentRefundResponse extends PaymentResponse {
  @Field.id() chargeId!: string;
  @Field.oneOf(REFUND_REASONS, EMPTY) reason!: string | null;
  @Field.text({ ...EMPTY, description: 'As payouts name it (`re_...`).' }) providerRefundId!: string | null;
  @Field.date({ ...EMPTY, description: 'When what came back of a refund that failed after all is booked.' })
  returnedOn!: string | null;
  @Field.id({
    ...EMPTY,
    description: 'The posting of what came back; null also where a payout booked that first.',
  })
  returnTransactionId!: string | null;
}

export function chargeResponse(payment: Payment): PaymentChargeResponse {
  return {
    ...common(payment),
    paymentMethod: payment.paymentMethod ?? '',
    customer: payment.customer,
    refundedAmount: payment.refundedAmount.toString(),
    providerReference: payment.providerReference,
    providerChargeId: payment.moneyId,
  };
}

export function refundResponse(payment: Payment): PaymentRefundResponse {
  return {
    ...common(payment),
    chargeId: payment.chargeId ?? '',
    reason: payment.reason,
    providerRefundId: payment.providerReference,
    returnedOn: payment.returnedOn,
    returnTransactionId: payment.returnTransactionId,
  };
}

function common(payment: Payment): PaymentResponse {
  return {
    id: payment.id,
    provider: payment.provider,
    invoiceId: payment.invoiceId,
    invoiceNumber: payment.invoiceNumber,
    status: payment.status,
    phase: payment.recoveryPoint,
    currency: payment.amount.currency.code,
    amount: payment.amount.toString(),
    pendingReason: payment.waitingFor,
    failure: payment.failure,
    bookedOn: payment.bookedOn,
    journalTransactionId: payment.journalTransactionId,
    createdAt: payment.createdAt,
    finishedAt: payment.finishedAt,
  };
}
