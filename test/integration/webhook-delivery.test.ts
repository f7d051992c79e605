import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Worker } from '../../src/work';
import { Clock } from '../../src/platform/clock';
import { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';
import { WebhookSender } from '../../src/webhooks/outbound/sending/webhook-sender';
import { withClient } from '../support/database';
import { Receiver, workUntil } from '../support/receiver';
import { TestApp, type TestCompany } from '../support/test-app';

/** Nobody waits for three days here. */
const SOON: DeliverySettings = {
  timeoutMs: 300,
  retryDelaysSeconds: Array.from({ length: 6 }, () => 0.02),
  firstPauseSeconds: 0.02,
  longestPauseSeconds: 0.02,
  lingerSeconds: 0,
};

interface Subscription {
  id: string;
  secret: string;
}
interface Delivery {
  id: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  sequence: number | null;
  status: string;
  attempts: number;
  lastError: string | null;
}

/** @invariant INV-13 */
describe('events are told to their subscribers', () => {
  let app: TestApp;
  let company: TestCompany;
  let receivers: Receiver[];
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    Object.assign(app.nest.get(DeliverySettings), SOON);
    app.clock.instant = undefined;
    receivers = [];
    company = await app.bareCompany();
  });
  afterEach(async () => {
    await app.asOwner(`DELETE FROM work_items WHERE kind = 'webhook_deliveries'`);
    await Promise.all(receivers.map(receiver => receiver.stop()));
  });

  async function receiver(react?: Receiver['react']): Promise<Receiver> {
    const started = await Receiver.start(react);
    receivers.push(started);
    return started;
  }
  const subscribe = (url: string, of = company, events = ['*']): Promise<Subscription> =>
    of.ok('webhooks/subscriptions/create', { url, events });
  const item = (name: string, of = company): Promise<{ id: string }> =>
    of.ok('catalog/items/create', { name });
  const deliveries = async (of = company): Promise<Delivery[]> =>
    ((await of.ok('webhooks/deliveries/list', { sort: [{ field: 'createdAt' }] })) as { rows: Delivery[] })
      .rows;
  const drain = (): Promise<void> => app.nest.get(Worker).drain();

  it('signed, and as the list of events has them', async () => {
    await item('Before anybody listened');
    const there = await receiver();
    const { secret } = await subscribe(there.url);
    const { id } = await item('Handbook');
    await drain();
    const [message] = there.received;
    expect(there.received).toHaveLength(1);
    const [event] = (await company.ok('webhooks/events/list', { afterSequence: 1 })).rows;
    expect(event.sequence).toBe(2);
    expect(there.verified(secret)).toEqual([{ ...event, companyId: company.id }]);
    expect(event.data).toMatchObject({ id, name: 'Handbook' });
    expect(message).toMatchObject({ id: event.id, path: '/hooks' });
    expect(message!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Gapless-Webhooks/1',
    });
    expect(await deliveries()).toEqual([
      expect.objectContaining({
        eventId: event.id,
        sequence: 2,
        eventType: 'item.created',
        status: 'delivered',
        attempts: 1,
        lastError: null,
        nextAttemptAt: null,
        deliveredAt: expect.any(String),
      }),
    ]);
  });

  it('by the names they asked for', async () => {
    const there = await receiver();
    const { secret } = await subscribe(there.url, company, ['item.deleted', 'sale_invoice.issued']);
    const { id } = await item('Handbook');
    await company.ok('catalog/items/delete', { id });
    await drain();
    expect(there.verified(secret).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['item.deleted', 2],
    ]);
  });

  it('each company its own', async () => {
    const other = await app.bareCompany();
    const [ours, theirs] = [await receiver(), await receiver()];
    const [ourSecret, theirSecret] = [
      (await subscribe(ours.url)).secret,
      (await subscribe(theirs.url, other)).secret,
    ];
    await item('Ours');
    await item('Theirs', other);
    await drain();
    expect(ours.verified(ourSecret)).toMatchObject([{ companyId: company.id, data: { name: 'Ours' } }]);
    expect(theirs.verified(theirSecret)).toMatchObject([{ companyId: other.id, data: { name: 'Theirs' } }]);
  });

  it('not when their transaction was rolled back', async () => {
    const there = await receiver();
    const { id } = await subscribe(there.url);
    await withClient(app.applicationUrl, async client => {
      await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
      await client.query(INSERT_EVENT, [company.id]);
      await client.query('ROLLBACK');
    });
    await company.post('catalog/items/create', { name: 'Refused', saleAccountCode: '999999' });
    await drain();
    expect(there.received).toEqual([]);
    expect(await company.count('webhook_deliveries', `subscription_id = '${id}'`)).toBe(0);
  });

  describe('once more', () => {
    /** V2 of the outside: refused, then taken without an answer, then taken. */
    it('under the same id, with the same bytes and a fresh signature, until they are taken', async () => {
      const begun = Math.floor(new Clock().now().getTime() / 1000);
      const there = await receiver((_, index) => {
        app.clock.instant = new Date((begun + index + 1) * 1000);
        return ([500, 'hang', 204] as const)[index]!;
      });
      app.clock.instant = new Date(begun * 1000);
      const { secret } = await subscribe(there.url);
      await item('Handbook');
      await workUntil(app, async () => (await deliveries())[0]?.status === 'delivered');
      expect(there.received).toHaveLength(3);
      expect(there.verified(secret)).toHaveLength(3);
      const all = (of: (message: (typeof there.received)[0]) => unknown): unknown[] => [
        ...new Set(there.received.map(of)),
      ];
      expect(all(({ id }) => id)).toHaveLength(1);
      expect(all(({ body }) => body)).toHaveLength(1);
      expect(all(({ headers }) => headers['webhook-timestamp'])).toEqual(
        [0, 1, 2].map(seconds => String(begun + seconds)),
      );
      expect(all(({ headers }) => headers['webhook-signature'])).toHaveLength(3);
      expect(await deliveries()).toMatchObject([{ attempts: 3, lastError: null }]);
    });

    it('until there is no more time, and then again by hand', async () => {
      const there = await receiver((_, index) =>
        index < 7 ? { status: 500, body: `Out of\norder\u0000 ${'x'.repeat(1000)}` } : 200,
      );
      await subscribe(there.url);
      await item('Handbook');
      await workUntil(app, async () => (await deliveries())[0]?.status === 'failed');
      const [failed] = await deliveries();
      expect(failed).toMatchObject({ attempts: 7 });
      expect(failed!.lastError).toMatch(/^answered 500: Out of order x{185,187}$/);
      expect(await company.ok('webhooks/deliveries/redeliver', { id: failed!.id })).toEqual({
        id: failed!.id,
        status: 'pending',
      });
      await drain();
      expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 8, lastError: null }]);
      await company.ok('webhooks/deliveries/redeliver', { id: failed!.id });
      await drain();
      expect(there.received).toHaveLength(9);
      expect(new Set(there.received.map(({ id }) => id)).size).toBe(1);
    });
  });

  it('no more when the receiver answers 410, until the subscription is active again', async () => {
    const there = await receiver((_, index) => (index === 0 ? 410 : 200));
    const { id, secret } = await subscribe(there.url);
    await item('One');
    await drain();
    const [subscription] = (await company.ok('webhooks/subscriptions/list')).rows;
    expect(subscription.isActive).toBe(false);
    await item('Two');
    await drain();
    expect(there.received).toHaveLength(1);
    const audit = (await company.ok('audit/list', {
      filter: [{ field: 'action', op: 'eq', value: 'webhook_subscription.disabled' }],
    })) as { rows: unknown[] };
    expect(audit.rows).toMatchObject([{ actorType: 'system', entityId: id, diff: { isActive: false } }]);
    await company.ok('webhooks/subscriptions/update', { id, isActive: true });
    await drain();
    expect(there.verified(secret).map(({ data }) => data.name)).toEqual(['One', 'One', 'Two']);
  });

  it('in spite of another receiver that hangs', async () => {
    Object.assign(app.nest.get(DeliverySettings), { timeoutMs: 4000 });
    const order: string[] = [];
    let letGo = (): void => undefined;
    const fastHasIt = new Promise<void>(resolve => (letGo = resolve));
    const slow = await receiver(async () => {
      await fastHasIt;
      order.push('slow');
      return 200;
    });
    const fast = await receiver(() => {
      order.push('fast');
      letGo();
      return 200;
    });
    const { id: first } = await subscribe(slow.url);
    await subscribe(fast.url);
    await item('Handbook');
    await app.asOwner(
      `UPDATE work_items SET due_at = due_at - interval '1 minute' WHERE subject_id = '${first}'`,
    );
    await drain();
    expect(order).toEqual(['fast', 'slow']);
    expect((await deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  });

  it('in spite of another company whose many receivers all hang', async () => {
    Object.assign(app.nest.get(DeliverySettings), { timeoutMs: 10_000 });
    const other = await app.bareCompany();
    let letGo = (): void => undefined;
    const end = new Promise<void>(resolve => (letGo = resolve));
    const slow = await receiver(async () => {
      await end;
      return 200;
    });
    let seen: number | undefined;
    const fast = await receiver(() => {
      seen = slow.received.length;
      letGo();
      return 200;
    });
    for (let index = 0; index < 20; index++) await subscribe(slow.url);
    await item('Handbook');
    const worker = app.nest.get(Worker);
    worker.start();
    while (slow.received.length === 0) await new Promise(setImmediate);
    // By now the lanes are taken; whoever comes later finds room all the same.
    await subscribe(fast.url, other);
    await item('Theirs', other);
    await end;
    await worker.stop();
    await drain();
    expect(seen).toBe(8);
    expect(slow.received).toHaveLength(20);
  });

  it('one at first, and the others once that was answered', async () => {
    Object.assign(app.nest.get(DeliverySettings), { firstPauseSeconds: 3600, longestPauseSeconds: 3600 });
    let isSilent = true;
    const there = await receiver(() => (isSilent ? 'hang' : 200));
    const { id } = await subscribe(there.url);
    for (const name of ['One', 'Two', 'Three']) await item(name);
    await drain();
    expect(there.received).toHaveLength(1);
    isSilent = false;
    await company.ok('webhooks/subscriptions/test', { id });
    await workUntil(app, () => new Set(there.received.slice(1).map(message => message.id)).size === 4);
  });

  it('to a receiver that answers with another protocol: that is no answer', async () => {
    const server = createServer(socket =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      ),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const attempt = await app.nest.get(WebhookSender).send({
      url: `http://127.0.0.1:${port}/`,
      secret: `whsec_${'A'.repeat(44)}`,
      id: 'x',
      body: '{}',
    });
    server.close();
    expect(attempt).toEqual({ status: null, error: 'no answer: the connection was closed' });
  });

  it('not at once when the receiver takes nothing: it is left alone for a while', async () => {
    Object.assign(app.nest.get(DeliverySettings), { firstPauseSeconds: 3600, longestPauseSeconds: 3600 });
    const there = await receiver((_, index) => (index === 0 ? 500 : 200));
    const { id } = await subscribe(there.url);
    await item('One');
    await drain();
    await item('Two');
    // The first is due again, the second is new, and neither is sent.
    const isDue = (): Promise<number> => company.count('webhook_deliveries', 'next_attempt_at <= now()');
    await workUntil(app, async () => (await isDue()) === 2);
    expect(there.received).toHaveLength(1);
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([1, 0]);
    const test = await company.ok('webhooks/subscriptions/test', { id });
    await workUntil(app, () => there.received.length === 4);
    const told = await deliveries();
    expect(told.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(told[2]).toMatchObject({ id: test.id, eventType: 'test', sequence: null });
    expect(JSON.parse(there.received.find(({ id: of }) => of === told[2]!.eventId)!.body)).toEqual({
      id: told[2]!.eventId,
      type: 'test',
      timestamp: expect.any(String),
      companyId: company.id,
      sequence: null,
      data: {},
    });
    // It told of nothing: the sequence of the company has no place for it.
    expect((await company.ok('webhooks/events/list')).rows).toHaveLength(2);
  });

  describe('though two of us are at it', () => {
    it('an event that is committed when the lane has gone to sleep wakes it', async () => {
      const there = await receiver();
      const { secret } = await subscribe(there.url);
      await item('One'); // the lane is awake
      await withClient(app.applicationUrl, async client => {
        await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
        await client.query(INSERT_EVENT, [company.id]);
        await drain(); // the lane ends its turn while the event is not to be seen
        expect(there.received).toHaveLength(1);
        await client.query('COMMIT');
      });
      await workUntil(app, () => there.received.length === 2);
      expect(there.verified(secret).map(({ sequence }) => sequence)).toEqual([1, 2]);
      const [lane] = await company.sql(
        `SELECT due_at > now() + interval '10 minutes' AS asleep FROM work_items WHERE company_id = $1`,
        [company.id],
      );
      expect(lane).toEqual({ asleep: true });
    });

    it('the first event of a company wakes it as well', async () => {
      const there = await receiver();
      await subscribe(there.url);
      await withClient(app.applicationUrl, async client => {
        await client.query(`BEGIN; SET LOCAL app.company_id = '${company.id}'`);
        await client.query(INSERT_EVENT, [company.id]);
        await drain();
        await client.query('COMMIT');
      });
      await workUntil(app, () => there.received.length === 1);
    });

    it('what was given up while it was on its way is not tried again', async () => {
      const there = await receiver(async () => {
        await company.ok('webhooks/subscriptions/delete', { id: subscription.id });
        return 500;
      });
      const subscription = await subscribe(there.url);
      await item('Handbook');
      await drain();
      expect(await deliveries()).toMatchObject([
        { status: 'failed', lastError: 'the subscription was deleted' },
      ]);
    });

    it('whoever lost the lease writes nothing', async () => {
      const there = await receiver(async (_, index) => {
        // While the first message is on its way, somebody else takes the lane over.
        if (index === 0)
          await app.asOwner(
            `UPDATE work_items SET lease_token = lease_token + 1, leased_until = NULL WHERE kind = 'webhook_deliveries'`,
          );
        return 200;
      });
      await subscribe(there.url);
      await item('Handbook');
      await app.nest.get(Worker).drain();
      expect(there.received).toHaveLength(2);
      expect(new Set(there.received.map(({ id, body }) => `${id}${body}`)).size).toBe(1);
      expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    });
  });

  describe('only where they may be sent', () => {
    const strict = { outboundAllowedNetworks: [] };

    it('not to private addresses, also by a name, whatever was allowed when it was subscribed', async () => {
      const there = await receiver();
      for (const host of ['127.0.0.1', 'localhost']) await subscribe(`http://${host}:${there.port}/hooks`);
      const closed = await TestApp.start(strict);
      const byName = { url: `https://localhost:${there.port}/hooks`, events: ['*'] };
      await closed.bareCompany(); // it can make companies, yet refuses plain http
      const answer = await fetch(`${closed.url}/v1/webhooks/subscriptions/create`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${company.token}`,
          'idempotency-key': 'plain',
        },
        body: JSON.stringify({ ...byName, url: there.url }),
      });
      expect(answer.status).toBe(400);
      await subscribe(byName.url);
      await item('Handbook');
      await closed.nest.get(Worker).drain();
      await closed.stop();
      expect(there.received).toEqual([]);
      expect((await deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual(
        [1, 1, 1].map(attempts => ['pending', attempts]),
      );
      for (const { lastError } of await deliveries()) expect(lastError).toMatch(/not public/);
    });

    it('not on to where a receiver points', async () => {
      const inside = await receiver();
      const outside = await receiver(() => ({ status: 307, headers: { location: inside.url } }));
      await subscribe(outside.url);
      await item('Handbook');
      await workUntil(app, async () => (await deliveries())[0]?.status === 'failed');
      expect(inside.received).toEqual([]);
      expect((await deliveries())[0]!.lastError).toBe('answered 307 (redirects are not followed)');
    });

    it.each(['http://127.0.0.1', 'http://[::1]', 'https://[::ffff:127.0.0.1]', 'http://localhost'])(
      'which %s is not',
      async origin => {
        const there = await receiver();
        const closed = await TestApp.start(strict);
        const attempt = await closed.nest
          .get(WebhookSender)
          .send({ url: `${origin}:${there.port}/`, secret: `whsec_${'A'.repeat(44)}`, id: 'x', body: '{}' });
        await closed.stop();
        expect(attempt.status).toBeNull();
        expect(attempt.error).toMatch(/not public/);
        expect(there.received).toEqual([]);
      },
    );
  });
});

/** An event of the company, with its number, as every fact writes one. */
const INSERT_EVENT = `
  WITH counter AS (
    INSERT INTO event_counters (company_id, last_sequence) VALUES ($1, 1)
      ON CONFLICT (company_id) DO UPDATE SET last_sequence = event_counters.last_sequence + 1 RETURNING last_sequence)
  INSERT INTO events (company_id, sequence, previous_sequence, event_id, type, entity_id, payload)
    SELECT $1, last_sequence, nullif(last_sequence - 1, 0), gen_random_uuid(), 'item.created', gen_random_uuid(), '{}' FROM counter`;
