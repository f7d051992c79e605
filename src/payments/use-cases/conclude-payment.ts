import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import { actUnderKey, storeAnswer } from '../../idempotency';
import { isChargeBooked } from '../../ledger';
import { isRetryable, translateDatabaseError, type Tx } from '../../platform/database';
import { Log } from '../../platform/logging';
import {
  beginBooking,
  lockPayment,
  recountRefunded,
  saveFailure,
  saveReference,
  saveResult,
  saveReturn,
  saveSuccess,
  saveWaitingFor,
  secondsSinceSent,
  undoBooking,
  type MovedMoney,
} from '../data/payments';
import type { Outcome } from '../domain/outcome';
import type { Failure, Payment } from '../domain/payment';
import { KEY_WINDOW_HOURS, SEARCH_LAG_SECONDS } from '../domain/payment-work';
import { BookPayment } from './book-payment';
import { BookReturn } from './book-return';
import { answerOf } from '../steps/payment-answer';

/**
 * Takes what the provider said of a payment into the books, whoever brings it: the answer to our call, a worker that looked it
 * up, or an event. Result, posting, settlement, audit and stored answer are one transaction.
 *
 * The success of a charge is never turned back, and a failure only by money that moved after all. A refund's own failure is
 * its end, whenever its success is told: what had moved came back, and is booked back. Money that moved and cannot be booked
 * (a missing rate, an account that takes no postings) is kept as the result, and booked when somebody comes again.
 *
 * The caller has fenced off everybody else who works on the payment.
 */
@Injectable()
export class ConcludePayment {
  constructor(
    private readonly bookPayment: BookPayment,
    private readonly bookReturn: BookReturn,
    private readonly log: Log,
  ) {}

  /** @returns whether nothing is left to do */
  async execute(tx: Tx, id: string, outcome: Outcome): Promise<boolean> {
    const payment = await lockPayment(tx, id);
    if (isOver(payment, outcome)) return payment.waitingFor === null;
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
        await saveAskedWith(tx, payment, true);
        break;
      case 'unknown':
        this.log.warn({ paymentId: id, why: outcome.why }, 'the outcome of a payment is not known yet');
        await saveAskedWith(tx, payment, !outcome.keyRefused);
        break;
    }
    return payment.status === 'failed';
  }

  private async book(tx: Tx, payment: Payment, moved: MovedMoney): Promise<boolean> {
    const { id, kind } = payment;
    const isAfterAll = payment.status === 'failed';
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
      if (isAfterAll) await recountOf(tx, payment);
      return false;
    }
    // The caller was told of a failure then; what is stored under the key stays what it was told.
    if (isAfterAll) await recountOf(tx, payment);
    else await this.answer(tx, payment);
    return true;
  }

  private async fail(tx: Tx, payment: Payment, failure: Failure, reference: string | null): Promise<boolean> {
    const { id, kind, provider, status } = payment;
    if (status === 'failed') return this.giveBack(tx, payment);
    // The money moved: what says otherwise is older, or of another attempt.
    if (kind === 'charge' && payment.recoveryPoint === 'result_saved') return false;
    // What the provider has is ended by what itself says only.
    if (kind === 'refund' && reference === null && payment.providerReference !== null) return false;
    const hasMoved =
      payment.moneyId !== null ||
      (kind === 'refund' && reference !== null && (await isChargeBooked(tx, provider, reference)));
    await saveFailure(tx, id, failure, { reference, moneyId: hasMoved ? reference : null });
    await tx.insert(
      auditRows(tx, {
        action: `${kind}.failed`,
        entity: 'payment',
        entityId: id,
        diff: { ...failure, reference, hasMoved },
      }),
    );
    await recountOf(tx, payment);
    const isDone = !hasMoved || (await this.giveBack(tx, await lockPayment(tx, id)));
    if (status === 'pending') await this.answer(tx, payment);
    return isDone;
  }

  /** Books what came back of a refund that has failed. */
  private async giveBack(tx: Tx, refund: Payment): Promise<boolean> {
    const { id, moneyId } = refund;
    if (moneyId === null) return true;
    await beginBooking(tx);
    try {
      const returned = await this.bookReturn.execute(tx, refund);
      if (returned === null) {
        await saveWaitingFor(tx, id, null);
        return true;
      }
      await saveReturn(tx, id, returned);
      await tx.insert(
        auditRows(tx, {
          action: 'refund.returned',
          entity: 'payment',
          entityId: id,
          diff: { moneyId, ...returned },
        }),
      );
      return true;
    } catch (error) {
      if (isRetryable(error)) throw error;
      await undoBooking(tx);
      await saveWaitingFor(tx, id, this.reasonOf(error, id));
      return false;
    }
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

/**
 * Whether nothing that the provider says changes the payment any more. A refund can fail after it has succeeded, if its order
 * says so and not only the answer to another attempt; then all else is older.
 */
function isOver({ kind, status, providerReference }: Payment, outcome: Outcome): boolean {
  if (status === 'pending') return false;
  const isOwnFailure =
    kind === 'refund' && outcome.is === 'failed' && outcome.reference === providerReference;
  if (status === 'succeeded') return !isOwnFailure;
  const hasFailedItself = kind === 'refund' && providerReference !== null;
  return hasFailedItself && !isOwnFailure;
}

/** Whoever looks at an unfinished payment sees that it waits for a key that works. */
async function saveAskedWith(tx: Tx, { id, recoveryPoint }: Payment, isKeyAccepted: boolean): Promise<void> {
  if (recoveryPoint !== 'call_sent') return;
  await saveWaitingFor(tx, id, isKeyAccepted ? null : 'provider_key_refused');
}

/** What a refund would have given back of its charge is free again; what it gave back after all is not. */
async function recountOf(tx: Tx, { chargeId }: Payment): Promise<void> {
  if (chargeId !== null) await recountRefunded(tx, chargeId);
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
