import {
  DeliverySettings,
  outcomeOf,
  pauseSeconds,
  retryInSeconds,
} from '../../../src/webhooks/outbound/domain/delivery';
import { messageBody } from '../../../src/webhooks/outbound/domain/event-message';
import { isWebhookSecret, newWebhookSecret } from '../../../src/webhooks/outbound/domain/webhook-secret';

const HOUR = 3600;

describe('deliveries', () => {
  const settings = new DeliverySettings();
  const attempts = settings.retryDelaysSeconds.map((_, attempt) => attempt);

  it('are tried over three days, and then no more', () => {
    const whole = attempts.reduce((sum, attempt) => sum + settings.retryDelaysSeconds[attempt]!, 0);
    expect(whole / HOUR).toBeGreaterThan(72);
    expect(whole / HOUR).toBeLessThan(78);
    expect(outcomeOf({ status: 500, error: '' }, attempts.length - 1, settings)).toBe('retry');
    expect(outcomeOf({ status: 500, error: '' }, attempts.length, settings)).toBe('failed');
  });

  it('come back a little earlier or later each time', () => {
    for (const attempt of attempts) {
      const wanted = settings.retryDelaysSeconds[attempt]!;
      const drawn = Array.from({ length: 100 }, () => retryInSeconds('retry', attempt, settings)!);
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(wanted * 0.9);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(wanted * 1.1);
      expect(new Set(drawn).size).toBeGreaterThan(50);
    }
    expect(retryInSeconds('delivered', 0, settings)).toBeNull();
    expect(retryInSeconds('failed', 9, settings)).toBeNull();
    expect(retryInSeconds('gone', 0, settings)).toBe(0);
  });

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'retry'],
    [400, 'retry'],
    [410, 'gone'],
    [500, 'retry'],
    [null, 'retry'],
  ] as const)('end by the status: %s is %s', (status, outcome) => {
    expect(outcomeOf({ status, error: '' }, 0, settings)).toBe(outcome);
  });

  it('leave a receiver that takes nothing alone for longer and longer, up to ten minutes', () => {
    expect([1, 2, 3, 8, 50].map(turns => pauseSeconds(turns, settings))).toEqual([5, 10, 20, 600, 600]);
  });

  it('say the payload as it is stored', () => {
    const head = { id: 'e', type: 'item.created', timestamp: '2026-01-01T00:00:00.000Z', companyId: 'c' };
    expect(messageBody({ ...head, sequence: 7, data: '{"amount": 1.10}' })).toBe(
      '{"id":"e","type":"item.created","timestamp":"2026-01-01T00:00:00.000Z","companyId":"c","sequence":7,"data":{"amount": 1.10}}',
    );
  });
});

describe('secrets', () => {
  const of = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

  it('are made anew each time, and are what is asked of those that are given', () => {
    expect(isWebhookSecret(newWebhookSecret())).toBe(true);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
    expect([23, 24, 64, 65].map(bytes => isWebhookSecret(of(bytes)))).toEqual([false, true, true, false]);
  });

  it.each(['', 'whsec_', of(32).slice(6), `${of(32)}!`, `${of(32)} `, `whsec_${'-_'.repeat(16)}`])(
    'are not %j',
    text => expect(isWebhookSecret(text)).toBe(false),
  );
});
