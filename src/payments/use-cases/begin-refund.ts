import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { exchangeRateOn } from '../../reference';
import type { Tx } from '../../platform/database';
import { scheduleWork } from '../../work';
import { clearingAccountOf, paymentAccount } from '../data/payment-accounts';
import { takeForRefund, lockPayment, newPaymentRows, paymentOf } from '../data/payments';
import { downstreamKey } from '../domain/downstream-key';
import type { Payment, RefundReason } from '../domain/payment';
import { PAYMENT_WORK, PICKED_UP_AFTER_SECONDS } from '../domain/payment-work';
import { stripeAmount } from '../../shared/stripe-amount';
import { moneyOf } from './begin-charge';

export interface RefundOrder {
  chargeId: string;
  /** Decimal string; undefined: all that is left. */
  amount?: string;
  reason?: RefundReason;
}

/**
 * Orders a refund of a charge, on the account at the provider that the charge was made with. The charge is locked, and what
 * the refund wants of it is taken at once: together refunds never give back more than was charged.
 * @returns the id of the payment
 * @throws DomainError `not_found`, `not_refundable`, `account_unusable`, `exchange_rate_missing`
 */
@Injectable()
export class BeginRefund {
  async execute(tx: Tx, order: RefundOrder): Promise<string> {
    await paymentOf(tx, 'charge', order.chargeId, 'chargeId');
    const charge = await lockPayment(tx, order.chargeId);
    const amount = refundable(charge, order.amount);
    const account = await paymentAccount(tx, charge.paymentAccountId);
    const [rate] = await Promise.all([
      exchangeRateOn(tx, amount.currency.code, tx.today),
      clearingAccountOf(tx, account, amount.currency.code),
    ]);
    if (Money.round(amount.amount.div(rate), tx.company.baseCurrency).isZero())
      refuse(
        'not_refundable',
        `${amount.toString()} ${amount.currency.code} is worth nothing in the base currency.`,
      );
    await takeForRefund(tx, charge.id, amount);
    const id = newId();
    const { isLive, id: paymentAccountId, provider } = account;
    await tx.insert(
      newPaymentRows(tx, {
        id,
        kind: 'refund',
        paymentAccountId,
        provider,
        invoiceId: charge.invoiceId,
        chargeId: charge.id,
        amount,
        paymentMethod: null,
        customer: null,
        reason: order.reason ?? null,
        downstreamKey: downstreamKey({ isLive, companyId: tx.companyId, kind: 'refund', paymentId: id }),
      }),
      auditRows(tx, {
        action: 'refund.ordered',
        entity: 'payment',
        entityId: id,
        diff: {
          provider,
          chargeId: charge.id,
          amount: amount.toString(),
          currency: amount.currency.code,
        },
      }),
    );
    await scheduleWork(tx, PAYMENT_WORK, id, PICKED_UP_AFTER_SECONDS);
    return id;
  }
}

function refundable(charge: Payment, text: string | undefined): Payment['amount'] {
  const { status, amount: charged, refundedAmount, provider } = charge;
  if (status !== 'succeeded')
    refuse('not_refundable', `Charge ${charge.id} is ${status}; only one that has succeeded is refunded.`);
  const left = charged.minus(refundedAmount);
  const amount = text === undefined ? left : moneyOf(text, charged.currency);
  const { code } = charged.currency;
  if (left.isZero() || amount.compare(left) > 0) {
    refuse(
      'not_refundable',
      `Of ${charged.toString()} ${code} charged, ${left.toString()} is left to give back; ${amount.toString()} is not.`,
    );
  }
  if (stripeAmount(amount) === null)
    refuse('not_refundable', `${provider} cannot give back ${amount.toString()} ${code}.`);
  return amount;
}
