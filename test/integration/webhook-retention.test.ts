import { Housekeeping } from '../../src/housekeeping';
import { Worker } from '../../src/work';
import { inCompany, withClient } from '../support/database';
import { Receiver } from '../support/receiver';
import { TestApp, type TestCompany } from '../support/test-app';

const NOT_PERMITTED = '42501';

/** @invariant INV-13 */
describe('what webhooks leave behind', () => {
  let app: TestApp;
  let company: TestCompany;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await TestApp.start();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
  });
  beforeEach(async () => {
    company = await app.bareCompany();
    receiver.react = () => 200;
    receiver.received.length = 0;
  });
  afterEach(() => app.asOwner(`DELETE FROM work_items WHERE kind = 'webhook_deliveries'`));

  const purge = (): Promise<void> => app.nest.get(Housekeeping).purgeWebhooks();
  const drain = (): Promise<void> => app.nest.get(Worker).drain();
  const events = (afterSequence?: number): ReturnType<TestCompany['post']> =>
    company.post('webhooks/events/list', { afterSequence });
  /** Events that were written so many days ago, in order. */
  const happened = (...daysAgo: number[]): Promise<unknown> =>
    company.sql(INSERT_EVENTS, [company.id, daysAgo]);
  const subscribe = (): Promise<{ id: string }> =>
    company.ok('webhooks/subscriptions/create', { url: receiver.url, events: ['*'] });
  const age = (days: number, where = 'true'): Promise<unknown> =>
    company.sql(
      `UPDATE webhook_deliveries SET status_at = now() - make_interval(days => $1) WHERE ${where}`,
      [days],
    );
  const statuses = (): Promise<{ sequence: number; status: string }[]> =>
    company.sql('SELECT sequence::int, status FROM webhook_deliveries ORDER BY sequence');
  const payloads = async (): Promise<boolean[]> =>
    (
      (await company.sql('SELECT payload IS NOT NULL AS kept FROM events ORDER BY sequence')) as {
        kept: boolean;
      }[]
    ).map(({ kept }) => kept);
  /** How a statement of somebody ends. */
  const refusal = (url: string, statement: string): Promise<string> =>
    inCompany(url, company.id, async client => `${(await client.query(statement)).rowCount} rows`).catch(
      ({ code, constraint }: { code: string; constraint?: string }) => constraint ?? code,
    );

  it('goes when it is over for thirty days: deliveries that were made or given up, not those that wait', async () => {
    await subscribe();
    await happened(50, 50, 50, 50, 50);
    await drain();
    await company.sql(
      `UPDATE webhook_deliveries SET status = CASE sequence WHEN 2 THEN 'failed' ELSE 'pending' END,
              next_attempt_at = CASE sequence WHEN 2 THEN NULL ELSE now() + interval '1 day' END WHERE sequence IN (2, 3)`,
    );
    await age(31);
    await age(29, 'sequence = 4');
    await purge();
    expect(await statuses()).toEqual([
      { sequence: 3, status: 'pending' },
      { sequence: 4, status: 'delivered' },
    ]);
  });

  it('is worked through in batches', async () => {
    await subscribe();
    await happened(...Array.from({ length: 200 }, () => 400));
    await drain();
    await age(40);
    await company.sql(
      `INSERT INTO webhook_deliveries (company_id, delivery_id, subscription_id, event_id, event_type, status, delivered_at, status_at)
         SELECT d.company_id, gen_random_uuid(), d.subscription_id, gen_random_uuid(), 'test', 'delivered', now(), now() - interval '40 days'
           FROM webhook_deliveries d, generate_series(1, 5)`,
    );
    await purge();
    expect(await company.count('webhook_deliveries')).toBe(0);
    expect(await company.count('events', 'payload IS NOT NULL')).toBe(0);
  });

  it('of events older than a year only the payload goes; who asks for one is told the first that is kept', async () => {
    await happened(800, 400, 366, 364, 1);
    await purge();
    expect(await payloads()).toEqual([false, false, false, true, true]);
    for (const answer of [await events(), await events(2)]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject({
        code: 'validation',
        reason: 'events_purged',
        firstKeptSequence: 4,
      });
      expect(answer.body.error.message).toContain(
        '365 days; the first that is kept is 4. Go on with afterSequence 3',
      );
    }
    const kept = await events(3);
    expect(kept.status).toBe(200);
    expect(kept.body.rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual([4, 5]);
    // The sequence goes on as if nothing had been, and is whole.
    await company.ok('catalog/items/create', { name: 'Handbook' });
    expect((await events(5)).body.rows).toMatchObject([{ sequence: 6, data: { name: 'Handbook' } }]);
    expect(await company.sql('SELECT count(*)::int, max(sequence)::int FROM events')).toEqual([
      { count: 6, max: 6 },
    ]);
  });

  it('nothing goes that somebody has still to be told', async () => {
    receiver.react = ({ body }) => ((JSON.parse(body) as { sequence: number }).sequence === 2 ? 500 : 200);
    const [first, second] = [await subscribe(), await subscribe()];
    await company.ok('webhooks/subscriptions/update', { id: second.id, isActive: false });
    await happened(400, 400, 400);
    await drain();
    await age(31);
    await purge();
    // The second subscription was switched off before the first event: it goes on there.
    expect(await payloads()).toEqual([true, true, true]);
    await company.ok('webhooks/subscriptions/delete', { id: second.id });
    await purge();
    expect(await payloads()).toEqual([false, true, true]);
    expect(await statuses()).toEqual([{ sequence: 2, status: 'pending' }]);
    // Deleted, it has nothing to be told any more; its delivery stays as long as all that are over.
    await company.ok('webhooks/subscriptions/delete', { id: first.id });
    await purge();
    expect(await payloads()).toEqual([false, true, true]);
    await age(31);
    await purge();
    expect(await payloads()).toEqual([false, false, false]);
  });

  it('what can be sent once more has its payload', async () => {
    await subscribe();
    await happened(400);
    await drain();
    await purge();
    const [{ id }] = (await company.ok('webhooks/deliveries/list')).rows;
    await company.ok('webhooks/deliveries/redeliver', { id });
    await drain();
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
      { name: 'Old' },
      { name: 'Old' },
    ]);
    await age(31);
    await purge();
    expect((await company.post('webhooks/deliveries/redeliver', { id })).status).toBe(404);
  });

  it('two purges at once do it once, and wait for nobody who writes', async () => {
    await happened(400, 400);
    await withClient(app.applicationUrl, async client => {
      await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
      await client.query(`SELECT purge_event_payloads(365, 1)`);
      await purge();
      expect(await payloads()).toEqual([true, true]);
      await client.query('COMMIT');
    });
    await Promise.all([purge(), purge()]);
    expect(await payloads()).toEqual([false, false]);
  });

  it('the application deletes and empties nothing beyond that, and the owner nothing young', async () => {
    await subscribe();
    await happened(400, 89, 1);
    await drain();
    await age(31);
    await age(0, 'sequence = 1');
    await company.sql(
      `UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() + interval '1 day' WHERE sequence = 2`,
    );
    expect(await refusal(app.applicationUrl, 'DELETE FROM webhook_deliveries')).toBe('1 rows');
    expect((await statuses()).map(({ sequence }) => sequence)).toEqual([1, 2]);
    for (const statement of ['UPDATE events SET payload = NULL', 'DELETE FROM events'])
      expect(await refusal(app.applicationUrl, statement)).toBe(NOT_PERMITTED);
    for (const statement of [
      'UPDATE events SET payload = NULL WHERE sequence > 1',
      `UPDATE events SET payload = '{}' WHERE sequence = 1`,
      `UPDATE events SET payload = NULL, type = 'item.deleted' WHERE sequence = 1`,
      'DELETE FROM events WHERE sequence = 1',
    ])
      expect(await refusal(app.ownerUrl, statement)).toBe('ck_events__append_only');
    expect(await refusal(app.superuserUrl, 'UPDATE events SET payload = NULL WHERE sequence = 1')).toBe(
      'ck_events__append_only',
    );
    // However few days it is asked for.
    await company.sql(`UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL`);
    await age(31);
    await company.sql('DELETE FROM webhook_deliveries');
    expect(await company.sql('SELECT purge_event_payloads(1, 500) AS events')).toEqual([{ events: 1 }]);
    expect(await payloads()).toEqual([false, true, true]);
  });

  it('an event that somebody else told is a duplicate, however long ago it was', async () => {
    const { id } = await company.ok('webhooks/endpoints/create', { provider: 'standard' });
    const told = await company.ok('webhooks/endpoints/test', { id });
    const send = async (): Promise<object> => {
      const answer = await fetch(`${app.url}${told.path}`, {
        method: 'POST',
        headers: told.headers,
        body: told.body,
      });
      return (await answer.json()) as object;
    };
    expect(await send()).toMatchObject({ duplicate: false });
    await company.sql(`UPDATE inbound_events SET received_at = now() - interval '20 years'`);
    await purge();
    await app.nest.get(Housekeeping).purgeAnswers();
    expect(await send()).toMatchObject({ status: 'processed', duplicate: true });
    expect(await company.count('inbound_events')).toBe(1);
  });

  it('is cleared away by the worker', async () => {
    await app.asOwner(
      `UPDATE work_items SET due_at = clock_timestamp(), leased_until = NULL WHERE kind = 'webhook_retention'`,
    );
    await happened(400);
    await drain();
    expect(await payloads()).toEqual([false]);
    const [work] = await app.asOwner(
      `SELECT due_at > clock_timestamp() + interval '9 minutes' AS later FROM work_items WHERE kind = 'webhook_retention'`,
    );
    expect(work).toEqual({ later: true });
  });
});

/** Events of the company as facts write them, but long ago. */
const INSERT_EVENTS = `
  WITH counter AS (
    INSERT INTO event_counters (company_id, last_sequence) VALUES ($1, cardinality($2::int[]))
      ON CONFLICT (company_id) DO UPDATE SET last_sequence = event_counters.last_sequence + cardinality($2::int[])
      RETURNING last_sequence - cardinality($2::int[]) AS before)
  INSERT INTO events (company_id, sequence, previous_sequence, event_id, type, entity_id, payload, created_at)
    SELECT $1, before + n, nullif(before + n - 1, 0), gen_random_uuid(), 'item.created', gen_random_uuid(), '{"name": "Old"}',
           now() - make_interval(days => days)
      FROM counter, unnest($2::int[]) WITH ORDINALITY AS e (days, n) ORDER BY n`;
