import { downstreamKey } from '../../../src/payments/domain/downstream-key';
import { backOffSeconds, KEY_WINDOW_HOURS, LEASE_SECONDS } from '../../../src/payments/domain/payment-work';
import { readSecretKey } from '../../../src/payments/domain/payment-account';

const ORDER = {
  isLive: false,
  companyId: '0192f0c1-0000-7000-8000-000000000001',
  kind: 'charge' as const,
  paymentId: '0192f0c1-0000-7000-8000-000000000002',
};

describe('the key of an order at the provider', () => {
  it('is the same for ever: a release that changes it would charge what is unfinished a second time', () => {
    expect(downstreamKey(ORDER)).toBe(downstreamKey({ ...ORDER }));
    expect(downstreamKey(ORDER)).toBe('4169f6ac-23f1-58c1-9051-27ce6723340d');
  });

  it('differs by mode, company, kind and payment', () => {
    const keys = [
      ORDER,
      { ...ORDER, isLive: true },
      { ...ORDER, companyId: ORDER.paymentId },
      { ...ORDER, kind: 'refund' as const },
      { ...ORDER, paymentId: ORDER.companyId },
    ].map(downstreamKey);
    expect(new Set(keys).size).toBe(5);
  });
});

describe('the times of the work', () => {
  it('asks again after seconds, then minutes, never all at once', () => {
    for (let round = 0; round < 50; round += 1) {
      expect(backOffSeconds(0)).toBeGreaterThanOrEqual(2.5);
      expect(backOffSeconds(0)).toBeLessThanOrEqual(5);
      expect(backOffSeconds(400)).toBeLessThanOrEqual(100);
      expect(backOffSeconds(90_000)).toBeGreaterThanOrEqual(300);
      expect(backOffSeconds(90_000)).toBeLessThanOrEqual(600);
    }
  });

  it('stays within the window of the provider, and within the lease', () => {
    expect(KEY_WINDOW_HOURS).toBeLessThan(24);
    // Two calls of 12 s, a pause of the library between them.
    expect(LEASE_SECONDS).toBeGreaterThan(2 * 12 + 1);
  });
});

describe('a secret key', () => {
  it.each([
    ['sk_test_abcdefgh1234', { isLive: false, ending: '1234' }],
    ['rk_live_abcdefgh1234', { isLive: true, ending: '1234' }],
    ['pk_live_abcdefgh1234', null],
    ['sk_live_', null],
    ['sk_live_abc def 12345', null],
    ['whsec_abcdefgh1234', null],
  ])('%s', (text, expected) => expect(readSecretKey(text)).toEqual(expected));
});
