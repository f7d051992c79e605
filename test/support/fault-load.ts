import { setTimeout as delay } from 'node:timers/promises';
import { ChildServer } from './child-server';
import { withClient } from './database';
import { customer, line } from './sales';
import { TcpProxy, type Verdict } from './tcp-proxy';
import { TestCompany, type Answer, type TestApp } from './test-app';

/** What the clients know at the end, and what the books hold: the oracle's evidence. */
export interface Findings {
  operations: number;
  faults: { kills: number; cuts: number; terminations: number };
  /** Successes that a client learned of only by a replay. */
  learnedByReplay: number;
  /** The server ended by itself. */
  crashes: number;
  /** I1: names of operations with more than one effect. */
  duplicated: string[];
  /** I2: acknowledged, and no effect with that id. */
  lost: string[];
  /** I3: definitive answers for one key that differ. */
  contradicted: string[];
  /** I4: effects without a key row, key rows without a status. */
  orphans: string[];
  /** I5: refused, and an effect all the same. */
  refusedYetDone: string[];
  /** I6: no definitive answer in the end. */
  unanswered: string[];
}

interface Operation {
  name: string;
  company: TestCompany;
  path: string;
  body: object;
  answers: Answer[];
}

export interface Load {
  app: TestApp;
  superuserUrl: string;
  /** How long at least. A slow machine goes on until it has seen enough, at most three times as long. */
  seconds: number;
  /** The negative control instead of the product. */
  naive: boolean;
}

const ENOUGH_OPERATIONS = 120;
const ENOUGH_KILLS = 6;
const LANES = 8;
const TWINS = 3;
const CUT_SHARE = 0.02;
const TERMINATE_EVERY_MS = 200;
const KILL_EVERY_MS = 4000;
const SETTLE_MS = 60_000;

/**
 * Operations of two companies under the same keys, each sent by three clients at once that retry until they have a
 * definitive answer, while the server is killed and restarted, packets are lost and database sessions terminated.
 */
export async function runFaultLoad(load: Load): Promise<{ findings: Findings; companies: TestCompany[] }> {
  const proxy = await TcpProxy.start(load.app.applicationUrl);
  const server = new MortalServer(proxy.url, load.naive);
  await server.start();
  const companies = [await prepared(load.app), await prepared(load.app)];
  const faults = new Faults(proxy, server, load.superuserUrl);
  const operations: Operation[] = [];
  try {
    const begun = performance.now();
    const isOver = (): boolean => {
      const share = (performance.now() - begun) / (load.seconds * 1000);
      return (
        share >= 3 ||
        (share >= 1 && operations.length >= ENOUGH_OPERATIONS && faults.count.kills >= ENOUGH_KILLS)
      );
    };
    const disturbing = faults.disturb(isOver);
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let turn = 0; !isOver(); turn++) {
        const operation = operationOf(companies[lane % 2]!, `${lane >> 1}-${turn}`, load.naive);
        operations.push(operation);
        const giveUpAt = performance.now() + SETTLE_MS;
        await Promise.all(Array.from({ length: TWINS }, () => settle(operation, server.url, giveUpAt)));
      }
    });
    await Promise.all([disturbing, ...lanes]);
    // Once more, long after: the answer must still be the same.
    for (const operation of operations) await settle(operation, server.url, performance.now() + SETTLE_MS);
    return { findings: await judge(operations, companies, faults, server), companies };
  } finally {
    await server.kill();
    await proxy.stop();
  }
}

interface PreparedCompany extends TestCompany {
  partnerId: string;
  reversedId: string;
}

async function prepared(app: TestApp): Promise<PreparedCompany> {
  const company = await app.company();
  const partnerId = await customer(company);
  const { id: reversedId } = (await company.ok('ledger/journal/transactions/create', entry('opening'))) as {
    id: string;
  };
  await company.ok('ledger/journal/transactions/reverse', { id: reversedId });
  return Object.assign(company, { partnerId, reversedId });
}

const entry = (description: string): object => ({
  date: '2026-03-10',
  description,
  entries: [
    { accountCode: '271', debit: '10.00' },
    { accountCode: '3011', credit: '10.00' },
  ],
});

/** Entries, issued invoices and, for the product, refusals that are stored. */
function operationOf(company: PreparedCompany, name: string, naive: boolean): Operation {
  const turn = +name.split('-')[1]! % 5;
  if (turn < 2)
    return { name, company, path: 'ledger/journal/transactions/create', body: entry(name), answers: [] };
  if (turn < 4 || naive) {
    const body = { partnerId: company.partnerId, issue: true, orderNumber: name, lines: [line('100.00')] };
    return { name, company, path: 'sales/invoices/create', body, answers: [] };
  }
  return {
    name,
    company,
    path: 'ledger/journal/transactions/reverse',
    body: { id: company.reversedId },
    answers: [],
  };
}

/** One client. No answer, 5xx and "in progress" say nothing; it asks again. */
async function settle(operation: Operation, url: string, giveUpAt: number): Promise<void> {
  const { company, name, path, body } = operation;
  const client = new TestCompany(url, company.token, company.id, '');
  while (performance.now() < giveUpAt) {
    const answer = await client.post(path, body, { key: name }).catch(() => undefined);
    const isOpen =
      !answer || answer.status >= 500 || (answer.status === 409 && answer.headers.has('retry-after'));
    if (!isOpen) {
      operation.answers.push(answer);
      return;
    }
    await delay(20);
  }
}

/** A server at one address that comes back after it was killed. */
class MortalServer {
  private process: ChildServer | undefined;
  private port = '0';
  crashes = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly naive: boolean,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.process = await ChildServer.start(this.databaseUrl, {
      PORT: this.port,
      ...(this.naive && { NAIVE: 'yes' }),
    });
    this.port = String(this.process.port);
  }

  async kill(): Promise<void> {
    if (this.process?.hasCrashed) this.crashes++;
    await this.process?.kill();
  }
}

class Faults {
  readonly count = { kills: 0, cuts: 0, terminations: 0 };

  constructor(
    private readonly proxy: TcpProxy,
    private readonly server: MortalServer,
    private readonly superuserUrl: string,
  ) {}

  async disturb(isOver: () => boolean): Promise<void> {
    this.proxy.judge = () => this.lot();
    await Promise.all([this.terminate(isOver), this.kill(isOver)]);
    this.proxy.judge = () => 'forward';
  }

  private lot(): Verdict {
    if (Math.random() >= CUT_SHARE) return 'forward';
    this.count.cuts++;
    return Math.random() < 0.5 ? 'cut' : 'half';
  }

  private async terminate(isOver: () => boolean): Promise<void> {
    await withClient(this.superuserUrl, async client => {
      while (!isOver()) {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'gapless' AND state <> 'idle' ORDER BY random() LIMIT 1`,
        );
        this.count.terminations += rowCount ?? 0;
        await delay(TERMINATE_EVERY_MS);
      }
    });
  }

  private async kill(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await delay(KILL_EVERY_MS * (0.5 + Math.random()));
      await this.server.kill();
      this.count.kills++;
      // A start that meets a fault of its own is tried again, as a supervisor would.
      while (
        !(await this.server.start().then(
          () => true,
          () => false,
        ))
      );
    }
  }
}

interface Effect {
  company_id: string;
  name: string;
  id: string;
  has_key: boolean;
}

const EFFECTS = `
SELECT e.company_id, e.name, e.id, EXISTS (
         SELECT 1 FROM idempotency_keys k WHERE k.company_id = e.company_id AND k.key_hash = sha256(e.name::bytea)) AS has_key
  FROM (SELECT company_id, description AS name, transaction_id AS id FROM journal_transactions
         WHERE document_id IS NULL AND description <> 'opening'
        UNION ALL SELECT company_id, order_number, invoice_id FROM sale_invoices) AS e`;

async function judge(
  operations: Operation[],
  companies: TestCompany[],
  faults: Faults,
  server: MortalServer,
): Promise<Findings> {
  const rows = (await Promise.all(companies.map(company => company.sql(EFFECTS)))).flat() as Effect[];
  const openKeys = (
    await Promise.all(
      companies.map(company =>
        company.sql('SELECT key_text AS name FROM idempotency_keys WHERE response_status IS NULL'),
      ),
    )
  ).flat() as { name: string }[];
  const effectsOf = ({ name, company }: Operation): Effect[] =>
    rows.filter(row => row.name === name && row.company_id === company.id);
  const names = (where: (operation: Operation) => boolean): string[] =>
    operations.filter(where).map(operation => operation.name);
  const succeeded = ({ answers }: Operation): boolean => answers.some(answer => answer.status < 300);
  return {
    operations: operations.length,
    faults: faults.count,
    learnedByReplay: names(operation => succeeded(operation) && operation.answers.every(isReplay)).length,
    crashes: server.crashes,
    duplicated: names(operation => effectsOf(operation).length > 1),
    lost: names(
      operation =>
        succeeded(operation) && !effectsOf(operation).some(effect => effect.id === idOf(operation)),
    ),
    contradicted: names(
      ({ answers }) => new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size > 1,
    ),
    orphans: [...rows.filter(row => !row.has_key), ...openKeys].map(row => row.name),
    refusedYetDone: names(
      operation => !succeeded(operation) && operation.answers.length > 0 && effectsOf(operation).length > 0,
    ),
    unanswered: names(({ answers }) => answers.length <= TWINS),
  };
}

const isReplay = (answer: Answer): boolean => answer.headers.get('idempotent-replayed') === 'true';
const idOf = ({ answers }: Operation): string | undefined =>
  (answers[0]?.body as { id?: string } | undefined)?.id;
