import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from '../../src/work';
import { ChildGateway, stateOf } from './child-gateway';
import { ChildServer } from './child-server';
import { CHARGE, REFUND, Till } from './payments';
import type { Treatment } from './stripe-server';
import { TestApp, TestCompany, type Answer } from './test-app';

/** What the clients know at the end, what the provider has, and what the books hold. */
export interface PaymentFindings {
  operations: number;
  kills: number;
  /** Orders at the provider by which money moved. */
  moved: number;
  /** Processes that ended by themselves. */
  crashes: number;
  /** Keys without a definitive answer in the end. */
  unanswered: string[];
  /** Keys with definitive answers that differ. */
  contradicted: string[];
  /** Payments of which the provider has more than one order. */
  twiceAtTheProvider: string[];
  /** Money that moved and is not booked, or told otherwise. */
  unbooked: string[];
  /** Payments that are booked although no money moved. */
  bookedForNothing: string[];
  pending: number;
  keysOpen: number;
}

interface Operation {
  key: string;
  path: string;
  body: object;
  answers: Answer[];
}

const LANES = 6;
const FAULTS: Treatment[] = [
  'fail_before',
  'fail_after',
  'drop_before',
  'drop_after',
  'limit',
  'twice',
  'garble',
];
const FAULT_SHARE = 0.25;
const TIME_PASSES_EVERY_MS = 1500;

/**
 * Clients charge invoices and give charges back, each under its key until they have a definitive answer, while the API, a
 * worker and the provider are killed at random and started anew, and leases run out before their time.
 */
export async function runPaymentLoad(
  app: TestApp,
  kills: number,
): Promise<{ findings: PaymentFindings; company: TestCompany; charged: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'gapless-payments-'));
  const file = join(folder, 'stripe.json');
  const till = await Till.open(app);
  const cast = await Cast.start(app.applicationUrl, file);
  const load = new Load(till, cast);
  try {
    let isOver = false;
    const passing = (async () => {
      while (!isOver) {
        await till.letTimePass();
        await delay(TIME_PASSES_EVERY_MS);
      }
    })();
    const lanes = Array.from({ length: LANES }, (_, lane) => load.lane(lane, () => isOver));
    while (cast.kills < kills) await cast.killOne();
    isOver = true;
    await Promise.all([passing, ...lanes]);
    await load.settle(cast.gatewayUrl);
    return { ...(await load.judge(file)), company: till.company };
  } finally {
    await cast.end();
    rmSync(folder, { recursive: true });
  }
}

/** The processes that are killed. */
class Cast {
  kills = 0;
  crashes = 0;

  private constructor(
    private readonly databaseUrl: string,
    private readonly file: string,
    private readonly port: number,
    private gateway: ChildGateway,
    private api: ChildServer,
    private worker: ChildServer,
  ) {}

  static async start(databaseUrl: string, file: string): Promise<Cast> {
    const faults = { share: FAULT_SHARE, treatments: FAULTS };
    const gateway = await ChildGateway.start(file, 0, faults);
    const start = (works: boolean): Promise<ChildServer> =>
      ChildServer.start(databaseUrl, environment(gateway.url, works));
    const [api, worker] = await Promise.all([start(false), start(true)]);
    return new Cast(databaseUrl, file, Number(new URL(gateway.url).port), gateway, api, worker);
  }

  get apiUrl(): string {
    return this.api.url;
  }

  get gatewayUrl(): string {
    return this.gateway.url;
  }

  /** Kills one of them, and starts its successor. */
  async killOne(): Promise<void> {
    await delay(Math.random() * 150);
    this.kills += 1;
    const victim = Math.random();
    if (victim < 0.6) return this.killGateway();
    const [before, works] = victim < 0.8 ? [this.api, false] : [this.worker, true];
    if (before.hasCrashed) this.crashes += 1;
    await before.kill();
    const successor = await ChildServer.start(this.databaseUrl, environment(this.gateway.url, works));
    if (works) this.worker = successor;
    else this.api = successor;
  }

  async end(): Promise<void> {
    await Promise.all([this.gateway.kill(), this.api.kill(), this.worker.kill()]);
  }

  private async killGateway(): Promise<void> {
    await this.gateway.kill();
    const faults = { share: FAULT_SHARE, treatments: FAULTS };
    this.gateway = await ChildGateway.start(this.file, this.port, faults);
  }
}

function environment(stripeApiUrl: string, works: boolean): Record<string, string> {
  return { STRIPE_API_URL: stripeApiUrl, WORKER_POLL_MS: '50', ...(works && { WORKS: 'yes' }) };
}

class Load {
  private readonly operations: Operation[] = [];

  constructor(
    private readonly till: Till,
    private readonly cast: Cast,
  ) {}

  /** Charges invoice after invoice; every third charge is given back in part, every fifth card is declined. */
  async lane(lane: number, isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      const { id } = await this.till.invoice();
      const paymentMethod = turn % 5 === 4 ? 'pm_card_chargeDeclined' : 'pm_card_visa';
      const charge = await this.run(
        `c-${lane}-${turn}`,
        CHARGE,
        this.till.order(id, { paymentMethod }),
        isOver,
      );
      if (charge?.status !== 201 || turn % 3 !== 0) continue;
      await this.run(
        `r-${lane}-${turn}`,
        REFUND,
        { chargeId: charge.body.id as string, amount: '21.00' },
        isOver,
      );
    }
  }

  /** Sends with one key until there is a definitive answer, and once more to hear it again. */
  private async run(
    key: string,
    path: string,
    body: object,
    isOver: () => boolean,
  ): Promise<Answer | undefined> {
    const operation: Operation = { key, path, body, answers: [] };
    this.operations.push(operation);
    while (operation.answers.length < 2 && !isOver()) {
      const answer = await this.send(this.cast.apiUrl, operation);
      if (!answer) await delay(20);
    }
    return operation.answers[0];
  }

  private async send(url: string, operation: Operation): Promise<Answer | undefined> {
    const { company } = this.till;
    const client = new TestCompany(url, company.token, company.id, '');
    const answer = await client
      .post(operation.path, operation.body, { key: operation.key })
      .catch(() => undefined);
    const isDefinitive = answer && [201, 402, 422].includes(answer.status);
    if (!isDefinitive) return undefined;
    operation.answers.push(answer);
    return answer;
  }

  /** Nobody is killed any more: a process that stays finishes what is left, and every client hears its answer. */
  async settle(stripeApiUrl: string): Promise<void> {
    const { till } = this;
    const last = await TestApp.start({ stripeApiUrl });
    try {
      for (let round = 0; round < 60 && (await till.unfinished()) > 0; round += 1) {
        await till.letTimePass();
        await last.nest.get(Worker, { strict: false }).drain();
      }
      for (const operation of this.operations) {
        for (let attempt = 0; attempt < 20; attempt += 1) if (await this.send(last.url, operation)) break;
      }
    } finally {
      await last.stop();
    }
  }

  async judge(file: string): Promise<{ findings: PaymentFindings; charged: string }> {
    const { company } = this.till;
    const { intents, refunds } = stateOf(file);
    const orders = [...intents, ...refunds];
    const movedIds = new Set(
      orders
        .filter(({ status }) => status === 'succeeded')
        .map(({ metadata }) => metadata.gapless_payment_id!),
    );
    const counts = new Map<string, number>();
    for (const { metadata } of orders) {
      const id = metadata.gapless_payment_id!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const payments = (await company.sql(
      `SELECT p.payment_id AS id, p.status, p.journal_transaction_id IS NOT NULL AS booked,
              (SELECT count(*)::int FROM provider_charges c WHERE c.payment_id = p.payment_id) AS noted FROM payments p`,
    )) as { id: string; status: string; booked: boolean; noted: number }[];
    const isBooked = ({ status, booked, noted }: (typeof payments)[number]): boolean =>
      status === 'succeeded' && booked && noted === 1;
    const sum = (amounts: { amount: number; status: string }[]): number =>
      amounts.filter(({ status }) => status === 'succeeded').reduce((total, { amount }) => total + amount, 0);
    const cents = String(sum(intents) - sum(refunds)).padStart(3, '0');
    const findings: PaymentFindings = {
      operations: this.operations.length,
      kills: this.cast.kills,
      moved: movedIds.size,
      crashes: this.cast.crashes,
      unanswered: this.operations.filter(({ answers }) => answers.length === 0).map(({ key }) => key),
      contradicted: this.operations
        .filter(({ answers }) => new Set(answers.map(({ status, text }) => `${status} ${text}`)).size > 1)
        .map(({ key }) => key),
      twiceAtTheProvider: [...counts].filter(([, count]) => count > 1).map(([id]) => id),
      unbooked: payments.filter(one => movedIds.has(one.id) && !isBooked(one)).map(({ id }) => id),
      bookedForNothing: payments
        .filter(one => !movedIds.has(one.id) && (one.booked || one.noted > 0))
        .map(({ id }) => id),
      pending: (await this.till.unfinished()) + payments.filter(({ status }) => status === 'pending').length,
      keysOpen: await company.count('idempotency_keys', 'response_status IS NULL'),
    };
    return { findings, charged: `${cents.slice(0, -2)}.${cents.slice(-2)}` };
  }
}
