import { newId } from '../../../shared/ids';
import type { InboundProvider } from './inbound-event';

/** An event that is remembered and does nothing. */
export const TEST_EVENT_TYPE = 'gapless.test';

export function testEvent(provider: InboundProvider, now: Date): { id: string; body: string } {
  const id = `evt_test_${newId()}`;
  const body =
    provider === 'stripe'
      ? {
          id,
          object: 'event',
          type: TEST_EVENT_TYPE,
          created: Math.floor(now.getTime() / 1000),
          livemode: false,
          data: { object: {} },
        }
      : { type: TEST_EVENT_TYPE, timestamp: now.toISOString(), data: {} };
  return { id, body: JSON.stringify(body) };
}
