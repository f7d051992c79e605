import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedServer, type EmbeddedServer } from '../../src/platform/database/embedded';
import { migrate } from '../../src/platform/database/migrator';
import { expectSoundBooks, issuedNumbers } from '../support/books';
import { ChildServer } from '../support/child-server';
import { cloneDatabase, withClient } from '../support/database';
import { atOnce, outcome, Sales } from '../support/sales';
import { TestApp, TestCompany, type Answer } from '../support/test-app';

const MINUTE = 60_000;
const POLL_MS = 20;

const issue = (sales: Sales, key: string): Promise<Answer> => sales.tryIssue({ orderNumber: key }, key);

/** The same company and partner, by another server and perhaps on another database. */
function at(url: string, applicationUrl: string, { company, partnerId }: Sales): Sales {
  return new Sales(new TestCompany(url, company.token, company.id, applicationUrl), partnerId);
}

/** Runs `work` with the application on a database, and stops it. */
async function withApp<T>(databaseUrl: string, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await TestApp.start({ databaseUrl });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

/** Issues one invoice after the other. */
async function issueAll(sales: Sales, keys: string[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const key of keys) answers.set(key, await issue(sales, key));
  expect([...answers.values()].map(saidOf)).toEqual(keys.map(() => ['201', null]));
  return answers;
}

const saidOf = (answer: Answer): [string, string | null] => [
  outcome(answer),
  answer.headers.get('idempotent-replayed'),
];

async function expectReplay(sales: Sales, key: string, of: Answer): Promise<void> {
  const again = await issue(sales, key);
  expect([key, again.text, ...saidOf(again)]).toEqual([key, of.text, '201', 'true']);
}

/** Each key has the one document that its answer names; the numbers are 1..n, and the books hold together. */
async function expectOneDocumentEach({ company }: Sales, answers: Map<string, Answer>): Promise<void> {
  const rows = (await company.sql('SELECT order_number AS key, invoice_id AS id FROM sale_invoices')) as {
    key: string;
    id: string;
  }[];
  const pairs = [...answers].map(([key, { body }]) => `${key} ${(body as { id: string }).id}`);
  expect(rows.map(({ key, id }) => `${key} ${id}`).sort()).toEqual(pairs.sort());
  expect(await issuedNumbers(company)).toEqual(Array.from(rows, (_, index) => index + 1));
  expect(await company.count('idempotency_keys', `route = 'sales/invoices/create'`)).toBe(answers.size);
  expect(await company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  await expectSoundBooks(company);
}

/** What the clients of one company know when the database is gone. */
interface Load {
  sales: Sales;
  acknowledged: Map<string, Answer>;
  open: string[];
}

describe('a database server that crashes under load (INV-04)', () => {
  const COMPANIES = 2;
  const LANES = 4;
  const ACKNOWLEDGED = 60;
  const messages = new EventEmitter();
  let dataDir: string;
  let server: EmbeddedServer;
  let app: TestApp;
  let api: ChildServer;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gapless-crash-'));
    await start();
    await migrate(server.ownerUrl, 'gapless_app');
    app = await TestApp.start({ databaseUrl: server.applicationUrl });
    // A process of its own: in Jest's sandbox, what Node throws when a connection is refused is no `Error`.
    api = await ChildServer.start(server.applicationUrl);
  }, MINUTE);
  afterAll(async () => {
    await api.kill();
    await app.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  /** As it is delivered: with fsync, unlike the server that the other tests share. */
  async function start(): Promise<void> {
    server = await startEmbeddedServer({ dataDir, log: message => messages.emit('message', message) });
  }

  /** What `pg_ctl stop --mode=immediate` does: nothing is flushed, and the next start recovers from the log. */
  async function crash(): Promise<void> {
    const noticed = once(messages, 'message');
    process.kill(server.pid(), 'SIGQUIT');
    expect(await noticed).toEqual([expect.stringContaining('ended unexpectedly')]);
    await server.stop();
  }

  /** Lanes of issues, and a crash in the midst of them. A lane ends with its first failure. */
  async function issueUntilCrash(companies: Sales[]): Promise<Load[]> {
    let acknowledgements = 0;
    let crashed: Promise<void> | undefined;
    const loads = companies.map(async sales => {
      const load: Load = { sales, acknowledged: new Map(), open: [] };
      await atOnce(LANES, async lane => {
        for (let turn = 0; ; turn++) {
          const key = `${lane}-${turn}`;
          const answer = await issue(sales, key);
          if (answer.status !== 201) {
            expect(outcome(answer)).toBe('503 temporarily_unavailable');
            load.open.push(key);
            return;
          }
          load.acknowledged.set(key, answer);
          if (++acknowledgements === ACKNOWLEDGED) crashed = crash();
        }
      });
      return load;
    });
    const finished = await Promise.all(loads);
    await crashed;
    return finished;
  }

  async function expectSettledByRetries({ sales, acknowledged, open }: Load): Promise<void> {
    for (const [key, answer] of acknowledged) await expectReplay(sales, key, answer);
    const answers = new Map(acknowledged);
    for (const key of open) {
      const retry = await issue(sales, key);
      expect([key, outcome(retry)]).toEqual([key, '201']);
      await expectReplay(sales, key, retry);
      answers.set(key, retry);
    }
    await expectOneDocumentEach(sales, answers);
  }

  it(
    'keeps what was acknowledged, with its key, and does the rest once on retry',
    async () => {
      const companies = await atOnce(COMPANIES, async () =>
        at(api.url, app.applicationUrl, await Sales.of(await app.company())),
      );
      const loads = await issueUntilCrash(companies);
      await start();
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('not properly shut down');

      for (const load of loads) await expectSettledByRetries(load);
      expect(api.hasCrashed).toBe(false);
      const notLogged = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relpersistence <> 'p'`;
      expect(await withClient(server.ownerUrl, async client => (await client.query(notLogged)).rows)).toEqual(
        [],
      );
    },
    2 * MINUTE,
  );
});

describe('a server that is killed while a long statement of it runs (INV-04)', () => {
  const STATEMENT_SECONDS = 30;
  /** `client_connection_check_interval` is 1 s; the rest is for a busy machine. */
  const MOST_SECONDS = 10;

  /** The first invoice takes long to insert, all others do not. */
  const SLOW_ONCE = `
    CREATE SEQUENCE invoices_begun;
    CREATE FUNCTION slow_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN IF nextval('invoices_begun') = 1 THEN PERFORM pg_sleep(${STATEMENT_SECONDS}); END IF; RETURN NULL; END $$;
    CREATE TRIGGER tr_slow_once AFTER INSERT ON sale_invoices FOR EACH ROW EXECUTE FUNCTION slow_once()`;
  const SLEEPING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;

  /** Issues with the key through a server that is killed while it waits for the statement. */
  async function killInStatement(
    sales: Sales,
    key: string,
    superuserUrl: string,
    databaseUrl: string,
  ): Promise<void> {
    const victim = await ChildServer.start(databaseUrl);
    try {
      const unanswered = expect(issue(at(victim.url, databaseUrl, sales), key)).rejects.toThrow(
        'fetch failed',
      );
      await withClient(superuserUrl, async client => {
        while ((await client.query(SLEEPING)).rowCount === 0) await delay(POLL_MS);
      });
      expect(outcome(await issue(sales, key))).toBe('409 idempotency_in_progress');
      await victim.kill();
      await unanswered;
    } finally {
      await victim.kill();
    }
  }

  /** The first answer that is not "in progress", as long as it comes in time. */
  async function retried(sales: Sales, key: string): Promise<Answer> {
    const giveUpAt = performance.now() + MOST_SECONDS * 1000;
    for (;;) {
      const answer = await issue(sales, key);
      if (answer.status !== 409 || performance.now() > giveUpAt) return answer;
      await delay(POLL_MS);
    }
  }

  it(
    'frees the key long before the statement would end, and the retry is done once',
    async () => {
      const { applicationUrl, ownerUrl, superuserUrl } = await cloneDatabase('killed_in_statement');
      await withClient(ownerUrl, client => client.query(SLOW_ONCE));
      await withApp(applicationUrl, async successor => {
        const sales = await Sales.of(await successor.company());
        await killInStatement(sales, 'k', superuserUrl, applicationUrl);
        const retry = await retried(sales, 'k');
        expect(saidOf(retry)).toEqual(['201', null]);
        await expectReplay(sales, 'k', retry);
        await expectOneDocumentEach(sales, new Map([['k', retry]]));
      });
      const begun = await withClient(ownerUrl, client =>
        client.query('SELECT last_value FROM invoices_begun'),
      );
      expect(begun.rows).toEqual([{ last_value: '2' }]);
    },
    MINUTE,
  );
});

describe('a database restored from a backup (INV-04)', () => {
  const BEFORE = ['before-1', 'before-2', 'before-3'];
  const AFTER = ['after-1', 'after-2', 'after-3'];

  it(
    'answers keys from before it, and does the work of later ones once',
    async () => {
      const { applicationUrl, superuserUrl } = await cloneDatabase('backed_up');
      const restoredUrl = applicationUrl.replace(/[^/]*$/, 'restored');
      const { sales, before } = await withApp(applicationUrl, async app => {
        const sales = at(app.url, applicationUrl, await Sales.of(await app.company()));
        return { sales, before: await issueAll(sales, BEFORE) };
      });
      // Books and keys as they stood at one moment.
      await withClient(superuserUrl, client =>
        client.query('CREATE DATABASE restored TEMPLATE backed_up OWNER gapless_owner'),
      );
      await withApp(applicationUrl, async app => {
        const there = at(app.url, applicationUrl, sales);
        await issueAll(there, AFTER);
        expect(await issuedNumbers(there.company)).toEqual([1, 2, 3, 4, 5, 6]);
      });

      await withApp(restoredUrl, async app => {
        const here = at(app.url, restoredUrl, sales);
        expect(await issuedNumbers(here.company)).toEqual([1, 2, 3]);
        for (const [key, answer] of before) await expectReplay(here, key, answer);
        const answers = new Map([...before, ...(await issueAll(here, AFTER))]);
        for (const [key, answer] of answers) await expectReplay(here, key, answer);
        await expectOneDocumentEach(here, answers);
      });
    },
    MINUTE,
  );
});
