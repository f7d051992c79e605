import { IdempotencyInterceptor } from '../../src/idempotency';
import { Database, type Tx } from '../../src/platform/database';
import { Reply } from '../../src/platform/http';
import { OPERATOR_SCOPE } from '../../src/platform/scope';
import { Metrics } from '../../src/platform/metrics';
import { refuse } from '../../src/shared/domain-error';
import { atOnce, outcome, outcomes } from '../support/sales';
import { TestApp, TestClock, TestCompany, type Answer } from '../support/test-app';
import {
  oneEffect,
  trial,
  TrialModule,
  type TrialRequest,
  type TrialResponse,
} from '../support/trial-routes';

const PAYLOAD = { name: 'trial' };

/** A promise that the test keeps. */
function promised(): { kept: Promise<void>; keep: () => void } {
  let keep = (): void => undefined;
  const kept = new Promise<void>(resolve => (keep = resolve));
  return { kept, keep: () => keep() };
}

const fail = (tx: Tx, state: string): Promise<unknown> =>
  tx.execute(`DO $$ BEGIN RAISE EXCEPTION 'forced' USING ERRCODE = '${state}'; END $$`);

describe('one key, one effect, while something fails (@invariant INV-04)', () => {
  let app: TestApp;
  let neighbour: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(), [TrialModule]);
    neighbour = await TestApp.start({}, new TestClock(), [TrialModule]);
    await app.asOwner(`
      CREATE SCHEMA trial;
      CREATE TABLE trial.numbers (n int, CONSTRAINT uq_accounts__code UNIQUE (n) DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE trial.parents (n int PRIMARY KEY);
      CREATE TABLE trial.children (n int CONSTRAINT fk_sale_invoices__partner REFERENCES trial.parents DEFERRABLE INITIALLY DEFERRED);
      GRANT USAGE ON SCHEMA trial TO gapless_app;
      GRANT SELECT, INSERT ON trial.numbers, trial.children TO gapless_app`);
  });
  afterAll(async () => {
    await app.asOwner('DROP SCHEMA IF EXISTS trial CASCADE');
    await Promise.all([app.stop(), neighbour.stop()]);
  });
  beforeEach(async () => {
    trial.work = oneEffect;
    company = await app.bareCompany();
  });
  afterEach(() => {
    expect([app, neighbour].map(each => each.nest.get(IdempotencyInterceptor).gate.size)).toEqual([0, 0]);
  });

  const effects = (): Promise<number> => company.count('audit_log', "action = 'trial.done'");
  const keys = (): Promise<number> => company.count('idempotency_keys', "route = 'trial/run'");
  const run = (key: string | null, body: unknown = PAYLOAD, at = app): Promise<Answer> =>
    new TestCompany(at.url, company.token, company.id, at.applicationUrl).post('trial/run', body, { key });
  const replayed = (answer: Answer): boolean => answer.headers.get('idempotent-replayed') === 'true';

  async function expectDoneOnce(first: Answer): Promise<void> {
    expect([first.status, replayed(first)]).toEqual([201, false]);
    const replay = await run('k');
    expect([replay.status, replay.text, replayed(replay)]).toEqual([201, first.text, true]);
    expect([await effects(), await keys()]).toEqual([1, 1]);
    expect(await company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
  }

  async function expectNothingStored(): Promise<void> {
    expect([await effects(), await keys()]).toEqual([0, 0]);
  }

  describe('and the first request is still at work', () => {
    async function whileHeld(work: () => Promise<void>): Promise<Answer> {
      const [started, finish] = [promised(), promised()];
      trial.work = async (tx, request) => {
        started.keep();
        await finish.kept;
        return oneEffect(tx, request);
      };
      const first = run('k');
      await started.kept;
      try {
        await work();
      } finally {
        finish.keep();
      }
      return first;
    }

    it('answers a duplicate 409 at once, in the same process and in another', async () => {
      await run('warm-up', PAYLOAD, neighbour);
      const done = await effects();
      const first = await whileHeld(async () => {
        for (const at of [app, neighbour]) {
          for (const body of [PAYLOAD, { name: 'another payload' }]) {
            const started = performance.now();
            const duplicate = await run('k', body, at);
            expect(outcome(duplicate)).toBe('409 idempotency_in_progress');
            expect(duplicate.body.error.code).toBe('idempotency_in_progress');
            expect(duplicate.headers.get('retry-after')).toBe('1');
            expect(performance.now() - started).toBeLessThan(150);
          }
        }
        expect([await effects(), await keys()]).toEqual([done, 1]);
      });
      expect(first.status).toBe(201);
      const replay = await run('k', PAYLOAD, neighbour);
      expect([replay.text, replayed(replay)]).toEqual([first.text, true]);
      expect(outcome(await run('k', { name: 'another payload' }, neighbour))).toBe(
        '422 idempotency_key_reuse',
      );
      expect(await effects()).toBe(done + 1);
    });

    it('serves everybody else meanwhile: duplicates wait for no connection', async () => {
      const unrelated = async (): Promise<number> => {
        const started = performance.now();
        expect((await company.post('account/companies/update', { name: 'Example' })).status).toBe(200);
        return performance.now() - started;
      };
      const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;
      await atOnce(20, unrelated);
      const quiet = median(await atOnce(20, unrelated));
      const first = await whileHeld(async () => {
        // Were a duplicate to wait for the first request, the pools were empty and none of these calls would end.
        const [duplicates, others] = await Promise.all([
          atOnce(100, index => run('k', PAYLOAD, index % 2 === 0 ? app : neighbour)),
          atOnce(20, unrelated),
        ]);
        expect(outcomes(duplicates)).toEqual({ '409 idempotency_in_progress': 100 });
        // Clients and both servers share this thread with the duplicates, so the bound is a wide one.
        expect(median(others)).toBeLessThan(quiet * 10 + 100);
      });
      await expectDoneOnce(first);
    });

    it('does it once for 100 calls at once in two processes', async () => {
      trial.work = async (tx, request) => {
        await tx.query('SELECT pg_sleep(0.3)');
        return oneEffect(tx, request);
      };
      await atOnce(20, index => run(`warm-up-${index}`, PAYLOAD, index % 2 === 0 ? app : neighbour));
      const done = await effects();
      const answers = await atOnce(100, async index => {
        const started = performance.now();
        const answer = await run('k', PAYLOAD, index % 2 === 0 ? app : neighbour);
        return Object.assign(answer, { took: performance.now() - started });
      });
      const executed = answers.filter(answer => answer.status === 201 && !replayed(answer));
      expect(executed).toHaveLength(1);
      for (const answer of answers.filter(each => each !== executed[0])) {
        if (answer.status === 201) expect([answer.text, replayed(answer)]).toEqual([executed[0]!.text, true]);
        else
          expect([outcome(answer), answer.headers.get('retry-after')]).toEqual([
            '409 idempotency_in_progress',
            '1',
          ]);
      }
      expect(Math.max(...answers.map(answer => answer.took))).toBeLessThan(1000);
      expect(await effects()).toBe(done + 1);
    });
  });

  it('replays an answer without content as one', async () => {
    trial.work = async (tx, request) => {
      await oneEffect(tx, request);
      return new Reply(204, {});
    };
    const [first, replay] = [await run('k'), await run('k')];
    expect([first.status, first.text, replayed(first)]).toEqual([204, '', false]);
    expect([replay.status, replay.text, replayed(replay)]).toEqual([204, '', true]);
    expect([replay.headers.get('content-type'), replay.headers.get('content-length')]).toEqual([null, null]);
    expect(await effects()).toBe(1);
  });

  describe('and the work', () => {
    const once = (failing: (tx: Tx) => Promise<unknown>): void => {
      let calls = 0;
      trial.work = async (tx, request) => {
        const done = await oneEffect(tx, request);
        if (++calls === 1) await failing(tx);
        return done;
      };
    };

    it.each<[string, (tx: Tx) => Promise<unknown>, string]>([
      ['throws', () => Promise.reject(new Error('a fault of ours')), '500 internal_error'],
      ['waits too long for a lock', tx => fail(tx, '55P03'), '503 temporarily_unavailable'],
      ['takes too long', tx => fail(tx, '57014'), '503 temporarily_unavailable'],
      ['meets a read-only server', tx => fail(tx, '25006'), '503 temporarily_unavailable'],
      ['fails in the database', tx => fail(tx, 'XX000'), '500 internal_error'],
      [
        'loses its connection',
        tx => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'),
        '503 temporarily_unavailable',
      ],
      ['swallows a database error', tx => fail(tx, '22012').catch(() => undefined), '500 internal_error'],
      ['ends the transaction itself', tx => tx.execute('ROLLBACK'), '500 internal_error'],
      [
        'violates a deferred constraint',
        tx => tx.execute('INSERT INTO trial.children VALUES (404)'),
        '409 in_use',
      ],
      [
        'is refused for what can be repaired',
        () => Promise.resolve().then(() => refuse('period_locked', 'locked')),
        '422 period_locked',
      ],
    ])('%s: nothing is stored, the same call succeeds later', async (_, failing, refusal) => {
      once(failing);
      const failed = await run('k');
      expect([outcome(failed), replayed(failed)]).toEqual([refusal, false]);
      if (failed.status === 503) expect(failed.headers.get('retry-after')).toBe('1');
      await expectNothingStored();
      await expectDoneOnce(await run('k'));
    });

    it('answers nothing: nothing is stored', async () => {
      trial.work = async (tx, request) => {
        await oneEffect(tx, request);
        return undefined as unknown as TrialResponse;
      };
      expect(outcome(await run('k'))).toBe('500 internal_error');
      await expectNothingStored();
    });

    it('swallows a database error without a key: no success is claimed', async () => {
      company = await app.bareCompany({ idempotencyKeyPolicy: 'optional' });
      once(tx => fail(tx, '22012').catch(() => undefined));
      expect(outcome(await run(null))).toBe('500 internal_error');
      expect(await effects()).toBe(0);
    });

    it.each<[string, (tx: Tx) => Promise<unknown>, string]>([
      [
        'for good',
        () => Promise.resolve().then(() => refuse('already_credited', 'Nothing left.')),
        '409 already_credited',
      ],
      [
        'by a deferred constraint, for good',
        tx => tx.execute('INSERT INTO trial.numbers VALUES (1), (1)'),
        '409 duplicate',
      ],
      [
        'for good after a swallowed database error',
        async tx => {
          await fail(tx, '22012').catch(() => undefined);
          refuse('already_credited', 'Nothing left.');
        },
        '409 already_credited',
      ],
    ])('is refused %s: the work is undone and the refusal stored', async (_, failing, refusal) => {
      once(failing);
      const refused = await run('k');
      expect([outcome(refused), replayed(refused)]).toEqual([refusal, false]);
      expect([await effects(), await keys()]).toEqual([0, 1]);
      const replay = await run('k');
      expect([replay.status, replay.text, replayed(replay)]).toEqual([refused.status, refused.text, true]);
      expect(await effects()).toBe(0);
    });

    it('leaves a branch running after it was refused: what that writes is lost, not committed', async () => {
      const refused = promised();
      let branch: Promise<unknown> = Promise.resolve();
      trial.work = (tx, request) => {
        branch = refused.kept.then(() => oneEffect(tx, request));
        return refuse('already_credited', 'Nothing left.');
      };
      expect(outcome(await run('k'))).toBe('409 already_credited');
      refused.keep();
      await expect(branch).rejects.toThrow('takes no more statements');
      expect(await effects()).toBe(0);
    });
  });

  describe('and the database asks to run the transaction again', () => {
    const reruns = async (): Promise<number> =>
      (await app.nest.get(Metrics).transactionRetries.get()).values[0]!.value;

    /** Fails the first `times` runs; notes the transactions. */
    function failing(state: string, times: number): { transactions: string[] } {
      const seen = { transactions: [] as string[] };
      trial.work = async (tx: Tx, request: TrialRequest) => {
        const [row] = await tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
        seen.transactions.push(row!.id);
        const done = await oneEffect(tx, request);
        if (seen.transactions.length <= times) await fail(tx, state);
        return done;
      };
      return seen;
    }

    it.each(['40001', '40P01'])('on %s runs it anew, up to three times', async state => {
      const before = await reruns();
      const seen = failing(state, 3);
      await expectDoneOnce(await run('k'));
      expect(new Set(seen.transactions).size).toBe(4);
      expect(await reruns()).toBe(before + 3);
    });

    it.each(['40001', '40P01'])('on %s gives up after that, with the key left free', async state => {
      const seen = failing(state, 4);
      const failed = await run('k');
      expect([outcome(failed), failed.headers.get('retry-after')]).toEqual([
        '503 temporarily_unavailable',
        '1',
      ]);
      expect(seen.transactions).toHaveLength(4);
      await expectNothingStored();
      await expectDoneOnce(await run('k'));
    });

    it('after a real deadlock does both', async () => {
      const met = { first: promised(), second: promised() };
      trial.work = async (tx, request) => {
        const [mine, other, own, theirs] =
          request.name === 'first' ? [1, 2, met.first, met.second] : [2, 1, met.second, met.first];
        await tx.query('SELECT pg_advisory_xact_lock(815, $1)', [mine]);
        own.keep();
        await theirs.kept;
        await tx.query('SELECT pg_advisory_xact_lock(815, $1)', [other]);
        return oneEffect(tx, request);
      };
      const before = await reruns();
      const answers = await Promise.all([run('a', { name: 'first' }), run('b', { name: 'second' })]);
      expect(outcomes(answers)).toEqual({ '201': 2 });
      expect(await reruns()).toBe(before + 1);
      expect([await effects(), await keys()]).toEqual([2, 2]);
    });
  });

  it('gives no connection back with a transaction open on it', async () => {
    const single = await TestApp.start({ databasePoolSize: 1 });
    const database = single.nest.get(Database);
    for (const statement of ['SELECT 1 / 0', 'SELECT 1']) {
      const session = await database.session();
      await session.begin(OPERATOR_SCOPE, 'write', [statement]).catch(() => undefined);
      await session.release();
      const next = await database.session();
      const [rows] = await next.begin(OPERATOR_SCOPE, 'write', [
        'SELECT pg_current_xact_id_if_assigned() AS id',
      ]);
      expect(rows).toEqual([{ id: null }]);
      await next.release();
    }
    await single.stop();
  });
});
