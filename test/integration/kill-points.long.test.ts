import { withClient, workerDatabase } from '../support/database';
import { ChildServer } from '../support/child-server';
import { TcpProxy, type Passage } from '../support/tcp-proxy';
import { TestApp, TestCompany, type Answer } from '../support/test-app';

const CREATE = 'ledger/journal/transactions/create';
const ENTRY = {
  date: '2026-03-10',
  entries: [
    { accountCode: '271', debit: '100.00' },
    { accountCode: '3011', credit: '100.00' },
  ],
};
const STORED = 4712;

type Condition = (passage: Passage) => boolean;
const sending =
  (text: string): Condition =>
  ({ direction, text: bytes }) =>
    direction === 'request' && bytes.includes(text);
const replyTo =
  (text: string): Condition =>
  ({ direction, request }) =>
    direction === 'reply' && request.includes(text);

describe('a server that is killed with SIGKILL (INV-04)', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let successor: ChildServer;
  let superuserUrl: string;
  beforeAll(async () => {
    const database = await workerDatabase();
    superuserUrl = database.superuserUrl;
    app = await TestApp.start();
    proxy = await TcpProxy.start(database.applicationUrl);
    successor = await ChildServer.start(database.applicationUrl);
  });
  afterAll(async () => {
    await successor.kill();
    await proxy.stop();
    await app.stop();
  });

  const post = async (url: string, company: TestCompany): Promise<Answer> =>
    new TestCompany(url, company.token, company.id, app.applicationUrl).post(CREATE, ENTRY, { key: 'k' });

  /** Kills a server of its own as soon as the passage comes by; what it had not sent stays unsent. */
  async function killedWhen(condition: Condition, company: TestCompany): Promise<void> {
    const server = await ChildServer.start(proxy.url, { DATABASE_PREPARED_STATEMENTS: 'off' });
    let killed = 0;
    proxy.judge = async passage => {
      if (killed > 0 || !condition(passage)) return 'forward';
      killed++;
      await server.kill();
      return 'cut';
    };
    await expect(post(server.url, company)).rejects.toThrow('fetch failed');
    expect(killed).toBe(1);
  }

  async function expectRetryIs(kind: 'executed' | 'replayed', company: TestCompany): Promise<void> {
    const before = await company.count('journal_transactions');
    expect(before).toBe(kind === 'replayed' ? 1 : 0);
    const retry = await untilFree(() => post(successor.url, company));
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([
      201,
      kind === 'replayed' ? 'true' : null,
    ]);
    const again = await post(successor.url, company);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      retry.text,
      'true',
    ]);
    const rows = (await company.sql('SELECT transaction_id AS id FROM journal_transactions')) as {
      id: string;
    }[];
    expect(rows).toEqual([{ id: retry.body.id }]);
    expect(await company.count('idempotency_keys', `route = '${CREATE}'`)).toBe(1);
    expect(await company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  }

  it.each<[string, Condition, 'executed' | 'replayed']>([
    ['as it sends BEGIN with the claim', sending('idempotency_claim'), 'executed'],
    ['after the claim', replyTo('idempotency_claim'), 'executed'],
    ['between business statements', sending('INSERT INTO journal_transactions'), 'executed'],
    ['after the business statements', replyTo('INSERT INTO journal_transactions'), 'executed'],
    ['as it sends the answer to be stored, with COMMIT', sending('idempotency_store'), 'executed'],
    ['after COMMIT, before the reply', replyTo('idempotency_store'), 'replayed'],
  ])('%s', async (_, condition, kind) => {
    const company = await app.company();
    await killedWhen(condition, company);
    await expectRetryIs(kind, company);
  });

  it('after the answer was stored, before COMMIT', async () => {
    const company = await app.company();
    await app.asOwner(`
      CREATE FUNCTION wait_after_store() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${STORED}); RETURN NULL; END $$;
      CREATE TRIGGER tr_wait_after_store AFTER UPDATE OF response_status ON idempotency_keys
        FOR EACH ROW EXECUTE FUNCTION wait_after_store()`);
    try {
      await withClient(superuserUrl, async client => {
        await client.query(`SELECT pg_advisory_lock(${STORED})`);
        const server = await ChildServer.start(proxy.url);
        proxy.judge = () => 'forward';
        const failed = expect(post(server.url, company)).rejects.toThrow('fetch failed');
        const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${STORED} AND NOT granted`;
        while ((await client.query(waiting)).rowCount === 0);
        await server.kill();
        // With the process its machine may go: then the server ends the session too, at the latest when it misses the client.
        await client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
        await failed;
        await client.query(`SELECT pg_advisory_unlock(${STORED})`);
      });
      await expectRetryIs('executed', company);
    } finally {
      await app.asOwner(
        'DROP TRIGGER tr_wait_after_store ON idempotency_keys; DROP FUNCTION wait_after_store()',
      );
    }
  });
});

/** The database may take a moment to see that the client is gone. */
async function untilFree(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 409) return answer;
  }
}
