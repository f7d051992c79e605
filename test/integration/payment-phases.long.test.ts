import { balances, expectSoundItems, openAmounts } from '../support/bank';
import { leaveUnfinished, CHARGE, pending, Till, until } from '../support/payments';
import { outcome, SALES_NOW } from '../support/sales';
import { StripeServer, type Treatment } from '../support/stripe-server';
import { TestApp } from '../support/test-app';

/** @invariant INV-05 @invariant INV-04 */
describe('a payment whose call does not go well', () => {
  let app: TestApp;
  let second: TestApp;
  let stripe: StripeServer;
  let till: Till;
  let invoiceId: string;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    app.clock.instant = new Date(SALES_NOW);
    second = await TestApp.start({ stripeApiUrl: stripe.url }, app.clock);
  });
  afterAll(async () => {
    await second.stop();
    await app.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    await leaveUnfinished(app);
    stripe.treatments.length = stripe.arrivals.length = 0;
    till = await Till.open(app);
    invoiceId = (await till.invoice()).id;
  });
  it.each<Treatment>(['fail_before', 'limit', 'garble'])(
    '%s: 202, and a retry of the caller makes it',
    async how => {
      stripe.treatments.push(how);
      const { id } = await pending(till.charge(invoiceId, {}, 'k'));
      const retry = await till.charge(invoiceId, {}, 'k');
      expect([retry.status, retry.body.id, retry.body.status]).toEqual([201, id, 'succeeded']);
      expect((await till.charge(invoiceId, {}, 'k')).text).toBe(retry.text);
      await till.expectOnce(stripe);
    },
  );

  it.each<Treatment>(['fail_before', 'limit', 'garble'])('%s: a worker makes it', async how => {
    stripe.treatments.push(how);
    const { id } = await pending(till.charge(invoiceId, {}, 'k'));
    await till.work();
    const replay = await till.charge(invoiceId, {}, 'k');
    expect([replay.status, replay.body.id, replay.headers.get('idempotent-replayed')]).toEqual([
      201,
      id,
      'true',
    ]);
    await till.expectOnce(stripe);
  });

  it.each<Treatment>(['drop_before', 'drop_after'])(
    '%s: the library sends again under the same key, or a worker does',
    async how => {
      stripe.treatments.push(how, how);
      const { id } = await pending(till.charge(invoiceId, {}, 'k'));
      await till.work();
      expect(await till.get(id)).toMatchObject({ status: 'succeeded', phase: 'finished' });
      await till.expectOnce(stripe);
    },
  );

  it('an answer that comes twice over one connection counts once', async () => {
    stripe.treatments.push('twice');
    await till.charge(invoiceId, {}, 'k');
    await till.work();
    await till.expectOnce(stripe);
  });

  it('500 after it was done, for ever under that key: it is found by its metadata', async () => {
    stripe.treatments.push('fail_after');
    const { status, body } = await till.charge(invoiceId, {}, 'k');
    expect([status, body.status]).toEqual([201, 'succeeded']);
    await till.expectOnce(stripe);
  });

  it('500 after it was declined is a decline', async () => {
    stripe.treatments.push('fail_after');
    const answer = await till.charge(invoiceId, { paymentMethod: 'pm_card_chargeDeclined' }, 'k');
    expect(outcome(answer)).toBe('402 payment_declined');
    expect([await till.postings(), await till.unfinished()]).toEqual([0, 0]);
  });

  it('V2-4: the unknown is never stored', async () => {
    stripe.treatments.push('fail_before', 'limit', 'fail_before');
    for (let attempt = 0; attempt < 3; attempt += 1) await pending(till.charge(invoiceId, {}, 'k'));
    expect(
      await till.company.count('idempotency_keys', `route = '${CHARGE}' AND response_status IS NULL`),
    ).toBe(1);
    expect((await till.charge(invoiceId, {}, 'k')).status).toBe(201);
    await till.expectOnce(stripe);
  });

  it('N31: five attempts have one key, which differs between companies with the same key of their own', async () => {
    stripe.treatments.push('fail_before', 'limit', 'drop_after', 'drop_after', 'limit');
    for (let attempt = 0; attempt < 4; attempt += 1) await till.charge(invoiceId, {}, 'k');
    await till.charge(invoiceId, {}, 'k');
    expect(stripe.arrivals.length).toBeGreaterThanOrEqual(5);
    const [key, ...others] = stripe.keysOf(till.company.id);
    expect(others).toEqual([]);
    await till.expectOnce(stripe);
    const neighbour = await Till.open(app);
    expect((await neighbour.charge((await neighbour.invoice()).id, {}, 'k')).status).toBe(201);
    const theirs = stripe.keysOf(neighbour.company.id);
    expect([theirs.size, theirs.has(key)]).toEqual([1, false]);
  });

  it('what waits for an answer is wanted of the invoice, and nobody else charges it', async () => {
    stripe.treatments.push('fail_before');
    await pending(till.charge(invoiceId, { amount: '100.00' }, 'k'));
    expect(outcome(await till.charge(invoiceId, { amount: '21.01' }))).toBe('422 not_chargeable');
    expect((await till.charge(invoiceId)).body).toMatchObject({ status: 'succeeded', amount: '21.00' });
  });

  it('V2-1, N23: while one is at it others wait; when its lease is over another takes over, and the first writes nothing', async () => {
    stripe.treatments.push('late');
    const slow = till.charge(invoiceId, {}, 'k');
    await until(() => stripe.waiting === 1);
    const busy = await till.chargeThrough(second.url, invoiceId, 'k');
    expect(outcome(busy)).toBe('409 idempotency_in_progress');
    const seconds = Number(busy.headers.get('retry-after'));
    expect([seconds >= 1, seconds <= 30]).toEqual([true, true]);
    await till.work(second);
    expect((await till.chargeThrough(second.url, invoiceId, 'k')).status).toBe(201);
    stripe.release();
    const late = await slow;
    expect([late.status, late.body.status]).toEqual([201, 'succeeded']);
    expect((await till.chargeThrough(second.url, invoiceId, 'k')).text).toBe(late.text);
    await till.expectOnce(stripe);
  });

  it('V2-2: two at once after a crash make one, whoever is faster', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await till.invoice();
      stripe.treatments.push('limit');
      await till.charge(id, {}, `k${round}`);
      await till.letTimePass();
      await Promise.all([till.charge(id, {}, `k${round}`), till.work(), till.work(second)]);
      await until(async () => {
        await till.work();
        return (await till.unfinished()) === 0;
      });
    }
    expect(till.ordersAt(stripe)).toHaveLength(4);
    expect(await till.postings()).toBe(4);
    await expectSoundItems(till.company);
  });

  describe('after the provider has forgotten the key', () => {
    it('is looked up and found, never sent', async () => {
      stripe.treatments.push('drop_after', 'drop_after');
      const { id } = await pending(till.charge(invoiceId, {}, 'k'));
      const sent = stripe.arrivals.length;
      await till.age(id, 24);
      stripe.forgetKeys();
      await till.work();
      expect(stripe.arrivals).toHaveLength(sent);
      expect(await till.get(id)).toMatchObject({ status: 'succeeded' });
      await till.expectOnce(stripe);
    });

    it('is looked up and not found: it was never made, and that is final', async () => {
      stripe.treatments.push('drop_before', 'drop_before');
      const { id } = await pending(till.charge(invoiceId, {}, 'k'));
      const sent = stripe.arrivals.length;
      await till.age(id, 24);
      await till.work();
      expect(stripe.arrivals).toHaveLength(sent);
      expect(await till.get(id)).toMatchObject({ status: 'failed', failure: { reason: 'payment_not_made' } });
      expect(outcome(await till.charge(invoiceId, {}, 'k'))).toBe('422 payment_not_made');
      expect(await till.unfinished()).toBe(0);
      expect((await till.charge(invoiceId, {}, 'k2')).status).toBe(201);
      expect(till.ordersAt(stripe)).toHaveLength(1);
    });

    it('is not given up while what was sent last may still turn up', async () => {
      stripe.treatments.push('drop_before', 'drop_before');
      const { id } = await pending(till.charge(invoiceId, {}, 'k'));
      await till.age(id, 24, 1);
      await till.work();
      expect(await till.get(id)).toMatchObject({ status: 'pending', phase: 'call_sent' });
      expect(await till.unfinished()).toBe(1);
    });
  });

  it('a key that was revoked in the middle proves nothing', async () => {
    stripe.treatments.push('drop_after', 'drop_after');
    const { id } = await pending(till.charge(invoiceId, {}, 'k'));
    const rotate = (secretKey: string) =>
      till.company.ok('payments/providers/set', { provider: 'stripe', secretKey, sameAccount: true });
    await rotate('sk_test_acct1_revoked00');
    await till.work();
    expect(await till.get(id)).toMatchObject({ status: 'pending' });
    await rotate('sk_test_acct1_fresh0000');
    await till.work();
    await till.expectOnce(stripe);
  });

  it('what the provider processes is looked up, not sent again', async () => {
    const { id, providerReference } = await pending(
      till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k'),
    );
    expect(providerReference).toBe(till.ordersAt(stripe)[0]!.id);
    const sent = stripe.arrivals.length;
    await till.work();
    expect(await till.get(id)).toMatchObject({ status: 'pending', phase: 'call_sent' });
    stripe.settle(till.ordersAt(stripe)[0]!.id);
    await till.work();
    expect(stripe.arrivals).toHaveLength(sent);
    await till.expectOnce(stripe);
  });

  it('another amount than was ordered is booked by nobody but a person', async () => {
    const { id } = await pending(till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k'));
    Object.assign(stripe.settle(till.ordersAt(stripe)[0]!.id), { amount_received: 1210 });
    await till.work();
    expect(await till.get(id)).toMatchObject({ status: 'pending' });
    expect(await till.postings()).toBe(0);
  });

  describe('when the money that moved cannot be booked as usual', () => {
    const lock = (month: number) => till.company.ok('ledger/periods/lock', { year: 2026, month });

    it('a locked month: it is booked in the first that is open', async () => {
      for (const month of [10, 11]) await lock(month);
      const charge = await till.charged(invoiceId);
      expect(charge).toMatchObject({ status: 'succeeded', bookedOn: '2026-12-01' });
      await till.expectOnce(stripe);
    });

    it('an account that takes no postings: the result is kept, and booked once it is repaired', async () => {
      stripe.treatments.push('late');
      const answer = till.charge(invoiceId, {}, 'k');
      await until(() => stripe.waiting === 1);
      await till.openClearing(false);
      stripe.release();
      const waiting = await pending(answer);
      expect(waiting).toMatchObject({
        phase: 'result_saved',
        pendingReason: 'account_unusable',
        providerChargeId: till.ordersAt(stripe)[0]!.latest_charge,
      });
      const sent = stripe.arrivals.length;
      await till.work();
      expect(await till.get(waiting.id)).toMatchObject({ phase: 'result_saved' });
      expect(outcome(await till.charge(invoiceId, {}, 'k2'))).toBe('422 not_chargeable');
      await till.openClearing(true);
      expect((await till.charge(invoiceId, {}, 'k')).status).toBe(201);
      expect(stripe.arrivals).toHaveLength(sent);
      await till.expectOnce(stripe);
    });

    it('an invoice that was paid or credited meanwhile: the customer is owed the rest, and a refund settles that', async () => {
      stripe.treatments.push('late');
      const answer = till.charge(invoiceId, {}, 'k');
      await until(() => stripe.waiting === 1);
      await till.sales.credited(invoiceId);
      stripe.release();
      const { body } = await answer;
      const { latest_charge: name } = till.ordersAt(stripe)[0]!;
      expect(await openAmounts(till.company)).toEqual({ [name!]: '-121.00' });
      await expectSoundItems(till.company);
      expect((await till.refund(body.id as string)).status).toBe(201);
      expect(await openAmounts(till.company)).toEqual({});
      expect((await balances(till.company))['273']).toBeUndefined();
      await expectSoundItems(till.company);
    });
  });
});
