import { EMAIL_WORK, SendEmail } from '../../src/mail';
import { LeaseLost, WorkQueue } from '../../src/work';
import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { MAIL_FROM, mailSettings, SEND, timePasses, workers } from '../support/mail';
import { outcome, Sales } from '../support/sales';
import { TestSmtpServer, type ReceivedMessage } from '../support/smtp-server';
import { TcpProxy, type Passage, type Verdict } from '../support/tcp-proxy';
import { TestApp, TestCompany, type Answer } from '../support/test-app';

/** Where an operation stands still when its process is killed: at a statement, at the COMMIT after it, or at the mail server. */
interface Point {
  sends?: string;
  hasCommitted?: string;
  smtp?: 'recipient' | 'message';
}

/** What it must come to; `whileHeld`: nobody may touch it before the lease of the dead process has run out. */
interface Case {
  name: string;
  dies: Point;
  whileHeld: boolean;
  endsBy: 'retry' | 'worker';
  status: 'sent' | 'unknown';
  messages: number;
}

const SENDING = `SET status = 'sending'`;
const CASES: Case[] = [
  {
    name: 'the attachment is written, and nothing is begun',
    dies: { sends: 'INSERT INTO file_chunks' },
    whileHeld: false,
    endsBy: 'retry',
    status: 'sent',
    messages: 1,
  },
  {
    name: 'the beginning is committed',
    dies: { hasCommitted: 'idempotency_begin' },
    whileHeld: false,
    endsBy: 'retry',
    status: 'sent',
    messages: 1,
  },
  {
    name: 'the lease is taken',
    dies: { hasCommitted: 'SET leased_until' },
    whileHeld: true,
    endsBy: 'worker',
    status: 'sent',
    messages: 1,
  },
  {
    name: 'the attachment is read',
    dies: { sends: 'FROM file_chunks' },
    whileHeld: true,
    endsBy: 'worker',
    status: 'sent',
    messages: 1,
  },
  {
    name: 'it says that the dialogue begins',
    dies: { sends: SENDING },
    whileHeld: true,
    endsBy: 'retry',
    status: 'sent',
    messages: 1,
  },
  {
    name: 'it is committed that the dialogue begins',
    dies: { hasCommitted: SENDING },
    whileHeld: true,
    endsBy: 'retry',
    status: 'unknown',
    messages: 0,
  },
  {
    name: 'the mail server is told the recipient',
    dies: { smtp: 'recipient' },
    whileHeld: true,
    endsBy: 'worker',
    status: 'unknown',
    messages: 0,
  },
  {
    name: 'the mail server has the message and has not said so',
    dies: { smtp: 'message' },
    whileHeld: true,
    endsBy: 'worker',
    status: 'unknown',
    messages: 1,
  },
  {
    name: 'the mail server has said so, and the result is written',
    dies: { sends: 'SET status = $3' },
    whileHeld: true,
    endsBy: 'retry',
    status: 'unknown',
    messages: 1,
  },
  {
    name: 'the result is committed',
    dies: { hasCommitted: 'idempotency_finish' },
    whileHeld: false,
    endsBy: 'retry',
    status: 'sent',
    messages: 1,
  },
];

/** One operation of a company of its own, to a recipient of its own. */
interface Operation {
  company: TestCompany;
  invoiceId: string;
  recipient: string;
}

/** @invariant INV-04 */
describe('e-mails and processes that die', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let smtp: TestSmtpServer;
  let operations: Operation[];
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    app = await TestApp.start(mailSettings(smtp));
    operations = await Promise.all(CASES.map((_, index) => begin(`buyer${index}@example.com`)));
    await dieTogether();
  }, 90_000);
  afterAll(async () => {
    await app.stop();
    await proxy.stop();
    await smtp.stop();
  });

  async function begin(recipient: string): Promise<Operation> {
    const sales = await Sales.of(await app.company(), { email: recipient });
    return { company: sales.company, invoiceId: (await sales.issued()).id, recipient };
  }

  const send = (url: string, { company, invoiceId }: Operation): Promise<Answer> =>
    new TestCompany(url, company.token, company.id, app.applicationUrl).post(
      SEND,
      { id: invoiceId },
      { key: 'k' },
    );

  /** All operations in one process, which is killed with SIGKILL when each of them stands where it is to stand. */
  async function dieTogether(): Promise<void> {
    const server = await ChildServer.start(proxy.url, {
      DATABASE_PREPARED_STATEMENTS: 'off',
      SMTP_URL: smtp.url,
      MAIL_FROM,
    });
    const stops = operations.map(() => awaited<void>());
    const { promise: killed, resolve: release } = awaited<'cut'>();
    const standStill = (index: number): Promise<'cut'> => {
      stops[index]!.resolve();
      return killed;
    };
    proxy.judge = judgeOf(standStill);
    const atMailServer = (step: Point['smtp']) => (address: string | undefined) => {
      const index = operations.findIndex(({ recipient }) => recipient === address);
      return CASES[index]?.dies.smtp === step
        ? standStill(index).then(() => 'drop' as const)
        : ('go on' as const);
    };
    smtp.atRecipient = atMailServer('recipient');
    smtp.atMessage = ({ to }) => atMailServer('message')(to[0]);
    const failures = operations.map(operation =>
      expect(send(server.url, operation)).rejects.toThrow('fetch failed'),
    );
    await Promise.all(stops.map(({ promise }) => promise));
    await server.kill();
    release('cut');
    await Promise.all(failures);
    smtp.atRecipient = smtp.atMessage = () => 'go on';
    proxy.judge = () => 'forward';
  }

  function judgeOf(
    standStill: (index: number) => Promise<'cut'>,
  ): (passage: Passage) => Verdict | Promise<Verdict> {
    const states = new Map<object, { index: number; isUnderWay: boolean }>();
    return ({ connection, direction, text, request }) => {
      const opened =
        direction === 'request' ? /app\.company_id = '([0-9a-f-]{36})'/.exec(text)?.[1] : undefined;
      const index = operations.findIndex(({ company }) => company.id === opened);
      if (opened !== undefined) states.set(connection, { index, isUnderWay: false });
      const state = states.get(connection);
      const point = CASES[state?.index ?? -1]?.dies;
      if (!state || !point) return 'forward';
      if (direction === 'request' && point.sends !== undefined && text.includes(point.sends))
        return standStill(state.index);
      if (direction === 'request' && point.hasCommitted !== undefined)
        state.isUnderWay ||= text.includes(point.hasCommitted);
      return direction === 'reply' && state.isUnderWay && request.includes('COMMIT')
        ? standStill(state.index)
        : 'forward';
    };
  }

  const messagesTo = ({ recipient }: Operation): ReceivedMessage[] =>
    smtp.received.filter(({ to }) => to.includes(recipient));

  /** The answer is stored, it is in the books, and nothing sends the e-mail again. */
  async function expectEnd(
    operation: Operation,
    status: 'sent' | 'unknown',
    messages: number,
  ): Promise<void> {
    const { company } = operation;
    const last = await send(app.url, operation);
    expect([last.status, last.body]).toMatchObject([200, { sent: status === 'sent', status }]);
    const again = await send(app.url, operation);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([last.text, 'true']);
    await timePasses(company);
    await workers(app);
    const received = messagesTo(operation);
    expect(received).toHaveLength(messages);
    const { data } = (await company.ok('sales/invoices/pdf', { id: operation.invoiceId })) as {
      data: string;
    };
    for (const { attachments } of received)
      expect(attachments.map(({ content }) => content.toString('base64'))).toEqual([data]);
    expect(await company.count('files', `entity = 'email'`)).toBe(1);
    expect(await company.sql('SELECT status FROM emails')).toEqual([{ status }]);
    expect(await company.count('events', `type = 'sale_invoice.sent'`)).toBe(status === 'sent' ? 1 : 0);
    expect(await company.count('work_items', `company_id = '${company.id}' AND kind = 'email'`)).toBe(0);
    expect(await company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  }

  it.each(CASES.map((each, index) => ({ ...each, index })))(
    'killed when $name: $status in the end, by a $endsBy',
    async ({ index, whileHeld, endsBy, status, messages }) => {
      const operation = operations[index]!;
      if (whileHeld) {
        const held = await send(app.url, operation);
        expect([outcome(held), held.headers.get('retry-after')]).toEqual([
          '409 idempotency_in_progress',
          '30',
        ]);
        await workers(app);
        expect(await operation.company.count('emails', 'finished_at IS NULL')).toBe(1);
      }
      await timePasses(operation.company);
      if (endsBy === 'worker') await workers(app);
      await expectEnd(operation, status, messages);
    },
  );

  it('taken over by another while the mail server thinks: what it learns then is not written', async () => {
    const operation = await begin('late@example.com');
    const { promise: reached, resolve: reach } = awaited<void>();
    const { promise: verdict, resolve: end } = awaited<'go on'>();
    smtp.atMessage = () => {
      reach();
      return verdict;
    };
    const late = send(app.url, operation);
    await reached;
    await timePasses(operation.company);
    await workers(app);
    expect(await operation.company.sql('SELECT status FROM emails')).toEqual([{ status: 'unknown' }]);
    end('go on');
    expect((await late).body).toMatchObject({ sent: false, status: 'unknown' });
    await expectEnd(operation, 'unknown', 1);
  });
});

/** @invariant INV-04 */
describe('e-mails and a database that is away for a moment', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let smtp: TestSmtpServer;
  let sales: Sales;
  let invoiceId: string;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    app = await TestApp.start({ ...mailSettings(smtp), databaseUrl: proxy.url, preparesStatements: false });
  });
  beforeEach(async () => {
    smtp.reset();
    sales = await Sales.of(await app.company(), { email: 'buyer@example.com' });
    invoiceId = (await sales.issued()).id;
  });
  afterEach(() => {
    proxy.judge = () => 'forward';
  });
  afterAll(async () => {
    await app.stop();
    await proxy.stop();
    await smtp.stop();
  });

  async function expectSentOnce(): Promise<void> {
    const { status, body } = await sales.company.post(SEND, { id: invoiceId }, { key: 'k' });
    expect([status, body]).toMatchObject([200, { sent: true, status: 'sent' }]);
    expect(smtp.received).toHaveLength(1);
    expect(await sales.company.sql('SELECT status, attempts FROM emails')).toEqual([
      { status: 'sent', attempts: 1 },
    ]);
    expect(await sales.company.count('events', `type = 'sale_invoice.sent'`)).toBe(1);
    expect(await sales.company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  }

  it('when the result is written, twice: it is sent, once', async () => {
    let cuts = 0;
    proxy.judge = ({ direction, text }) =>
      direction === 'request' && text.includes('SET status = $3') && cuts < 2 ? (cuts++, 'cut') : 'forward';
    await expectSentOnce();
    expect(cuts).toBe(2);
  });

  it.each([
    ['the beginning of the dialogue', SENDING],
    ['the result', 'SET status = $3'],
  ])('when the COMMIT of %s has been done: it is sent, once', async (_, statement) => {
    const seen = new Set<object>();
    let cuts = 0;
    proxy.judge = ({ connection, direction, text, request }) => {
      if (direction === 'request' && text.includes(statement)) seen.add(connection);
      const isLost = direction === 'reply' && seen.has(connection) && request.includes('COMMIT');
      return isLost && cuts === 0 ? (cuts++, 'cut') : 'forward';
    };
    await expectSentOnce();
    expect(cuts).toBe(1);
  });

  it('whoever lost the lease before the dialogue sends nothing', async () => {
    smtp.atRecipient = () => '451 come again later';
    const { id } = (await sales.company.post(SEND, { id: invoiceId }, { key: 'k' })).body as { id: string };
    smtp.reset();
    const [queue, sendEmail] = [app.nest.get(WorkQueue), app.nest.get(SendEmail)];
    const key = { companyId: sales.company.id, kind: EMAIL_WORK, subjectId: id };
    const late = await queue.take(key, 60);
    await timePasses(sales.company);
    const holder = await queue.take(key, 60);
    await expect(sendEmail.attempt(late!)).rejects.toThrow(LeaseLost);
    expect(smtp.received).toEqual([]);
    expect(await sendEmail.attempt(holder!)).toMatchObject({ status: 'sent' });
    expect(smtp.received).toHaveLength(1);
  });
});

/** A promise that the test itself resolves. */
function awaited<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(settle => (resolve = settle));
  return { promise, resolve };
}
