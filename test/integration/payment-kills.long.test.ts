import { expectSoundItems } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { runPaymentLoad } from '../support/payment-load';
import { CHARGE, Till } from '../support/payments';
import { StripeServer } from '../support/stripe-server';
import { TcpProxy, type Passage } from '../support/tcp-proxy';
import { TestApp, TestCompany, type Answer } from '../support/test-app';

const MINUTE = 60_000;

type Condition = (passage: Passage) => boolean;
const sending =
  (text: string): Condition =>
  ({ direction, text: bytes }) =>
    direction === 'request' && bytes.includes(text);
const replyTo =
  (text: string): Condition =>
  ({ direction, request }) =>
    direction === 'reply' && request.includes(text);
/** The COMMIT of the transaction that stores the answer. */
const commitOfResult = (direction: Passage['direction']): Condition => {
  let storing: object | undefined;
  return passage => {
    if (passage.direction === 'request' && passage.text.includes('idempotency_finish'))
      storing = passage.connection;
    if (passage.connection !== storing) return false;
    return (
      passage.direction === direction &&
      (direction === 'request' ? passage.text : passage.request).includes('COMMIT')
    );
  };
};

/** @invariant INV-05 @invariant INV-04 */
describe('a server that is killed with SIGKILL while money moves', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let stripe: StripeServer;
  let till: Till;
  let invoiceId: string;
  beforeAll(async () => {
    const database = await workerDatabase();
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    proxy = await TcpProxy.start(database.applicationUrl);
  });
  afterAll(async () => {
    await proxy.stop();
    await app.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    proxy.judge = () => 'forward';
    stripe.beforeOrder = stripe.beforeAnswer = undefined;
    till = await Till.open(app);
    invoiceId = (await till.invoice()).id;
  });
  const post = (url: string): Promise<Answer> =>
    new TestCompany(url, till.company.token, till.company.id, app.applicationUrl).post(
      CHARGE,
      till.order(invoiceId),
      { key: 'k' },
    );
  const ours = () => stripe.intents.filter(({ metadata }) => metadata.gapless_company_id === till.company.id);

  /** Sends the charge through a server of its own that is killed where `arm` says. */
  async function killed(arm: (kill: () => Promise<void>) => void): Promise<void> {
    const server = await ChildServer.start(proxy.url, {
      DATABASE_PREPARED_STATEMENTS: 'off',
      STRIPE_API_URL: stripe.url,
    });
    let kills = 0;
    arm(async () => {
      kills += 1;
      await server.kill();
    });
    await expect(post(server.url)).rejects.toThrow('fetch failed');
    expect(kills).toBe(1);
    proxy.judge = () => 'forward';
    stripe.beforeOrder = stripe.beforeAnswer = undefined;
  }

  /** The database ends the sessions of a client that is gone. */
  async function expectOnceInTheEnd(): Promise<void> {
    await till.work();
    const retry = await post(app.url);
    expect([retry.status, retry.body.status]).toEqual([201, 'succeeded']);
    expect((await post(app.url)).text).toBe(retry.text);
    expect(ours().map(({ status }) => status)).toEqual(['succeeded']);
    expect(await till.company.sql('SELECT status, recovery_point FROM payments')).toEqual([
      { status: 'succeeded', recovery_point: 'finished' },
    ]);
    expect([await till.postings(), await till.unfinished()]).toEqual([1, 0]);
    expect(await till.company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
    await expectSoundItems(till.company);
    await expectSoundBooks(till.company);
  }

  const phase = async (): Promise<string | undefined> =>
    ((await till.company.sql('SELECT recovery_point AS phase FROM payments')) as { phase: string }[])[0]
      ?.phase;

  it.each<[string, () => Condition, string | undefined]>([
    ['as it commits the order', () => sending('idempotency_begin'), undefined],
    ['when the order is committed', () => replyTo('idempotency_begin'), 'intent_saved'],
    [
      'as it takes the lease',
      () => sending('SET leased_until = clock_timestamp() + make_interval(secs => $1)'),
      'intent_saved',
    ],
    ['as it notes that it sends', () => sending(`recovery_point = 'call_sent'`), 'intent_saved'],
    ['with the answer, before it writes', () => sending('SAVEPOINT before_booking'), 'call_sent'],
    ['as it notes the charge', () => sending('INSERT INTO provider_charges'), 'call_sent'],
    ['as it posts', () => sending('INSERT INTO journal_transactions'), 'call_sent'],
    ['as it stores the answer', () => sending('idempotency_finish'), 'call_sent'],
    ['when the answer is stored, before COMMIT', () => replyTo('idempotency_finish'), 'call_sent'],
    ['as it sends COMMIT', () => commitOfResult('request'), 'call_sent'],
    ['after COMMIT, before it answers', () => commitOfResult('reply'), 'finished'],
  ])('%s', async (_, makeCondition, expected) => {
    const condition = makeCondition();
    await killed(kill => {
      let isDone = false;
      proxy.judge = async passage => {
        if (isDone || !condition(passage)) return 'forward';
        isDone = true;
        await kill();
        return 'cut';
      };
    });
    expect(await phase()).toBe(expected);
    await expectOnceInTheEnd();
  });

  it.each([
    ['as the order reaches the provider', 'beforeOrder' as const, 0],
    ['when the provider has done it', 'beforeAnswer' as const, 1],
  ])('%s', async (_, moment, orders) => {
    await killed(kill => {
      stripe[moment] = kill;
    });
    expect(await phase()).toBe('call_sent');
    // What was sent is done, whether anybody is there to hear of it or not.
    expect(ours().length).toBeGreaterThanOrEqual(orders);
    await expectOnceInTheEnd();
  });
});

describe('two hundred kills of API, worker and provider at random', () => {
  it(
    'one charge a key at the provider, one payment in the books, nothing pending at the end',
    async () => {
      const app = await TestApp.start();
      const { findings, company, charged } = await runPaymentLoad(app, 200);
      const { kills, operations, moved, ...violations } = findings;
      expect(violations).toEqual({
        crashes: 0,
        unanswered: [],
        contradicted: [],
        twiceAtTheProvider: [],
        unbooked: [],
        bookedForNothing: [],
        pending: 0,
        keysOpen: 0,
      });
      expect(kills).toBeGreaterThanOrEqual(200);
      expect(operations).toBeGreaterThan(100);
      expect(moved).toBeGreaterThan(50);
      const [{ clearing }] = (await company.sql(
        `SELECT coalesce(sum(e.debit - e.credit), 0)::numeric(12, 2)::text AS clearing
           FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE a.code = '273'`,
      )) as [{ clearing: string }];
      expect(clearing).toBe(charged);
      await expectSoundItems(company);
      await expectSoundBooks(company);
      await app.stop();
    },
    45 * MINUTE,
  );
});
