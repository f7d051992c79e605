import {
  outcomeOfFault,
  outcomeOfIntent,
  outcomeOfRefund,
  type Intent,
  type StripeFault,
} from '../../../src/payments/domain/stripe-outcome';

const ORDERED = { units: 12100, currency: 'eur' };
const intent = (members: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  status: 'succeeded',
  amount_received: 12100,
  currency: 'eur',
  latest_charge: 'ch_1',
  last_payment_error: null,
  ...members,
});
const of = (members: Partial<Intent>): string => outcomeOfIntent(intent(members), ORDERED).is;

describe('what Stripe says of an order', () => {
  it('moved, with the charge that payouts name', () => {
    const moved = { is: 'moved', reference: 'pi_1', moneyId: 'ch_1' };
    expect(outcomeOfIntent(intent(), ORDERED)).toEqual(moved);
    expect(outcomeOfIntent(intent({ latest_charge: { id: 'ch_1' } }), ORDERED)).toEqual(moved);
  });

  it('is not known when the money is not what was ordered', () => {
    expect(of({ amount_received: 12099 })).toBe('unknown');
    expect(of({ amount_received: undefined })).toBe('unknown');
    expect(of({ currency: 'usd' })).toBe('unknown');
    expect(of({ latest_charge: null })).toBe('unknown');
  });

  it.each(['processing', 'requires_action', 'requires_capture', 'requires_confirmation', 'something_new'])(
    'is not decided while it is %s',
    status => expect(of({ status })).toBe('processing'),
  );

  it('failed when a payment method was tried in vain, or it was cancelled', () => {
    const tried = { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } };
    expect(of(tried)).toBe('failed');
    expect(of({ ...tried, last_payment_error: null })).toBe('processing');
    expect(of({ status: 'canceled' })).toBe('failed');
  });

  it.each([
    ['succeeded', 'moved'],
    ['pending', 'processing'],
    ['requires_action', 'processing'],
    [null, 'processing'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('a refund that is %s %s', (status, is) => {
    const refund = { id: 're_1', status, amount: 12100, currency: 'eur' };
    expect(outcomeOfRefund(refund, ORDERED).is).toBe(is);
    expect(outcomeOfRefund({ ...refund, amount: 1 }, ORDERED).is).toBe('unknown');
  });
});

describe('what a fault of the call proves', () => {
  const after = (fault: StripeFault, attempts = 1) => outcomeOfFault(fault, ORDERED, attempts);

  it('a decline is one, with the codes of the provider', () => {
    const fault = { statusCode: 402, code: 'card_declined', decline_code: 'lost_card', message: 'No.' };
    expect(after(fault)).toEqual({
      is: 'failed',
      failure: {
        reason: 'payment_declined',
        code: 'card_declined',
        declineCode: 'lost_card',
        message: 'No.',
      },
      reference: undefined,
    });
    const declined = intent({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    expect(after({ ...fault, payment_intent: declined })).toMatchObject({ is: 'failed', reference: 'pi_1' });
  });

  it('a decline whose order says otherwise is what the order says', () => {
    expect(after({ statusCode: 402, payment_intent: intent() })).toMatchObject({ is: 'moved' });
    expect(after({ statusCode: 402, payment_intent: intent({ status: 'processing' }) }).is).toBe(
      'processing',
    );
  });

  it.each([400, 404])('%s: the order is refused as it is', statusCode => {
    expect(
      after({ statusCode, rawType: 'invalid_request_error', code: 'resource_missing' }, 3),
    ).toMatchObject({
      is: 'failed',
      failure: { reason: 'payment_rejected', code: 'resource_missing' },
    });
  });

  it.each([401, 403])(
    '%s: nothing was done by the first attempt, which says nothing of an earlier one',
    statusCode => {
      expect(after({ statusCode, message: 'Invalid API Key provided: sk_live_***' })).toMatchObject({
        is: 'failed',
        failure: { reason: 'payment_rejected', message: expect.not.stringContaining('sk_') },
      });
      expect(after({ statusCode }, 2).is).toBe('unknown');
    },
  );

  it.each<[string, StripeFault]>([
    ['no answer', {}],
    ['the key with other parameters', { statusCode: 400, rawType: 'idempotency_error' }],
    ['a rate limit as 400', { statusCode: 400, code: 'rate_limit' }],
    ['the key in use', { statusCode: 409, rawType: 'idempotency_error' }],
    ['a rate limit', { statusCode: 429 }],
    ['a dependency of the provider', { statusCode: 424 }],
    ['a status nobody knows', { statusCode: 418 }],
    ['a redirect', { statusCode: 302 }],
  ])('%s: nothing is known', (_, fault) => {
    expect(after(fault)).toMatchObject({ is: 'unknown', answerKept: false });
  });

  it.each([500, 502, 503, 504])('%s: nothing is known, and the key may bring it again', statusCode => {
    expect(after({ statusCode })).toMatchObject({ is: 'unknown', answerKept: true });
  });
});
