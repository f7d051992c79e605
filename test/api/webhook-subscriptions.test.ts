import { randomUUID } from 'node:crypto';
import { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';
import { withClient } from '../support/database';
import { Receiver, workUntil } from '../support/receiver';
import { TestApp, type TestCompany } from '../support/test-app';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('webhook subscriptions', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    app.nest.get(DeliverySettings).lingerSeconds = 0;
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.bareCompany();
  });
  // Nothing is ever sent to the receivers that are only named here.
  afterEach(() => app.asOwner(`DELETE FROM work_items WHERE kind = 'webhook_deliveries'`));

  const url = 'https://example.com/hooks';
  const subscribe = (more: object = {}): Promise<{ id: string; secret: string }> =>
    company.ok('webhooks/subscriptions/create', { url, events: ['*'], ...more });
  const item = (name: string): Promise<{ id: string }> => company.ok('catalog/items/create', { name });
  const listed = async (path: string, body: object = {}): Promise<Record<string, unknown>[]> =>
    ((await company.ok(path, body)) as { rows: Record<string, unknown>[] }).rows;

  it('are made, listed, changed and deleted', async () => {
    const created = await company.post('webhooks/subscriptions/create', {
      url,
      events: ['item.created', 'sale_invoice.issued', 'item.created'],
    });
    expect(created.status).toBe(201);
    const { secret, ...shown } = created.body;
    expect(shown).toEqual({
      id: expect.any(String),
      url,
      events: ['item.created', 'sale_invoice.issued'],
      isActive: true,
      createdAt: expect.any(String),
      consecutiveFailures: 0,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await listed('webhooks/subscriptions/list')).toEqual([shown]);

    const changes = { id: shown.id, url: `${url}/2`, isActive: false };
    expect(await company.ok('webhooks/subscriptions/update', changes)).toEqual({ ...shown, ...changes });
    const changed = { id: shown.id, events: ['*'], isActive: true };
    expect(await company.ok('webhooks/subscriptions/update', changed)).toEqual({
      ...shown,
      ...changes,
      ...changed,
    });
    expect(await company.ok('webhooks/subscriptions/delete', { id: shown.id })).toEqual({ id: shown.id });
    expect(await listed('webhooks/subscriptions/list')).toEqual([]);
    for (const action of ['update', 'delete', 'test']) {
      const gone = await company.post(`webhooks/subscriptions/${action}`, { id: shown.id });
      expect([gone.status, gone.body.error.reason]).toEqual([404, 'not_found']);
    }
    const actions = (await listed('audit/list')).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['created', 'updated', 'deleted'].map(verb => `webhook_subscription.${verb}`)),
    );
  });

  it.each([
    [{ url: 'http://example.org:99999/' }, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'https://user:word@example.com/' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://[::1]/' }, 'url'],
    [{ url: 'http://8.8.8.8/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['item.invented'] }, 'events'],
    [{ secret: 'short' }, 'secret'],
    [{ secret: SECRET.slice(6) }, 'secret'],
  ])('refuse %j', async (wrong, member) => {
    const answer = await company.post('webhooks/subscriptions/create', { url, events: ['*'], ...wrong });
    expect([answer.status, answer.body.error.reason]).toEqual([400, 'invalid_request']);
    expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
    expect(answer.text).not.toContain(SECRET.slice(6));
    expect(await company.count('webhook_subscriptions')).toBe(0);
  });

  it('are twenty at most, also when asked at once; a deleted one makes room', async () => {
    await Promise.all(Array.from({ length: 18 }, () => subscribe()));
    const more = (): Promise<{ status: number; body: { error?: { reason: string } } }> =>
      company.post('webhooks/subscriptions/create', { url, events: ['*'] });
    const answers = await Promise.all(Array.from({ length: 5 }, more));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error!.reason).toBe('too_many_subscriptions');
    const { id } = (await listed('webhooks/subscriptions/list'))[0]!;
    await company.ok('webhooks/subscriptions/delete', { id });
    expect((await more()).status).toBe(201);
  });

  it('refuse the same addresses in a change', async () => {
    const { id } = await subscribe();
    const answer = await company.post('webhooks/subscriptions/update', { id, url: 'https://192.168.0.1/' });
    expect([answer.status, Object.keys(answer.body.error.fieldErrors)]).toEqual([400, ['url']]);
    expect((await listed('webhooks/subscriptions/list'))[0]!.url).toBe(url);
  });

  it('show a secret once, and keep it nowhere in the open', async () => {
    const key = randomUUID();
    const body = { url, events: ['*'], secret: SECRET };
    const first = await company.post('webhooks/subscriptions/create', body, { key });
    expect(first.body.secret).toBe(SECRET);
    const again = await company.post('webhooks/subscriptions/create', body, { key });
    expect([again.status, again.body.error.reason, again.body.error.existingId]).toEqual([
      409,
      'idempotency_secret_not_replayable',
      first.body.id,
    ]);
    expect(await company.count('webhook_subscriptions')).toBe(1);
    const texts = [
      await company.post('webhooks/subscriptions/list'),
      await company.post('audit/list'),
      await company.post('webhooks/subscriptions/update', { id: first.body.id, events: ['item.created'] }),
    ];
    for (const { text } of texts) expect(text).not.toMatch(/secret|whsec/);
    const found = await withClient(app.superuserUrl, async client => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'`,
      );
      const parts = rows.map(
        ({ name }) =>
          `SELECT '${name}' FROM ${name} x WHERE x::text LIKE '%${SECRET.slice(6)}%' OR x::text LIKE '%${Buffer.from(SECRET).toString('hex')}%'`,
      );
      return (await client.query(parts.join(' UNION ALL '))).rows;
    });
    expect(found).toEqual([]);
  });

  describe('while inactive', () => {
    it('send neither tests nor anything once more', async () => {
      const receiver = await Receiver.start();
      const { id } = await subscribe({ url: receiver.url });
      await item('One');
      await workUntil(app, () => receiver.received.length === 1);
      const [delivery] = await listed('webhooks/deliveries/list');
      await company.ok('webhooks/subscriptions/update', { id, isActive: false });
      for (const [path, named] of [
        ['webhooks/subscriptions/test', id],
        ['webhooks/deliveries/redeliver', delivery!.id],
      ] as const) {
        const answer = await company.post(path, { id: named });
        expect([answer.status, answer.body.error.reason]).toEqual([409, 'subscription_inactive']);
      }
      await company.ok('webhooks/subscriptions/delete', { id });
      const answer = await company.post('webhooks/deliveries/redeliver', { id: delivery!.id });
      expect([answer.status, answer.body.error.reason]).toEqual([409, 'subscription_inactive']);
      await receiver.stop();
    });

    it('leave no lane behind, and take up what happened when they are active again', async () => {
      const receiver = await Receiver.start();
      const { id, secret } = await subscribe({ url: receiver.url });
      const lanes = async (): Promise<number> => company.count('work_items', `subject_id = '${id}'`);
      await company.ok('webhooks/subscriptions/update', { id, isActive: false });
      await workUntil(app, async () => (await lanes()) === 0);
      await item('While it slept');
      await company.ok('webhooks/subscriptions/update', { id, isActive: true });
      await workUntil(app, () => receiver.received.length === 1);
      expect(receiver.verified(secret)).toMatchObject([{ data: { name: 'While it slept' } }]);
      await company.ok('webhooks/subscriptions/delete', { id });
      await workUntil(app, async () => (await lanes()) === 0);
      await receiver.stop();
    });
  });

  it('leave their deliveries to be read when they are deleted; what was pending has failed', async () => {
    const receiver = await Receiver.start((_, index) => (index === 0 ? 200 : 500));
    const { id } = await subscribe({ url: receiver.url });
    await item('One');
    await workUntil(app, () => receiver.received.length === 1);
    await item('Two');
    await workUntil(app, () => receiver.received.length === 2);
    await company.ok('webhooks/subscriptions/delete', { id });
    const deliveries = await listed('webhooks/deliveries/list', {
      filter: [{ field: 'subscriptionId', op: 'eq', value: id }],
      sort: [{ field: 'sequence' }],
    });
    expect(deliveries).toMatchObject([
      { status: 'delivered', attempts: 1, lastError: null },
      { status: 'failed', lastError: 'the subscription was deleted', nextAttemptAt: null },
    ]);
    await receiver.stop();
  });

  describe('events/list', () => {
    it('gives the events in order from a number on', async () => {
      for (const name of ['One', 'Two', 'Three']) await item(name);
      const all = await company.ok('webhooks/events/list');
      expect(all).toEqual({
        rows: ['One', 'Two', 'Three'].map((name, index) => ({
          id: expect.any(String),
          type: 'item.created',
          timestamp: expect.any(String),
          sequence: index + 1,
          data: expect.objectContaining({ name }),
        })),
        hasMore: false,
      });
      expect(await company.ok('webhooks/events/list', { afterSequence: 1, limit: 1 })).toEqual({
        rows: [all.rows[1]],
        hasMore: true,
      });
      expect(await company.ok('webhooks/events/list', { afterSequence: 3 })).toEqual({
        rows: [],
        hasMore: false,
      });
    });

    it('gives fewer where they are large, and always the next', async () => {
      const description = Array.from({ length: 250 }, () => randomUUID()).join('');
      for (let count = 0; count < 3; count++)
        await company.ok('catalog/items/create', {
          name: `Item ${count}`,
          description: description.slice(0, 900),
        });
      await withClient(app.superuserUrl, client =>
        client.query(
          `ALTER TABLE events DISABLE TRIGGER USER;
           UPDATE events SET payload = jsonb_build_object('text', (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 60000)), 'n', sequence)
            WHERE company_id = '${company.id}';
           ALTER TABLE events ENABLE TRIGGER USER`,
        ),
      );
      const seen: number[] = [];
      for (let hasMore = true, pages = 0; hasMore && pages < 10; pages++) {
        const page = await company.ok('webhooks/events/list', { afterSequence: seen.at(-1) ?? 0 });
        expect(page.rows.length).toBeLessThan(3);
        seen.push(...(page.rows as { sequence: number }[]).map(({ sequence }) => sequence));
        hasMore = page.hasMore;
      }
      expect(seen).toEqual([1, 2, 3]);
    });
  });
});
