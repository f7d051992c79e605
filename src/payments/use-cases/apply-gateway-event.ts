import { Injectable } from '@nestjs/common';
import { isUuid } from '../../shared/ids';
import type { Tx } from '../../platform/database';
import { scheduleWork, WorkQueue } from '../../work';
import { findPayment, lockPayment, paymentByReference, saveReference } from '../data/payments';
import type { Outcome } from '../domain/outcome';
import type { Payment, PaymentKind } from '../domain/payment';
import { PAYMENT_WORK } from '../domain/payment-work';
import { stripeAmount } from '../../shared/stripe-amount';
import { outcomeOfIntent, outcomeOfRefund, type Intent, type RefundObject } from '../domain/stripe-outcome';
import { METADATA } from '../gateway/stripe-gateway';
import { ConcludePayment } from './conclude-payment';

/** Events about an order, by what their object is. All tell how it stands; which one it is does not matter. */
export const ORDER_EVENTS: Readonly<Record<PaymentKind, string[]>> = {
  charge: [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'payment_intent.processing',
  ],
  refund: ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'],
};

const AGAIN_AFTER_SECONDS = 5;

/**
 * Takes an event of the provider about one of our orders into the books, as if we had asked: whichever comes first, the answer
 * to our call or the event, finishes the payment, and the other finds it finished.
 * @returns why the event means nothing here; undefined when it was applied
 */
@Injectable()
export class ApplyGatewayEvent {
  constructor(
    private readonly queue: WorkQueue,
    private readonly conclude: ConcludePayment,
  ) {}

  async execute(
    tx: Tx,
    kind: PaymentKind,
    object: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    const payment = await paymentOf(tx, kind, object);
    if (!payment) return `No ${kind} of this company was ordered here under this object.`;
    if (payment.providerReference !== null && payment.providerReference !== object.id)
      return `The order of ${kind} ${payment.id} is ${payment.providerReference}, not ${String(object.id)}.`;
    const outcome = outcomeOf(payment, object);
    if (outcome.is === 'unknown') return `The event does not fit ${kind} ${payment.id}: ${outcome.why}.`;
    if (outcome.is === 'processing') {
      if ((await lockPayment(tx, payment.id)).status === 'pending')
        await saveReference(tx, payment.id, outcome.reference);
      return undefined;
    }
    await this.queue.takeOver(tx, { kind: PAYMENT_WORK, subjectId: payment.id }, AGAIN_AFTER_SECONDS);
    const isOver = await this.conclude.execute(tx, payment.id, outcome);
    if (isOver) await this.queue.cancel(tx, { kind: PAYMENT_WORK, subjectId: payment.id });
    else await scheduleWork(tx, PAYMENT_WORK, payment.id, AGAIN_AFTER_SECONDS);
    return undefined;
  }
}

/** Our payment that the object is the order of: it says so, or has the id that the provider told us. */
async function paymentOf(
  tx: Tx,
  kind: PaymentKind,
  { id, metadata }: Readonly<Record<string, unknown>>,
): Promise<Payment | undefined> {
  const { [METADATA.company]: companyId, [METADATA.payment]: ours } = (metadata ?? {}) as Record<
    string,
    unknown
  >;
  const isNamed = companyId === tx.companyId && typeof ours === 'string' && isUuid(ours);
  // An account at the provider may serve several companies: what names another one is that one's.
  if (companyId !== undefined && companyId !== tx.companyId) return undefined;
  const paymentId = isNamed ? ours : await paymentByReference(tx, 'stripe', String(id));
  const payment = paymentId === undefined ? undefined : await findPayment(tx, paymentId);
  return payment?.kind === kind ? payment : undefined;
}

function outcomeOf({ kind, amount }: Payment, object: unknown): Outcome {
  const ordered = { units: stripeAmount(amount) ?? 0, currency: amount.currency.code.toLowerCase() };
  return kind === 'charge'
    ? outcomeOfIntent(object as Intent, ordered)
    : outcomeOfRefund(object as RefundObject, ordered);
}
