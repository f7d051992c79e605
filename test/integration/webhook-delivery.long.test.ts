import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';
import { Receiver } from '../support/receiver';
import { TestApp } from '../support/test-app';
import { WebhookWorker } from '../support/webhook-workers';

const EVENTS = 1000;
const SETTINGS: DeliverySettings = {
  timeoutMs: 400,
  retryDelaysSeconds: Array.from({ length: 60 }, () => 0.2),
  firstPauseSeconds: 0.1,
  longestPauseSeconds: 0.5,
  lingerSeconds: 0.1,
};

/** Numbers that look random and are the same in every run. */
function dice(): () => number {
  let state = 4711;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

describe('a thousand events to a receiver that fails half the time, with workers killed', () => {
  it('arrive at least once each, under one id, whole and signed', async () => {
    const app = await TestApp.start();
    const company = await app.bareCompany();
    const roll = dice();
    const taken = new Set<string>();
    const receiver = await Receiver.start(({ id }) => {
      const drawn = roll();
      if (drawn < 0.48) return 500;
      // It has the event, and yet says nothing: the sender cannot know.
      taken.add(id);
      return drawn < 0.52 ? 'hang' : 200;
    });
    const { secret } = (await company.ok('webhooks/subscriptions/create', {
      url: receiver.url,
      events: ['*'],
    })) as { secret: string };

    const workers = await Promise.all([1, 2].map(() => WebhookWorker.start(app.applicationUrl, SETTINGS)));
    const creating = createItems();
    for (const [victim, share] of [
      [0, 0.2],
      [1, 0.6],
    ] as const) {
      await until(() => taken.size > EVENTS * share);
      const before = receiver.received.length;
      await workers[victim]!.kill();
      // The lease of what it did ends a minute later; here that minute is over at once, also for whoever lives.
      await app.asOwner(
        `UPDATE work_items SET leased_until = clock_timestamp() WHERE kind = 'webhook_deliveries' AND leased_until IS NOT NULL`,
      );
      workers[victim] = await WebhookWorker.start(app.applicationUrl, SETTINGS);
      await until(() => receiver.received.length > before);
    }
    await creating;
    await until(async () => (await company.count('webhook_deliveries', `status = 'delivered'`)) === EVENTS);
    await Promise.all(workers.map(worker => worker.kill()));

    expect(taken.size).toBe(EVENTS);
    const attempts = new Map<string, typeof receiver.received>();
    for (const message of receiver.received)
      attempts.set(message.id, [...(attempts.get(message.id) ?? []), message]);
    expect(attempts.size).toBe(EVENTS);
    const events = [...attempts].map(([id, messages]) => {
      expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
      const event = messages.map(
        ({ body, headers }) => new Webhook(secret).verify(body, headers) as { id: string; sequence: number },
      )[0]!;
      expect(event.id).toBe(id);
      // A signature holds for the second in which it was made.
      const seconds = new Set(messages.map(({ headers }) => headers['webhook-timestamp']));
      expect(new Set(messages.map(({ headers }) => headers['webhook-signature'])).size).toBe(seconds.size);
      return event;
    });
    expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: EVENTS }, (_, index) => index + 1),
    );
    // It was a test: much was refused, some never answered, some came more than once though it had been taken.
    expect(receiver.received.length).toBeGreaterThan(EVENTS * 1.7);
    expect([...attempts.values()].filter(messages => messages.length > 2).length).toBeGreaterThan(100);
    await receiver.stop();
    await app.stop();

    async function createItems(): Promise<void> {
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < EVENTS) await company.ok('catalog/items/create', { name: `Item ${next++}` });
      };
      await Promise.all(Array.from({ length: 8 }, lane));
    }
  }, 240_000);
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('it did not come to that');
    await delay(20);
  }
}
