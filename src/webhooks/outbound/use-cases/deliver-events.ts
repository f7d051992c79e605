import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import { auditRows } from '../../../audit';
import { settledSequence } from '../../../outbox';
import { UnitOfWork, type Tx } from '../../../platform/database';
import { Metrics } from '../../../platform/metrics';
import { SecretBox } from '../../../platform/secrets';
import { Worker, WorkQueue, type WorkItem } from '../../../work';
import {
  addDeliveries,
  dueDeliveries,
  eventHeadsAfter,
  recordResults,
  type DeliveryResult,
  type DueDelivery,
} from '../data/deliveries';
import {
  LANE,
  lockSubscription,
  pauseSubscription,
  resumeSubscription,
  secondsUntilDue,
  updateSubscription,
} from '../data/subscriptions';
import {
  DeliverySettings,
  outcomeOf,
  pauseSeconds,
  retryInSeconds,
  type Attempt,
  type Outcome,
} from '../domain/delivery';
import { messageBody } from '../domain/event-message';
import { wants } from '../domain/event-names';
import type { Subscription } from '../domain/subscription';
import { WebhookSender } from '../sending/webhook-sender';
import { secretOf } from './create-subscription';

const LEASE_SECONDS = 60;
/** New attempts begin only so long, so that the last is over and written well within the lease. */
const SENDING_MS = 30_000;
/** How many lanes one process runs at a time: so many receivers may hang before others wait for them. */
const LANES_AT_ONCE = 32;
/** How many of them may be one company's, so that its slow receivers make its own wait before they make others'. */
const LANES_OF_COMPANY = 8;
const SENDS_AT_ONCE = 8;
const MOST_PER_TURN = 200;
/** An idle lane is woken by the next event; that it looks by itself now and then is for what nobody thought of. */
const IDLE_SECONDS = 3600;
/** An event is being written: it is looked for again, as its transaction saw a lane that was awake. */
const BUSY_SECONDS = 0.5;

interface Tried {
  delivery: DueDelivery;
  attempt: Attempt;
  outcome: Outcome;
}

/**
 * Tells the receivers their events. One turn of a lane: takes up new events and what is due, in one transaction; sends it with
 * no transaction open; writes what came of it and when the lane is due again, in another. A process that dies in between
 * leaves the events to be sent once more, under the same ids.
 */
@Injectable()
export class DeliverEvents implements OnModuleInit {
  private readonly deliveries: Counter<'outcome'>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly worker: Worker,
    private readonly queue: WorkQueue,
    private readonly sender: WebhookSender,
    private readonly secrets: SecretBox,
    private readonly settings: DeliverySettings,
    { registry }: Metrics,
  ) {
    this.deliveries = new Counter({
      name: 'gapless_webhook_deliveries_total',
      help: 'Attempts to deliver an event, by what came of them: delivered, retry, failed, gone (the receiver wants no more)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    this.worker.register({
      kind: LANE,
      leaseSeconds: LEASE_SECONDS,
      atOnce: LANES_AT_ONCE,
      ofCompany: LANES_OF_COMPANY,
      run: item => this.run(item),
    });
  }

  private async run(item: WorkItem): Promise<void> {
    const { companyId } = item;
    const batch = await this.unitOfWork.run(companyId, 'write', tx => take(tx, item.subjectId));
    const tried = batch === undefined ? [] : await this.sendAll(companyId, batch);
    await this.unitOfWork.run(companyId, 'write', tx =>
      this.finish(tx, item, tried, batch?.subscription.url),
    );
    for (const { outcome } of tried) this.deliveries.inc({ outcome });
  }

  private async sendAll(companyId: string, { subscription, due }: Batch): Promise<Tried[]> {
    if (due.length === 0) return [];
    const { id, url, sealedSecret } = subscription;
    const secret = this.secrets.open(sealedSecret!, secretOf(companyId, id));
    const tried: Tried[] = [];
    const begun = performance.now();
    const waiting = [...due];
    const isOver = (): boolean =>
      performance.now() - begun > SENDING_MS ||
      tried.some(({ outcome }) => outcome === 'gone') ||
      tried.every(({ attempt }) => attempt.status === null);
    const sendNext = async (): Promise<void> => {
      const delivery = waiting.shift()!;
      const body = bodyOf(companyId, delivery);
      const attempt = await this.sender.send({ url, secret, id: delivery.eventId, body });
      tried.push({ delivery, attempt, outcome: outcomeOf(attempt, delivery.attempts, this.settings) });
    };
    const sendOneByOne = async (): Promise<void> => {
      while (waiting.length > 0 && !isOver()) await sendNext();
    };
    // Alone: whoever does not answer is waited for once, not several times at once.
    await sendNext();
    await Promise.all(Array.from({ length: SENDS_AT_ONCE }, sendOneByOne));
    return tried;
  }

  /** @param url what the attempts were made at; the subscription may have another one by now */
  private async finish(tx: Tx, item: WorkItem, tried: Tried[], url: string | undefined): Promise<void> {
    const results = tried.map(each => this.resultOf(each));
    const [subscription] = await Promise.all([
      lockSubscription(tx, item.subjectId),
      results.length > 0 && recordResults(tx, results),
    ]);
    if (!subscription?.isActive) return this.queue.done(tx, item);
    if (subscription.url === url && tried.some(({ outcome }) => outcome === 'gone')) {
      await disable(tx, subscription);
      return this.queue.done(tx, item);
    }
    await this.pauseOrResume(tx, subscription, tried);
    // Last here, yet the fence: when the lease is lost it throws, and nothing of this transaction is written.
    const sleep = await sleepSeconds(tx, subscription.id);
    const hasTold = tried.some(({ outcome }) => outcome === 'delivered');
    await this.queue.again(tx, item, hasTold ? Math.min(sleep, this.settings.lingerSeconds) : sleep);
  }

  private resultOf({ delivery: { id, attempts }, attempt, outcome }: Tried): DeliveryResult {
    const isDelivered = outcome === 'delivered';
    const error = isDelivered ? null : attempt.error;
    return {
      id,
      attempts,
      isDelivered,
      error,
      retryInSeconds: retryInSeconds(outcome, attempts, this.settings),
    };
  }

  /** A receiver that took nothing of a turn is left alone for a while: it would hold a lane that others wait for. */
  private async pauseOrResume(tx: Tx, { id, failedTurns }: Subscription, tried: Tried[]): Promise<void> {
    const hasTaken = tried.some(({ outcome }) => outcome === 'delivered');
    if (hasTaken && failedTurns > 0) await resumeSubscription(tx, id);
    if (hasTaken || tried.length === 0) return;
    await pauseSubscription(tx, id, failedTurns + 1, pauseSeconds(failedTurns + 1, this.settings));
  }
}

/** What a turn sends. */
interface Batch {
  subscription: Subscription;
  due: DueDelivery[];
}

/** Takes up the events since the last turn, and what is due of all; undefined when nothing is to be sent any more. */
async function take(tx: Tx, subscriptionId: string): Promise<Batch | undefined> {
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription?.isActive) return undefined;
  const events = await eventHeadsAfter(tx, subscription.lastSequence, MOST_PER_TURN);
  const wanted = events.filter(({ type }) => wants(subscription.events, type));
  const last = events.at(-1);
  // Sent together, and done in this order: what is new is due as well.
  const [, due] = await Promise.all([
    last && addDeliveries(tx, subscriptionId, wanted, last.sequence),
    subscription.isPaused ? [] : dueDeliveries(tx, subscriptionId, MOST_PER_TURN),
  ]);
  return { subscription, due };
}

/** How long the lane may sleep without missing anything. */
async function sleepSeconds(tx: Tx, subscriptionId: string): Promise<number> {
  const latest = await settledSequence(tx);
  if (latest === undefined) return BUSY_SECONDS;
  const seconds = await secondsUntilDue(tx, subscriptionId, latest);
  return seconds === null ? IDLE_SECONDS : Math.max(0, seconds);
}

/** The receiver answered 410: it wants no more, until somebody makes the subscription active again. */
async function disable(tx: Tx, subscription: Subscription): Promise<void> {
  await updateSubscription(tx, { ...subscription, isActive: false });
  await tx.insert(
    auditRows(tx, {
      action: 'webhook_subscription.disabled',
      entity: 'webhook_subscription',
      entityId: subscription.id,
      diff: { isActive: false, reason: 'the receiver answered 410' },
    }),
  );
}

function bodyOf(companyId: string, { eventId, eventType, sequence, timestamp, data }: DueDelivery): string {
  return messageBody({ id: eventId, type: eventType, timestamp, companyId, sequence, data: data ?? '{}' });
}
