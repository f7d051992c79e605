import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { Sender } from '../support/inbound';
import { Payouts, payoutRow } from '../support/payouts';
import { leaveUnfinished, pending, SECRET_KEY, Till, until } from '../support/payments';
import { line, outcome, SALES_NOW } from '../support/sales';
import { StripeServer, type Treatment } from '../support/stripe-server';
import { TestApp } from '../support/test-app';

/** @invariant INV-05 */
describe('what a provider gives back and pays out', () => {
  let app: TestApp;
  let stripe: StripeServer;
  let till: Till;
  let invoiceId: string;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(async () => {
    await app.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    await leaveUnfinished(app);
    stripe.treatments.length = stripe.arrivals.length = 0;
    till = await Till.open(app);
    invoiceId = (await till.invoice()).id;
  });

  describe('a refund', () => {
    it.each<Treatment>(['fail_before', 'limit', 'fail_after'])('%s: given back once', async how => {
      const charge = await till.charged(invoiceId);
      stripe.treatments.push(how);
      await till.refund(charge.id, {}, 'k');
      await till.work();
      expect((await till.refund(charge.id, {}, 'k')).status).toBe(201);
      expect(
        stripe.refunds.filter(({ payment_intent }) => payment_intent === charge.providerReference),
      ).toHaveLength(1);
      expect(stripe.keysOf(till.company.id).size).toBe(2);
      expect((await balances(till.company))['273']).toBeUndefined();
      expect([await till.postings(), await till.unfinished()]).toEqual([2, 0]);
    });

    it('that was lost is looked up among those of its charge', async () => {
      const charge = await till.charged(invoiceId);
      stripe.treatments.push('drop_after', 'drop_after');
      const { id } = await pending(till.refund(charge.id, {}, 'k'));
      await till.age(id, 24);
      stripe.forgetKeys();
      await till.work();
      expect(await till.get(id, 'refunds')).toMatchObject({ status: 'succeeded' });
      expect((await balances(till.company))['273']).toBeUndefined();
    });
  });

  describe('and payouts', () => {
    let bank: Bank;
    let payouts: Payouts;
    beforeEach(async () => {
      bank = await Bank.of(till.company);
      payouts = new Payouts(till.company, bank.accountId);
    });

    it('a charge and its refund are cleared by the payout, and the clearing account ends at zero', async () => {
      const charge = await till.charged(invoiceId);
      await till.refund(charge.id, { amount: '21.00' });
      const [chargeId, refundId] = [till.ordersAt(stripe)[0]!.latest_charge!, stripe.refunds.at(-1)!.id];
      const posted = await payouts.posted([
        { gross: '121.00', fee: '3.00', charge: chargeId },
        { category: 'refund', gross: '-21.00', charge: chargeId, source: refundId },
        payoutRow('97.00'),
      ]);
      expect(posted).toMatchObject({ warnings: [], unmatchedCount: 0 });
      expect(posted.summary).toMatchObject({ clearedAmount: '100.00', receivableApplied: '0.00' });
      const after = await balances(till.company);
      expect(after).toMatchObject({ '271': '97.00', '6208': '3.00', '2410': '21.00' });
      expect(after['273']).toBeUndefined();
      await expectSoundItems(till.company);
      await till.company.ok('bank/settlements/reverse', { id: posted.id });
      expect(await balances(till.company)).toMatchObject({ '273': '100.00' });
      await till.company.ok('bank/settlements/post', { id: posted.id });
      expect((await balances(till.company))['273']).toBeUndefined();
    });

    it('charge, its event, payout.paid and the file: the invoice is paid once, and clearing ends at zero', async () => {
      const sender = await Sender.of(till.company);
      const at = Math.floor(app.clock.now().getTime() / 1000);
      const tell = (type: string, id: string, object: object) => sender.tell(type, object, { id, at });
      const charge = await till.charged(invoiceId);
      expect((await tell('payment_intent.succeeded', 'evt_1', till.ordersAt(stripe)[0]!)).status).toBe(200);
      const payout = {
        id: 'po_1',
        amount: 11800,
        currency: 'eur',
        arrival_date: 1791331200,
        automatic: true,
      };
      expect((await tell('payout.paid', 'evt_2', payout)).status).toBe(200);
      const posted = await payouts.posted([
        { gross: '121.00', fee: '3.00', charge: charge.providerChargeId as string },
        payoutRow('118.00'),
      ]);
      expect((await tell('payout.paid', 'evt_3', payout)).status).toBe(200);
      expect((await tell('payment_intent.succeeded', 'evt_4', till.ordersAt(stripe)[0]!)).status).toBe(200);
      expect(posted).toMatchObject({ warnings: [], payoutId: 'po_1', netTotal: '118.00' });
      expect(await till.company.count('settlements')).toBe(1);
      expect(await till.company.count('events', `type = 'sale_invoice.paid'`)).toBe(1);
      const after = await balances(till.company);
      expect([after['273'], after['2410'], after['271'], after['6208']]).toEqual([
        undefined,
        undefined,
        '118.00',
        '3.00',
      ]);
      expect(await openAmounts(till.company)).toEqual({});
      await expectSoundItems(till.company);
    });

    it('a report that knows refunds by their charge only clears the refund all the same', async () => {
      const charge = await till.charged(invoiceId);
      await till.refund(charge.id, { amount: '21.00' });
      const chargeId = till.ordersAt(stripe)[0]!.latest_charge!;
      const file = [
        'id,Amount,Currency,Converted Amount,Converted Currency,Fee,Status,Transfer,Created date (UTC),Transfer Date (UTC),Converted Amount Refunded,Refunded date (UTC)',
        `${chargeId},121.00,eur,121.00,eur,3.00,Paid,po_9,2026-10-05 10:00:00,2026-10-06 00:00:00,21.00,2026-10-05 11:00:00`,
        '',
      ].join('\n');
      const { batches } = (await payouts.tryImport(file)).body as { batches: { id: string }[] };
      const posted = await till.company.ok('bank/settlements/post', { id: batches[0]!.id });
      expect(posted).toMatchObject({ warnings: [] });
      const after = await balances(till.company);
      expect([after['273'], after['2410'], after['271']]).toEqual([undefined, '21.00', '97.00']);
    });

    it('the payout file comes first: the charge finishes without a second posting', async () => {
      const { fullNumber } = await till.sales.get(invoiceId);
      stripe.treatments.push('late');
      const answer = till.charge(invoiceId, {}, 'k');
      await until(() => stripe.waiting === 1);
      await payouts.posted([
        { gross: '121.00', charge: till.ordersAt(stripe)[0]!.latest_charge!, description: fullNumber! },
      ]);
      stripe.release();
      const { status, body } = await answer;
      expect([status, body.status, body.journalTransactionId]).toEqual([201, 'succeeded', null]);
      expect(await till.postings()).toBe(0);
      expect(await openAmounts(till.company)).toEqual({});
      const after = await balances(till.company);
      expect([after['271'], after['273']]).toEqual(['121.00', undefined]);
      await expectSoundItems(till.company);
    });

    it('payout and charge at once: booked once, whoever is faster', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id, fullNumber } = await till.invoice();
        stripe.treatments.push('late');
        const answer = till.charge(id, {}, `k${round}`);
        await until(() => stripe.waiting === 1);
        const chargeId = till.ordersAt(stripe).at(-1)!.latest_charge!;
        const payout = await payouts.imported([
          { gross: '121.00', charge: chargeId, payout: `po_r${round}`, description: fullNumber! },
        ]);
        stripe.release();
        const [posted] = await Promise.all([payouts.tryPost(payout), answer]);
        expect(outcome(posted)).toMatch(/^(200|409 charge_booked)$/);
        if (posted.status !== 200) expect(outcome(await payouts.tryPost(payout))).toBe('200');
        await until(async () => {
          await till.work();
          return (await till.unfinished()) === 0;
        });
        expect((await balances(till.company))['273']).toBeUndefined();
      }
      expect(await balances(till.company)).toMatchObject({ '271': '605.00' });
      await expectSoundItems(till.company);
    });

    it('a movement on the provider’s own account does not book the charge again', async () => {
      await till.charged(invoiceId);
      const clearing = await bank.another({ type: 'stripe' });
      const { id: other } = await till.invoice();
      const movement = await clearing.movement('121.00', {
        externalId: till.ordersAt(stripe)[0]!.latest_charge!,
      });
      expect(outcome(await clearing.tryMatch(movement, other))).toBe('409 charge_booked');
    });

    it('the money waits on the account of the provider in its currency', async () => {
      await bank.another({ type: 'stripe', accountCode: '272' });
      await till.charged(invoiceId);
      expect(await balances(till.company)).toMatchObject({ '272': '121.00' });
      await till.company.ok('payments/providers/set', {
        provider: 'stripe',
        secretKey: SECRET_KEY,
        clearingAccountCode: '2448',
      });
      await till.charged((await till.invoice({ lines: [line('10.00')] })).id);
      expect(await balances(till.company)).toMatchObject({ '272': '121.00', '2448': '12.10' });
    });
  });
});
