import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedServer, type EmbeddedServer } from '../../src/platform/database/embedded';
import { migrate } from '../../src/platform/database/migrator';
import { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';
import { expectSoundBooks, issuedNumbers } from '../support/books';
import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { Front } from '../support/front';
import { Sender } from '../support/inbound';
import { Till, type PaymentAnswer } from '../support/payments';
import { Receiver } from '../support/receiver';
import { atOnce, outcome, Sales } from '../support/sales';
import { StripeServer } from '../support/stripe-server';
import { OPERATOR_TOKEN, TestApp, TestCompany, type Answer } from '../support/test-app';
import { WebhookWorker } from '../support/webhook-workers';

const MINUTE = 60_000;
const ROOT = join(__dirname, '../..');

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + MINUTE;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`it never came true: ${String(isSo)}`);
    await delay(20);
  }
}

describe('two API processes and two workers on one database', () => {
  let applicationUrl: string;
  let apis: ChildServer[];
  let background: WebhookWorker[];
  let front: Front;
  let receiver: Receiver;
  beforeAll(async () => {
    ({ applicationUrl } = await workerDatabase());
    apis = await Promise.all(
      [1, 2].map(() => ChildServer.start(applicationUrl, { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' })),
    );
    background = await Promise.all(
      [1, 2].map(() => WebhookWorker.start(applicationUrl, new DeliverySettings())),
    );
    [front, receiver] = await Promise.all([Front.before(apis.map(({ port }) => port)), Receiver.start()]);
  }, MINUTE);
  afterAll(async () => {
    await Promise.all([front.stop(), receiver.stop()]);
    await Promise.all([...apis, ...background].map(process => process.kill()));
    expect(apis.map(({ hasCrashed }) => hasCrashed)).toEqual([false, false]);
  });

  /** Sends as often as it is told to come again. */
  async function settled(sales: Sales, url: string, key: string): Promise<Answer> {
    const there = new Sales(new TestCompany(url, sales.company.token, sales.company.id, ''), sales.partnerId);
    for (;;) {
      const answer = await there.tryIssue({}, key);
      if (!answer.headers.has('retry-after')) return answer;
      await delay(50);
    }
  }

  it(
    'a hundred clients send one key to both: one invoice, one event, one answer',
    async () => {
      const app = await TestApp.start();
      const sales = await Sales.of(await app.company());
      const { company } = sales;
      await company.ok('webhooks/subscriptions/create', { url: receiver.url, events: ['*'] });
      await app.stop();

      const answers = await atOnce(100, n => settled(sales, apis[n % 2]!.url, 'one-order'));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(201);
      // The one that did it, and whoever waited for it in the same process, got the answer first-hand.
      const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length;
      expect(replays).toBeGreaterThanOrEqual(49);
      expect(await issuedNumbers(company)).toEqual([1]);
      expect([await company.count('journal_transactions'), await company.count('events')]).toEqual([1, 1]);
      await until(() => company.count('webhook_deliveries', `status = 'delivered'`).then(n => n === 1));
      expect(receiver.received).toHaveLength(1);
      await expectSoundBooks(company);
    },
    2 * MINUTE,
  );

  /** Tells a story of scripts/ through the front. */
  async function told(script: string): Promise<{ status: number; text: string }> {
    const entry = ['--require', join(ROOT, 'test/support/register-typescript.mjs'), join(ROOT, script)];
    const child = spawn(process.execPath, ['--no-warnings', ...entry], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, GAPLESS_URL: front.url, OPERATOR_TOKEN, ISAF_XSD: 'not here' },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += String(chunk)));
    const [status] = (await once(child, 'close')) as [number];
    return { status, text };
  }

  it(
    'npm run demo: all its steps',
    async () => {
      const { status, text } = await told('scripts/demo.ts');
      expect([status, status === 0 || text]).toEqual([0, true]);
      const promised = [
        '201: Idempotent-Replayed: true, same bytes: true',
        '422 idempotency_key_reuse',
        'documents made: 1',
        'consecutive: true',
        'refusals that name the one invoice in existingId: 19',
        '422 over_credit',
        'balanced: true',
        'missing [], duplicates []',
      ];
      for (const line of promised) expect(text).toContain(line);
      expect([...front.connections.keys()].sort()).toEqual(apis.map(({ port }) => port).sort());
    },
    2 * MINUTE,
  );

  it(
    'npm run demo:webhooks: all its promises',
    async () => {
      const { status, text } = await told('scripts/demo-webhooks.ts');
      expect([status, status === 0 || text]).toEqual([0, true]);
      expect(text.match(/^yes {2}.*$/gm)).toHaveLength(8);
    },
    2 * MINUTE,
  );
});

/** @invariant INV-05 */
describe('a database server that is stopped', () => {
  let dataDir: string;
  let server: EmbeddedServer;
  let stripe: StripeServer;
  let app: TestApp;
  let api: ChildServer;
  const start = async (): Promise<void> => {
    server = await startEmbeddedServer({ dataDir, log: () => undefined });
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gapless-stopped-'));
    [stripe] = await Promise.all([StripeServer.start(), start()]);
    await migrate(server.ownerUrl, 'gapless_app');
    app = await TestApp.start({ databaseUrl: server.applicationUrl, stripeApiUrl: stripe.url });
    // A process of its own: in Jest's sandbox, what Node throws when a connection is refused is no `Error`.
    api = await ChildServer.start(server.applicationUrl);
  }, MINUTE);
  afterAll(async () => {
    await api.kill();
    await app.stop();
    await Promise.all([server.stop(), stripe.stop()]);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  it(
    'an event of a payment is answered 503, and counts when the sender comes again',
    async () => {
      const till = await Till.open(app);
      const sender = await Sender.of(till.company);
      const { id } = await till.invoice();
      const { body } = await till.charge(id, { paymentMethod: 'pm_slow' });
      const intent = stripe.settle((body as PaymentAnswer).providerReference as string);
      const tell = (): Promise<Answer> => sender.tell('payment_intent.succeeded', intent, { url: api.url });

      await server.stop();
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(outcome(await tell())).toBe('503 temporarily_unavailable');
      }
      await start();
      const taken = await tell();
      expect([taken.status, taken.body]).toMatchObject([200, { status: 'processed', duplicate: false }]);
      const again = await tell();
      expect([again.status, again.body]).toMatchObject([200, { status: 'processed', duplicate: true }]);
      expect(await till.get((body as PaymentAnswer).id)).toMatchObject({ status: 'succeeded' });
      expect([await till.postings(), await till.company.count('provider_charges')]).toEqual([1, 1]);
      expect(await till.company.count('events', `type = 'sale_invoice.paid'`)).toBe(1);
      expect(api.hasCrashed).toBe(false);
      await expectSoundBooks(till.company);
    },
    2 * MINUTE,
  );
});
