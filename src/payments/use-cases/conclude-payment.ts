import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import { actUnderKey, storeAnswer } from '../../idempotency';
import { isRetryable, translateDatabaseError, type Tx } from '../../platform/database';
import { Log } from '../../platform/logging';
import {
  beginBooking,
  changeRefunded,
  lockPayment,
  saveFailure,
  saveReference,
  saveResult,
  saveSuccess,
  secondsSinceSent,
  undoBooking,
  type MovedMoney,
} from '../data/payments';
import type { Outcome } from '../domain/outcome';
import type { Failure, Payment } from '../domain/payment';
import { KEY_WINDOW_HOURS, SEARCH_LAG_SECONDS } from '../domain/payment-work';
import { BookPayment } from './book-payment';
import { answerOf } from './payment-answer';

/**
 * Takes what the provider said of a payment into the books, whoever brings it: the answer to our call, a worker that looked it
 * up, or an event. Result, posting, settlement, audit and stored answer are one transaction.
 *
 * A success is never turned back, and a failure only by money that moved after all. Money that moved and cannot be booked
 * (a missing rate, an account that takes no postings) is kept as the result, and booked when somebody comes again.
 *
 * The caller has fenced off everybody else who works on the payment.
 */
@Injectable()
export class ConcludePayment {
  constructor(
    private readonly bookPayment: BookPayment,
    private readonly log: Log,
  ) {}

  /** @returns whether nothing is left to do */
  async execute(tx: Tx, id: string, outcome: Outcome): Promise<boolean> {
    const payment = await lockPayment(tx, id);
    if (payment.status === 'succeeded') return true;
    // What moved after all is no longer the doing of the request, whose key may serve another by now.
    if (payment.status === 'pending') await actUnderKey(tx, payment.keyHash);
    switch (outcome.is) {
      case 'moved':
        return this.book(tx, payment, outcome);
      case 'failed':
        return this.fail(tx, payment, outcome.failure, outcome.reference ?? null);
      case 'missing':
        if (!(await wasNeverMade(tx, id))) break;
        return this.fail(tx, payment, NOT_MADE, null);
      case 'processing':
        await saveReference(tx, id, outcome.reference);
        break;
      case 'unknown':
        this.log.warn({ paymentId: id, why: outcome.why }, 'the outcome of a payment is not known yet');
        break;
    }
    return payment.status === 'failed';
  }

  private async book(tx: Tx, payment: Payment, moved: MovedMoney): Promise<boolean> {
    const { id, kind, chargeId, amount } = payment;
    const isAfterAll = payment.status === 'failed';
    if (isAfterAll && chargeId !== null) await changeRefunded(tx, chargeId, amount);
    await beginBooking(tx);
    try {
      const booked = await this.bookPayment.execute(tx, payment, moved.moneyId);
      await saveSuccess(tx, id, moved, booked);
      await tx.insert(
        auditRows(tx, {
          action: `${kind}.succeeded`,
          entity: 'payment',
          entityId: id,
          diff: { ...moved, ...booked, isAfterAll },
        }),
      );
    } catch (error) {
      if (isRetryable(error)) throw error;
      await undoBooking(tx);
      await saveResult(tx, id, moved, this.reasonOf(error, id));
      return false;
    }
    // The caller was told of a failure then; what is stored under the key stays what it was told.
    if (!isAfterAll) await this.answer(tx, payment);
    return true;
  }

  private async fail(tx: Tx, payment: Payment, failure: Failure, reference: string | null): Promise<boolean> {
    if (payment.status === 'failed') return true;
    // The money moved: what says otherwise is older, or of another attempt.
    if (payment.recoveryPoint === 'result_saved') return false;
    await saveFailure(tx, payment, failure, reference);
    await tx.insert(
      auditRows(tx, {
        action: `${payment.kind}.failed`,
        entity: 'payment',
        entityId: payment.id,
        diff: { ...failure, reference },
      }),
    );
    await this.answer(tx, payment);
    return true;
  }

  private async answer(tx: Tx, { id, keyHash }: Payment): Promise<void> {
    await storeAnswer(tx, keyHash, id, answerOf(await lockPayment(tx, id)));
  }

  private reasonOf(error: unknown, paymentId: string): string {
    const known = translateDatabaseError(error);
    if (known instanceof DomainError) return known.reason;
    this.log.error({ err: error, paymentId }, 'money that moved could not be booked');
    return 'internal_error';
  }
}

const NOT_MADE: Failure = {
  reason: 'payment_not_made',
  code: null,
  declineCode: null,
  message: 'The provider has no such order.',
};

/** The order can neither be sent again, nor still turn up. */
async function wasNeverMade(tx: Tx, id: string): Promise<boolean> {
  const { first, last } = await secondsSinceSent(tx, id);
  return first >= KEY_WINDOW_HOURS * 3600 && last >= SEARCH_LAG_SECONDS;
}
