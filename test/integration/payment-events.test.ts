import { CompanyWork } from '../../src/account';
import { ApplyGatewayEvent } from '../../src/payments/use-cases/apply-gateway-event';
import { balances, expectSoundItems } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { Sender } from '../support/inbound';
import { leaveUnfinished, pending, Till, until } from '../support/payments';
import { outcome, SALES_NOW } from '../support/sales';
import { StripeServer, type StoredRefund } from '../support/stripe-server';
import { TestApp } from '../support/test-app';

/** @invariant INV-05 */
describe('a payment and the events of its provider', () => {
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

  const apply = (kind: 'charge' | 'refund', object: object): Promise<string | undefined> =>
    app.nest.get(CompanyWork, { strict: false }).run(till.company.id, tx =>
      app.nest.get(ApplyGatewayEvent, { strict: false }).execute(tx, kind, {
        ...object,
      }),
    );

  it('the event comes before the answer: it finishes the payment, and the answer finds it finished', async () => {
    stripe.treatments.push('late');
    const answer = till.charge(invoiceId, {}, 'k');
    await until(() => stripe.waiting === 1);
    expect(await apply('charge', till.ordersAt(stripe)[0]!)).toBeUndefined();
    expect(await till.unfinished()).toBe(0);
    stripe.release();
    const { status, body } = await answer;
    expect([status, body.status]).toEqual([201, 'succeeded']);
    await till.expectOnce(stripe);
  });

  it('N36: event, answer, worker and caller race: one posting', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await till.invoice();
      stripe.treatments.push('late');
      const answer = till.charge(id, {}, `k${round}`);
      await until(() => stripe.waiting === 1);
      const order = till.ordersAt(stripe).at(-1)!;
      await till.letTimePass();
      stripe.release();
      await Promise.all([answer, till.work(second), ...[1, 2, 3].map(() => apply('charge', order))]);
      expect((await till.charge(id, {}, `k${round}`)).status).toBe(201);
    }
    expect(till.ordersAt(stripe)).toHaveLength(6);
    expect([await till.postings(), await till.unfinished()]).toEqual([6, 0]);
    expect(await till.company.count('provider_charges')).toBe(6);
    await expectSoundItems(till.company);
    await expectSoundBooks(till.company);
  });

  it('the same event again, and another for the same payment, change nothing', async () => {
    await till.charged(invoiceId);
    const order = till.ordersAt(stripe)[0]!;
    for (const object of [order, order, { ...order, status: 'processing' }, { ...order, status: 'canceled' }])
      await apply('charge', object);
    const failed = {
      ...order,
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    };
    await apply('charge', failed);
    await till.expectOnce(stripe);
  });

  it('what was processing ends by its event, either way', async () => {
    const first = await pending(till.charge(invoiceId, { paymentMethod: 'pm_slow', amount: '21.00' }, 'k1'));
    const other = await pending(till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k2'));
    const [one, two] = till.ordersAt(stripe);
    await apply('charge', stripe.settle(one!.id, 'declined'));
    await apply('charge', stripe.settle(two!.id));
    expect(await till.get(first.id)).toMatchObject({ status: 'failed' });
    expect(await till.get(other.id)).toMatchObject({ status: 'succeeded' });
    expect(outcome(await till.charge(invoiceId, { paymentMethod: 'pm_slow', amount: '21.00' }, 'k1'))).toBe(
      '402 payment_declined',
    );
    expect(await till.unfinished()).toBe(0);
  });

  it('money that moved after a failure is booked; what the caller was told stays', async () => {
    const declined = await till.charge(invoiceId, { paymentMethod: 'pm_card_chargeDeclined' }, 'k');
    await apply('charge', stripe.settle(till.ordersAt(stripe)[0]!.id));
    expect((await till.charge(invoiceId, { paymentMethod: 'pm_card_chargeDeclined' }, 'k')).text).toBe(
      declined.text,
    );
    await till.expectOnce(stripe);
  });

  it('an event that cannot be booked keeps the result for the worker', async () => {
    await pending(till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k'));
    await till.openClearing(false);
    expect(await apply('charge', stripe.settle(till.ordersAt(stripe)[0]!.id))).toBeUndefined();
    expect(await till.unfinished()).toBe(1);
    await till.openClearing(true);
    await till.work();
    await till.expectOnce(stripe);
  });

  it('what nobody here has ordered means nothing', async () => {
    const theirs = await Till.open(app);
    await theirs.charged((await theirs.invoice()).id);
    const order = stripe.intents.at(-1)!;
    expect(await apply('charge', order)).toMatch(/No charge of this company/);
    expect(await apply('charge', { ...order, id: 'pi_foreign', metadata: {} })).toMatch(/No charge/);
    await till.charged(invoiceId);
    expect(
      await apply('charge', { ...till.ordersAt(stripe)[0]!, id: 'pi_other', latest_charge: 'ch_other' }),
    ).toMatch(/not pi_other/);
    await till.expectOnce(stripe);
  });

  it('a refund that is pending ends by its event, either way', async () => {
    const charge = await till.charged(invoiceId);
    const slow = { reason: 'fraudulent' };
    const first = await pending(till.refund(charge.id, { ...slow, amount: '21.00' }, 'k1'));
    const other = await pending(till.refund(charge.id, slow, 'k2'));
    const [one, two] = stripe.refunds.slice(-2) as [StoredRefund, StoredRefund];
    await apply('refund', stripe.settleRefund(one.id, 'failed'));
    await apply('refund', stripe.settleRefund(two.id));
    expect(await till.get(first.id, 'refunds')).toMatchObject({ status: 'failed' });
    expect(await till.get(other.id, 'refunds')).toMatchObject({ status: 'succeeded', amount: '100.00' });
    expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '100.00' });
    expect(await balances(till.company)).toMatchObject({ '273': '21.00', '2410': '100.00' });
    expect(await till.unfinished()).toBe(0);
    await expectSoundItems(till.company);
  });

  it('by the endpoint for webhooks: once, however often it is told, and by whichever event', async () => {
    await pending(till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k'));
    const sender = await Sender.of(till.company);
    const order = stripe.settle(till.ordersAt(stripe)[0]!.id);
    const at = Math.floor(app.clock.now().getTime() / 1000);
    const tell = (type: string, id: string, object: object = order) => sender.tell(type, object, { id, at });
    const told = await Promise.all([1, 2, 3, 4].map(() => tell('payment_intent.succeeded', 'evt_1')));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await tell('payment_intent.succeeded', 'evt_2')).status).toBe(200);
    expect(
      (await tell('payment_intent.processing', 'evt_0', { ...order, status: 'processing' })).status,
    ).toBe(200);
    const foreign = { ...order, id: 'pi_foreign', metadata: {} };
    expect((await tell('payment_intent.succeeded', 'evt_3', foreign)).status).toBe(200);
    expect(
      (await sender.remembered()).map(({ externalId, status, duplicates }) => [
        externalId,
        status,
        duplicates,
      ]),
    ).toEqual([
      ['evt_0', 'processed', 0],
      ['evt_1', 'processed', 3],
      ['evt_2', 'processed', 0],
      ['evt_3', 'ignored', 0],
    ]);
    await till.expectOnce(stripe);
    expect((await till.charge(invoiceId, { paymentMethod: 'pm_slow' }, 'k')).status).toBe(201);
  });
});
