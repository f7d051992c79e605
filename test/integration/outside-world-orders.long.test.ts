import { Housekeeping } from '../../src/housekeeping';
import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { workerDatabase } from '../support/database';
import { Sender } from '../support/inbound';
import { mailSettings, SEND, workers } from '../support/mail';
import { Till, type PaymentAnswer } from '../support/payments';
import { Payouts, payoutRow } from '../support/payouts';
import { Receiver, workUntil } from '../support/receiver';
import { atOnce, outcome, SALES_NOW } from '../support/sales';
import { TestSmtpServer } from '../support/smtp-server';
import { StripeServer, type StoredIntent, type Treatment } from '../support/stripe-server';
import { TcpProxy } from '../support/tcp-proxy';
import { TestApp, type Answer } from '../support/test-app';

const DAY_MS = 24 * 3600 * 1000;
const SUCCEEDED = 'payment_intent.succeeded';

/** What came of an event, in short. */
function told({ status, body }: Answer): string {
  const { error, ...received } = body as {
    error?: { reason: string };
    status: string;
    duplicate: boolean;
  };
  if (error) return `${status} ${error.reason}`;
  return `${status} ${received.status}${received.duplicate ? ', told before' : ''}`;
}

/** Rows in the books, and what reached those outside. */
interface World {
  payments: number;
  transactions: number;
  entries: number;
  paidInvoices: number;
  events: number;
  emails: number;
  ordersAtTheProvider: number;
  messagesAtTheReceiver: number;
  lettersAtTheMailServer: number;
}

const COUNTS = `
  SELECT (SELECT count(*)::int FROM payments WHERE status = 'succeeded') AS payments,
         (SELECT count(*)::int FROM journal_transactions) AS transactions,
         (SELECT count(*)::int FROM journal_entries) AS entries,
         (SELECT count(*)::int FROM events) AS events,
         (SELECT count(*)::int FROM emails) AS emails`;

/** @invariant INV-05 */
describe('one event of a payment, told again and again', () => {
  let proxy: TcpProxy;
  let stripe: StripeServer;
  let mail: TestSmtpServer;
  let app: TestApp;
  let receiver: Receiver;
  let till: Till;
  let sender: Sender;
  let intent: StoredIntent;
  beforeAll(async () => {
    proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    [stripe, mail] = await Promise.all([StripeServer.start(), TestSmtpServer.start()]);
    app = await TestApp.start({
      databaseUrl: proxy.url,
      preparesStatements: false,
      stripeApiUrl: stripe.url,
      ...mailSettings(mail),
    });
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([proxy.stop(), stripe.stop(), mail.stop()]);
  });

  /** An invoice that was sent to its buyer, and a charge of it that the provider settles: nobody but the event tells so. */
  beforeEach(async () => {
    app.clock.instant = undefined;
    mail.reset();
    receiver = await Receiver.start();
    till = await Till.open(app);
    sender = await Sender.of(till.company);
    await till.company.ok('webhooks/subscriptions/create', { url: receiver.url, events: ['*'] });
    const { id } = await till.invoice();
    await till.company.ok(SEND, { id, to: 'buyer@example.com' });
    const { status, body } = await till.charge(id, { paymentMethod: 'pm_slow' });
    expect([status, body.status]).toEqual([202, 'pending']);
    intent = stripe.settle((body as PaymentAnswer).providerReference as string);
  });
  afterEach(async () => {
    proxy.judge = () => 'forward';
    await receiver.stop();
  });

  const tell = (id = 'evt_1'): Promise<Answer> =>
    sender.tell(SUCCEEDED, intent, { id, at: Math.floor(now() / 1000) });
  const now = (): number => app.clock.now().getTime();

  /** Everything that the workers have to do is done before it is counted. */
  async function world(): Promise<World> {
    const [rows] = (await till.company.sql(COUNTS)) as [Omit<World, 'paidInvoices'>];
    await workUntil(app, () => receiver.received.length >= rows.events);
    await workers(app);
    const paid = { filter: [{ field: 'paymentStatus', op: 'eq', value: 'paid' }] };
    const { total } = (await till.company.ok('sales/invoices/list', paid)) as { total: number };
    const orders = stripe.intents.filter(({ metadata }) => metadata.gapless_company_id === till.company.id);
    return {
      ...rows,
      paidInvoices: total,
      ordersAtTheProvider: orders.length,
      messagesAtTheReceiver: receiver.received.length,
      lettersAtTheMailServer: mail.received.length,
    };
  }

  /** Before the event: issued and sent, and not paid. */
  const BEFORE: World = {
    payments: 0,
    transactions: 1,
    entries: 3,
    paidInvoices: 0,
    events: 2,
    emails: 1,
    ordersAtTheProvider: 1,
    messagesAtTheReceiver: 2,
    lettersAtTheMailServer: 1,
  };
  /** Paid, once, and told, once. */
  const AFTER: World = {
    ...BEFORE,
    payments: 1,
    transactions: 2,
    entries: 5,
    paidInvoices: 1,
    events: 3,
    messagesAtTheReceiver: 3,
  };

  async function expectRemembered(...expected: [id: string, duplicates: number][]): Promise<void> {
    expect(
      (await sender.remembered()).map(({ externalId, status, duplicates }) => [
        externalId,
        status,
        duplicates,
      ]),
    ).toEqual(expected.map(([id, duplicates]) => [id, 'processed', duplicates]));
    await expectSoundBooks(till.company);
    await expectSoundItems(till.company);
  }

  it('twice, then twenty times at once, then forty days later, then under another id: it counts once', async () => {
    expect(await world()).toEqual(BEFORE);
    expect(told(await tell())).toBe('200 processed');
    expect(await world()).toEqual(AFTER);
    expect(told(await tell())).toBe('200 processed, told before');
    expect(await world()).toEqual(AFTER);
    expect((await atOnce(20, () => tell())).map(told)).toEqual(
      Array<string>(20).fill('200 processed, told before'),
    );
    expect(await world()).toEqual(AFTER);
    app.clock.instant = new Date(now() + 40 * DAY_MS);
    await app.nest.get(Housekeeping).purgeAnswers();
    expect(told(await tell())).toBe('200 processed, told before');
    expect(await world()).toEqual(AFTER);
    expect(told(await tell('evt_2'))).toBe('200 processed');
    expect(await world()).toEqual(AFTER);
    await expectRemembered(['evt_1', 22], ['evt_2', 0]);
  });

  it('twenty times at once before anybody knew it: one applies it, the others are duplicates', async () => {
    const untilTaken = async (): Promise<Answer> => {
      const answer = await tell();
      return answer.status === 503 ? untilTaken() : answer;
    };
    const answers = (await atOnce(20, untilTaken)).map(told);
    expect(answers.sort()).toEqual([
      '200 processed',
      ...Array<string>(19).fill('200 processed, told before'),
    ]);
    expect(await world()).toEqual(AFTER);
    await expectRemembered(['evt_1', 19]);
  });

  it('while the database is away: 503, and it counts when the sender comes again', async () => {
    proxy.judge = () => 'cut';
    proxy.cutAll();
    expect(told(await tell())).toBe('503 temporarily_unavailable');
    proxy.judge = () => 'forward';
    expect(await world()).toEqual(BEFORE);
    expect(told(await tell())).toBe('200 processed');
    expect(told(await tell())).toBe('200 processed, told before');
    expect(await world()).toEqual(AFTER);
    await expectRemembered(['evt_1', 1]);
  });

  it('when COMMIT was done and its answer was lost: 503, and the next time it is a duplicate', async () => {
    let connection: object | undefined;
    let isCut = false;
    proxy.judge = passage => {
      if (passage.direction === 'request' && passage.text.includes('INSERT INTO inbound_events'))
        connection = passage.connection;
      if (isCut || passage.connection !== connection) return 'forward';
      isCut = passage.direction === 'reply' && passage.request.includes('COMMIT');
      return isCut ? 'cut' : 'forward';
    };
    expect(told(await tell())).toBe('503 temporarily_unavailable');
    expect(isCut).toBe(true);
    expect(told(await tell())).toBe('200 processed, told before');
    expect(await world()).toEqual(AFTER);
    await expectRemembered(['evt_1', 1]);
  });
});

type Step = 'event' | 'payout' | 'file';
const ORDERS: Step[][] = [
  ['event', 'payout', 'file'],
  ['event', 'file', 'payout'],
  ['payout', 'event', 'file'],
  ['payout', 'file', 'event'],
  ['file', 'event', 'payout'],
  ['file', 'payout', 'event'],
];

/** @invariant INV-05 */
describe('a charge, its event, its payout and the file of that settle the invoice once', () => {
  const AT = Date.parse(SALES_NOW) / 1000;
  const ARRIVES = Date.parse('2026-10-06T00:00:00Z') / 1000;
  let stripe: StripeServer;
  let app: TestApp;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(async () => {
    await app.stop();
    await stripe.stop();
  });

  /** What the provider tells, each time the same. */
  async function openTill(
    treatment: Treatment,
  ): Promise<{ till: Till; steps: Record<Step, () => Promise<string>> }> {
    const till = await Till.open(app);
    const bank = await Bank.of(till.company);
    const payouts = new Payouts(till.company, bank.accountId);
    const sender = await Sender.of(till.company);
    const { id, fullNumber } = await till.invoice();
    stripe.treatments.push(treatment);
    expect((await till.charge(id)).status).toBe(treatment === 'well' ? 201 : 202);
    const intent = stripe.intents.at(-1)!;
    const payout = { id: 'po_1', amount: 11_850, currency: 'eur', arrival_date: ARRIVES, automatic: true };
    const charge = intent.latest_charge!;
    const rows = [{ gross: '121.00', fee: '2.50', charge, description: fullNumber! }, payoutRow('118.50')];
    return {
      till,
      steps: {
        event: async () => told(await sender.tell(SUCCEEDED, intent, { id: 'evt_pi', at: AT })),
        payout: async () => told(await sender.tell('payout.paid', payout, { id: 'evt_po', at: AT })),
        file: async () => {
          await payouts.imported(rows);
          const { rows: found } = (await till.company.ok('bank/settlements/list')) as {
            rows: [{ id: string }];
          };
          return outcome(await payouts.tryPost(found[0].id));
        },
      },
    };
  }

  async function expectSettledOnce({ company }: Till): Promise<void> {
    // Nothing waits on the provider's account (273) and nothing is receivable (2410): both would be listed.
    expect(await balances(company)).toEqual({
      '271': '118.50',
      '4492': '-21.00',
      '5001': '-100.00',
      '6208': '2.50',
    });
    expect(await openAmounts(company)).toEqual({});
    expect(await company.sql(`SELECT type, count(*)::int AS n FROM events GROUP BY 1 ORDER BY 1`)).toEqual(
      expect.arrayContaining([
        { type: 'sale_invoice.paid', n: 1 },
        { type: 'settlement.imported', n: 1 },
        { type: 'settlement.posted', n: 1 },
      ]),
    );
    expect(await company.sql('SELECT status, money_id IS NOT NULL AS moved FROM payments')).toEqual([
      { status: 'succeeded', moved: true },
    ]);
    expect(await company.count('provider_charges')).toBe(1);
    expect(
      await company.count(
        'journal_entries',
        `account_id = (SELECT account_id FROM accounts WHERE code = '6208')`,
      ),
    ).toBe(1);
    await expectSoundItems(company);
    await expectSoundBooks(company);
  }

  describe.each<[string, Treatment]>([
    ['when the charge was answered:', 'well'],
    ['when nobody knows what became of the charge:', 'garble'],
  ])('%s', (_, treatment) => {
    it.each(ORDERS)('%s, %s, %s', async (...order) => {
      const { till, steps } = await openTill(treatment);
      const isOpened = order.indexOf('payout') < order.indexOf('file');
      for (const step of order) {
        const first = {
          event: '200 processed',
          payout: `200 ${isOpened ? 'processed' : 'ignored'}`,
          file: '200',
        };
        expect(await steps[step]()).toBe(first[step]);
      }
      await expectSettledOnce(till);
      for (const step of order) {
        const again = { event: /told before/, payout: /told before/, file: /^409 settlement_posted/ };
        expect(await steps[step]()).toMatch(again[step]);
      }
      await till.work();
      await expectSettledOnce(till);
    });
  });
});
