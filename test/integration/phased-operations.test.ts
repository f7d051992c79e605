import { IdempotencyInterceptor } from '../../src/idempotency';
import { TestApp, TestClock, TestCompany, type Answer } from '../support/test-app';
import { outside, TrialOperation, TrialOperationsModule } from '../support/trial-operations';

/** A promise that the test keeps. */
function promised(): { kept: Promise<void>; keep: () => void } {
  let keep = (): void => undefined;
  const kept = new Promise<void>(resolve => (keep = resolve));
  return { kept, keep: () => keep() };
}

/** Operations that call the outside on their way, under one key (@invariant INV-04). */
describe('a phased operation', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(), [TrialOperationsModule]);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    outside.calls = [];
    outside.call = () => Promise.resolve('done');
    company = await app.bareCompany();
  });
  afterEach(() => expect(app.nest.get(IdempotencyInterceptor).gate.size).toBe(0));

  const begin = (key: string | null, name = 'trial', route = 'trial/begin'): Promise<Answer> =>
    company.post(route, { name }, { key });
  const effects = (): Promise<number> => company.count('audit_log', "action = 'trial.done'");

  it('is done once, and its stored answer replayed byte for byte', async () => {
    const first = await begin('k');
    const again = await begin('k');
    expect([first.status, first.body.name, first.headers.get('idempotent-replayed')]).toEqual([
      201,
      'trial',
      null,
    ]);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect([outside.calls.length, await effects()]).toEqual([1, 1]);
  });

  it('holds no transaction open and no connection while the outside takes its time', async () => {
    const { kept, keep } = promised();
    const arrived = promised();
    outside.call = async () => {
      arrived.keep();
      await kept;
      return 'done';
    };
    const answer = begin('k');
    await arrived.kept;
    const [{ open }] = (await app.asOwner<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'gapless_app' AND state LIKE 'idle in transaction%'`,
    )) as [{ open: number }];
    const [{ committed }] = (await company.sql(
      `SELECT count(*)::int AS committed FROM idempotency_keys WHERE response_status IS NULL AND resource_id IS NOT NULL`,
    )) as [{ committed: number }];
    keep();
    expect([open, committed, (await answer).status]).toEqual([0, 1, 201]);
  });

  it('that is under way elsewhere answers 409 with the time its lease has left', async () => {
    const { kept, keep } = promised();
    const arrived = promised();
    outside.call = async () => {
      arrived.keep();
      await kept;
      return 'done';
    };
    const neighbour = await TestApp.start({}, new TestClock(), [TrialOperationsModule]);
    const first = begin('k');
    await arrived.kept;
    const elsewhere = await new TestCompany(neighbour.url, company.token, company.id, '')
      .post('trial/begin', { name: 'trial' }, { key: 'k' })
      .catch((error: unknown) => error as Answer);
    keep();
    await Promise.all([first, neighbour.stop()]);
    expect([elsewhere.status, elsewhere.body.error.reason]).toEqual([409, 'idempotency_in_progress']);
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect([outside.calls.length, await effects()]).toEqual([1, 1]);
  });

  it('whose outcome is unknown answers 202, stores nothing, and a retry carries on with it', async () => {
    outside.call = () => Promise.resolve('unknown');
    const unknown = await begin('k');
    const stillUnknown = await begin('k');
    outside.call = () => Promise.resolve('done');
    const known = await begin('k');
    expect([unknown.status, stillUnknown.status, known.status]).toEqual([202, 202, 201]);
    expect(new Set(outside.calls)).toEqual(new Set([known.body.id]));
    expect([stillUnknown.text, await effects()]).toEqual([unknown.text, 1]);
    expect((await begin('k')).text).toBe(known.text);
  });

  it('that failed on our side is carried on by the retry, once the lease is over', async () => {
    outside.call = () => Promise.reject(new Error('forced'));
    expect((await begin('k')).status).toBe(500);
    const held = await begin('k');
    expect([held.status, held.body.error.reason]).toEqual([409, 'idempotency_in_progress']);
    await company.sql(`UPDATE work_items SET leased_until = clock_timestamp() WHERE company_id = $1`, [
      company.id,
    ]);
    outside.call = () => Promise.resolve('done');
    expect((await begin('k')).status).toBe(201);
    expect([new Set(outside.calls).size, await effects()]).toEqual([1, 1]);
  });

  it('under a key of another payload, another route or of nobody is refused', async () => {
    outside.call = () => Promise.resolve('unknown');
    await begin('k');
    const other = await begin('k', 'something else');
    const elsewhere = await begin('k', 'trial', 'trial/pay');
    expect([other.status, other.body.error.reason]).toEqual([422, 'idempotency_key_reuse']);
    expect([elsewhere.status, elsewhere.body.error.mismatch]).toEqual([422, ['path']]);
    expect((await begin(null)).status).toBe(400);
    expect(outside.calls).toHaveLength(1);
  });

  it('needs a key where money moves, even when the company has opted out of keys', async () => {
    company = await app.bareCompany({ idempotencyKeyPolicy: 'optional' });
    expect((await begin(null)).status).toBe(201);
    const moving = await begin(null, 'trial', 'trial/pay');
    expect([moving.status, moving.body.error.reason]).toEqual([400, 'idempotency_key_required']);
    expect(outside.calls).toHaveLength(1);
  });

  it('writes nothing after it has lost its lease', async () => {
    const { kept, keep } = promised();
    const arrived = promised();
    let turn = 0;
    outside.call = async () => {
      if (turn++ > 0) return 'done';
      arrived.keep();
      await kept;
      return 'done';
    };
    const slow = begin('k');
    await arrived.kept;
    await company.sql(`UPDATE work_items SET leased_until = clock_timestamp() WHERE company_id = $1`, [
      company.id,
    ]);
    const operation = app.nest.get(TrialOperation);
    const [{ id }] = (await company.sql(
      `SELECT resource_id AS id FROM idempotency_keys WHERE resource_id IS NOT NULL`,
    )) as [{ id: string }];
    const overtaken = await operation.carryOn(company.id, id);
    keep();
    const late = await slow;
    expect(overtaken.state).toBe('finished');
    expect([late.status, await effects()]).toEqual([201, 1]);
    expect((await begin('k')).text).toBe(late.text);
  });
});
