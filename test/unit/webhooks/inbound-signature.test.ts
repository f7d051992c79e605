import { Webhook } from 'standardwebhooks';
import { isSigned, signed } from '../../../src/webhooks/inbound/domain/signature';
import { readEvent } from '../../../src/webhooks/inbound/domain/read-event';

const NOW = new Date(1_700_000_000_000);
const BODY = Buffer.from('{"id":"evt_1","amount":10.00,"note":"žalia ☕"}');
const STANDARD_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the signature of Stripe', () => {
  const RIGHT = '7c50d25cc8fc29739c7e63baca114b9e0aec0df64aac76ddd8d29c84dc4c9b62';
  const PARSED_AND_WRITTEN_AGAIN = 'fda4f996828de30f6a306def5717ea31d653d6c31db404f0e000b962122e130b';
  const judge = (header: string | undefined, { body = BODY, secrets = ['whsec_test_123'], now = NOW } = {}) =>
    isSigned('stripe', { headers: { 'stripe-signature': header }, body }, secrets, now);
  const header = `t=1700000000,v1=${RIGHT}`;

  it('is that of the raw bytes', () => {
    expect(BODY.length).toBe(49);
    expect(judge(header)).toBe(true);
    expect(judge(`t=1700000000,v1=${PARSED_AND_WRITTEN_AGAIN}`)).toBe(false);
    expect(judge(header, { body: Buffer.from(JSON.stringify(JSON.parse(BODY.toString()))) })).toBe(false);
  });

  it('may be one of several, of one of several secrets', () => {
    expect(judge(`t=1700000000,v1=${'0'.repeat(64)},v1=${RIGHT},v0=${'1'.repeat(64)}`)).toBe(true);
    expect(judge(header, { secrets: ['whsec_other_one', 'whsec_test_123'] })).toBe(true);
  });

  it('is refused for one other byte, secret or time, and when it is missing or nonsense', () => {
    const changed = Buffer.from(BODY);
    changed[30]! ^= 1;
    expect(judge(header, { body: changed })).toBe(false);
    expect(judge(header, { body: Buffer.alloc(0) })).toBe(false);
    expect(judge(header, { secrets: ['whsec_other_one'] })).toBe(false);
    expect(judge(header.replace('1700000000', '1700000001'))).toBe(false);
    for (const nonsense of [undefined, '', 'v1=', `t=,v1=${RIGHT}`, `v1=${RIGHT}`, 't=1700000000', RIGHT])
      expect([nonsense, judge(nonsense)]).toEqual([nonsense, false]);
  });

  it('holds for five minutes', () => {
    const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(judge(header, { now: after(300) })).toBe(true);
    expect(judge(header, { now: after(301) })).toBe(false);
  });

  it('is what a test event is signed with', () => {
    const text = BODY.toString();
    expect(signed('stripe', { id: 'evt_1', body: text }, 'whsec_test_123', NOW)).toEqual({
      'stripe-signature': header,
    });
  });
});

describe('the signature of Standard Webhooks', () => {
  const headers = signed('standard', { id: 'msg_1', body: BODY.toString() }, STANDARD_SECRET, NOW);
  const judge = (changes: object = {}, { body = BODY, secrets = [STANDARD_SECRET], now = NOW } = {}) =>
    isSigned('standard', { headers: { ...headers, ...changes }, body }, secrets, now);

  it('is what the public library verifies', () => {
    const now = new Date();
    const fresh = signed('standard', { id: 'msg_1', body: BODY.toString() }, STANDARD_SECRET, now);
    expect(() => new Webhook(STANDARD_SECRET).verify(BODY, fresh)).not.toThrow();
    expect(isSigned('standard', { headers: fresh, body: BODY }, [STANDARD_SECRET], now)).toBe(true);
  });

  it('may be one of several, of one of several secrets', () => {
    expect(judge()).toBe(true);
    const other = `v1,${'A'.repeat(43)}= v1a,abc ${headers['webhook-signature']}`;
    expect(judge({ 'webhook-signature': other })).toBe(true);
    expect(judge({}, { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx', STANDARD_SECRET] })).toBe(true);
  });

  it('is refused for another id, body, secret or time, and when something is missing', () => {
    expect(judge({ 'webhook-id': 'msg_2' })).toBe(false);
    expect(judge({}, { body: Buffer.concat([BODY, Buffer.from(' ')]) })).toBe(false);
    expect(judge({}, { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx'] })).toBe(false);
    for (const timestamp of ['1700000001', '1700000000.5', '17e8', '', '99999999999999'])
      expect([timestamp, judge({ 'webhook-timestamp': timestamp })]).toEqual([timestamp, false]);
    for (const name of Object.keys(headers))
      expect([name, judge({ [name]: undefined })]).toEqual([name, false]);
    for (const signature of ['', 'v1', 'v1,', 'v2,abc'])
      expect([signature, judge({ 'webhook-signature': signature })]).toEqual([signature, false]);
  });

  it('holds for five minutes, before and after', () => {
    const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    for (const [seconds, holds] of [
      [-301, false],
      [-300, true],
      [300, true],
      [301, false],
    ] as const)
      expect([seconds, judge({}, { now: after(seconds) })]).toEqual([seconds, holds]);
  });
});

describe('a signed event', () => {
  it('of Stripe has its id, its time and its object in the body', () => {
    const body = { id: 'evt_1', type: 'a.b', created: 1_700_000_000, data: { object: { id: 'po_1' } } };
    expect(readEvent('stripe', {}, body, NOW)).toEqual({
      externalId: 'evt_1',
      type: 'a.b',
      createdAt: NOW,
      object: { id: 'po_1' },
    });
  });

  it('of Standard Webhooks has its id in the headers', () => {
    const body = { type: 'a.b', timestamp: '2023-11-14T22:13:20.000Z', data: { id: 'x' } };
    const told = { externalId: 'msg_1', type: 'a.b', createdAt: NOW, object: { id: 'x' } };
    expect(readEvent('standard', { 'webhook-id': 'msg_1' }, body, new Date(0))).toEqual(told);
  });

  it('may lack everything but its id', () => {
    const later = new Date(1_800_000_000_000);
    expect(readEvent('stripe', {}, { id: 'e', created: 'x', data: [1], type: 7 }, later)).toEqual({
      externalId: 'e',
      type: 'untyped',
      createdAt: later,
      object: {},
    });
    for (const id of [undefined, '', 7, 'x'.repeat(256)])
      expect(() => readEvent('stripe', {}, { id }, later)).toThrow('no id');
  });
});
