import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CompanyWork } from '../../account';
import type { PhasedOperation, Progress } from '../../idempotency';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import { Log } from '../../platform/logging';
import { SecretBox } from '../../platform/secrets';
import { LeaseLost, Worker, WorkQueue, type WorkItem } from '../../work';
import { paymentAccount } from '../data/payment-accounts';
import { findPayment, markSent, secondsSinceSent } from '../data/payments';
import type { Outcome } from '../domain/outcome';
import type { Payment } from '../domain/payment';
import { secretBelongsTo } from '../domain/payment-account';
import { backOffSeconds, KEY_WINDOW_HOURS, LEASE_SECONDS, PAYMENT_WORK } from '../domain/payment-work';
import { StripeGateway, type Order } from '../gateway/stripe-gateway';
import { ConcludePayment } from './conclude-payment';
import { answerOf } from '../steps/payment-answer';

const AT_ONCE = 5;

/** What a turn is about: send the order (for the `attempts`th time), look it up, book what is known, or nothing more. */
type Step =
  | { do: 'send'; order: Order; attempts: number }
  | { do: 'find'; order: Order }
  | { do: 'book'; outcome: Outcome }
  | { do: 'nothing' };

interface Turn {
  step: Step;
  requestId: string;
  /** When it comes again if it does not end. */
  againInSeconds: number;
}

/**
 * Takes a payment as far as it goes, from wherever it stands: for the caller, right after the order is committed and on every
 * retry, and as a worker for whoever has gone.
 *
 *   transaction B: the lease is ours, `call_sent`              -> committed
 *   the call, with no transaction open
 *   transaction C: the lease is still ours, the result         -> one transaction (`ConcludePayment`)
 */
@Injectable()
export class CarryOnPayment implements PhasedOperation, OnModuleInit {
  constructor(
    private readonly work: CompanyWork,
    private readonly queue: WorkQueue,
    private readonly worker: Worker,
    private readonly secrets: SecretBox,
    private readonly gateway: StripeGateway,
    private readonly conclude: ConcludePayment,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.worker.register({
      kind: PAYMENT_WORK,
      leaseSeconds: LEASE_SECONDS,
      atOnce: AT_ONCE,
      run: item => this.turn(item),
    });
  }

  async carryOn(companyId: string, id: string): Promise<Progress> {
    const key = { companyId, kind: PAYMENT_WORK, subjectId: id };
    const item = await this.queue.take(key, LEASE_SECONDS);
    if (item) await this.turnOfCaller(item);
    const payment = await this.work.run(companyId, tx => findPayment(tx, id));
    invariant(payment, 'a payment that was ordered stays');
    const reply = answerOf(payment);
    if (payment.status !== 'pending') return { state: 'finished', reply };
    const seconds = await this.queue.heldFor(key);
    return seconds === undefined ? { state: 'pending', reply } : { state: 'held', seconds };
  }

  /** The order is committed: whatever happens from here on, the caller is told how it stands, not of a fault. */
  private async turnOfCaller(item: WorkItem): Promise<void> {
    try {
      await this.turn(item);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      this.log.warn({ err: error, paymentId: item.subjectId }, 'a payment failed and is tried again later');
      await this.queue.failed(item).catch(() => undefined);
    }
  }

  private async turn(item: WorkItem): Promise<void> {
    const began = performance.now();
    const { step, requestId, againInSeconds } = await this.work.run(item.companyId, tx =>
      this.begin(tx, item),
    );
    if (step.do === 'nothing') return;
    if (performance.now() - began > LEASE_SECONDS * 1000) throw new LeaseLost(item); // asleep: the provider may have forgotten the key
    const outcome = await this.outcomeOf(item, step);
    await this.work.run(
      item.companyId,
      async tx => {
        await this.queue.again(tx, item, againInSeconds);
        if (await this.conclude.execute(tx, item.subjectId, outcome)) await this.queue.cancel(tx, item);
      },
      requestId,
    );
  }

  /** Transaction B: what is to be done, committed before it is. */
  private async begin(tx: Tx, item: WorkItem): Promise<Turn> {
    await this.queue.renew(tx, item, LEASE_SECONDS);
    const payment = await findPayment(tx, item.subjectId);
    invariant(payment, 'a payment that was ordered stays');
    const step = await this.stepOf(tx, payment);
    if (step.do === 'nothing') await this.queue.cancel(tx, item);
    const { first } = await secondsSinceSent(tx, payment.id);
    return { step, requestId: payment.requestId, againInSeconds: backOffSeconds(first) };
  }

  private async stepOf(tx: Tx, payment: Payment): Promise<Step> {
    const { id, status, recoveryPoint, providerReference: reference, moneyId, failure } = payment;
    if (failure !== null && reference !== null && payment.waitingFor !== null)
      return { do: 'book', outcome: { is: 'failed', failure, reference } };
    if (status !== 'pending') return { do: 'nothing' };
    if (recoveryPoint === 'result_saved' && reference !== null && moneyId !== null)
      return { do: 'book', outcome: { is: 'moved', reference, moneyId } };
    const account = await paymentAccount(tx, payment.paymentAccountId);
    const secretKey = this.secrets.open(account.sealedSecret, secretBelongsTo(tx.companyId, account.id));
    const order: Order = { companyId: tx.companyId, payment, secretKey };
    // An order that the provider has is not sent again: its key would bring the first answer for ever.
    if (reference !== null) return { do: 'find', order };
    const attempts = await markSent(tx, id, KEY_WINDOW_HOURS);
    return attempts === undefined ? { do: 'find', order } : { do: 'send', order, attempts };
  }

  private async outcomeOf(item: WorkItem, step: Exclude<Step, { do: 'nothing' }>): Promise<Outcome> {
    if (step.do === 'book') return step.outcome;
    if (step.do === 'find') return this.gateway.find(step.order);
    const outcome = await this.gateway.send(step.order, step.attempts);
    if (outcome.is !== 'unknown' || !outcome.answerKept) return outcome;
    // The key would bring this answer again and again: whether the order was made is to be seen only where orders are.
    await this.queue.extend(item, LEASE_SECONDS);
    const found = await this.gateway.find(step.order);
    return found.is === 'missing' ? outcome : found;
  }
}
