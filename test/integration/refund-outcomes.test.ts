import { CompanyWork } from '../../src/account';
import { ApplyGatewayEvent } from '../../src/payments/use-cases/apply-gateway-event';
import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { whileHeld } from '../support/held-rows';
import { Sender } from '../support/inbound';
import { Payouts, report, type PayoutAnswer, type PayoutRow } from '../support/payouts';
import { leaveUnfinished, pending, Till, until, type PaymentAnswer } from '../support/payments';
import { outcome, SALES_NOW, type Invoice } from '../support/sales';
import { StripeServer, type StoredRefund } from '../support/stripe-server';
import { TestApp, type Answer } from '../support/test-app';

/** @invariant INV-05 */
describe('what becomes of a refund, in whatever order it is told', () => {
  let app: TestApp;
  let stripe: StripeServer;
  let till: Till;
  let payouts: Payouts;
  let invoice: Invoice;
  let charge: PaymentAnswer;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
  });
  afterAll(async () => {
    await app.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    app.clock.instant = new Date(SALES_NOW);
    await leaveUnfinished(app);
    stripe.treatments.length = stripe.arrivals.length = 0;
    till = await Till.open(app);
    payouts = new Payouts(till.company, (await Bank.of(till.company)).accountId);
    invoice = await till.invoice();
    charge = await till.charged(invoice.id);
  });

  const tell = (object: object): Promise<string | undefined> =>
    app.nest
      .get(CompanyWork, { strict: false })
      .run(till.company.id, tx =>
        app.nest.get(ApplyGatewayEvent, { strict: false }).execute(tx, 'refund', { ...object }),
      );
  const latest = (): StoredRefund => stripe.refunds.at(-1)!;
  const told = (refund: PaymentAnswer): Promise<PaymentAnswer> => till.get(refund.id, 'refunds');
  const reverse = (id: string): Promise<unknown> => till.company.ok('bank/settlements/reverse', { id });
  const row = (more: Partial<PayoutRow>): PayoutRow => ({
    gross: '121.00',
    charge: charge.providerChargeId as string,
    description: invoice.fullNumber!,
    ...more,
  });

  async function refunded(members: object = {}): Promise<PaymentAnswer> {
    const { status, body, text } = await till.refund(charge.id, members);
    if (status !== 201) throw new Error(text);
    return body as PaymentAnswer;
  }

  /** A refund that the provider has made, and whose answer waits for `meanwhile`. */
  async function refundedAfter(
    members: object,
    meanwhile: (refundId: string) => Promise<unknown>,
  ): Promise<PaymentAnswer> {
    stripe.treatments.push('late');
    const answer = till.refund(charge.id, members);
    await until(() => stripe.waiting === 1);
    await meanwhile(latest().id);
    stripe.release();
    return (await answer).body as PaymentAnswer;
  }

  /** Provider's account, bank, receivables, and how much is open of how many items. */
  async function books(): Promise<(string | undefined)[]> {
    const { '273': clearing, '271': inBank, '2410': receivable } = await balances(till.company);
    await expectSoundItems(till.company);
    await expectSoundBooks(till.company);
    return [clearing, inBank, receivable, ...Object.values(await openAmounts(till.company)).sort()];
  }

  describe('a payout file that knows refunds by their charge only', () => {
    const file = (amount: string, day = '2026-10-05'): string =>
      [
        'id,Amount,Currency,Converted Amount,Converted Currency,Fee,Status,Transfer,Created date (UTC),Transfer Date (UTC),Converted Amount Refunded,Refunded date (UTC),order_id (metadata)',
        `${charge.providerChargeId as string},121.00,eur,121.00,eur,0.00,Paid,po_9,2026-10-05 10:00:00,2026-10-06 00:00:00,${amount},${day} 11:00:00,${invoice.fullNumber}`,
        '',
      ].join('\n');
    const posted = async (content: string): Promise<PayoutAnswer> => {
      const { batches } = (await payouts.tryImport(content)).body as { batches: { id: string }[] };
      return till.company.ok('bank/settlements/post', { id: batches[0]!.id }) as Promise<PayoutAnswer>;
    };
    const ONE = [undefined, '100.00', '21.00', '21.00'];

    it('before the answer: the refund is not booked again', async () => {
      const { status, journalTransactionId } = await refundedAfter({ amount: '21.00' }, () =>
        posted(file('21.00')),
      );
      expect([status, journalTransactionId]).toEqual(['succeeded', null]);
      expect(await books()).toEqual(ONE);
    });

    it('after the answer: the refund is cleared', async () => {
      await refunded({ amount: '21.00' });
      expect(await books()).toEqual(['100.00', undefined, '21.00', '21.00']);
      expect(await posted(file('21.00'))).toMatchObject({ warnings: [] });
      expect(await books()).toEqual(ONE);
    });

    it('before the event of a refund that was pending', async () => {
      await pending(till.refund(charge.id, { amount: '21.00', reason: 'fraudulent' }));
      await posted(file('21.00'));
      const refund = stripe.settleRefund(latest().id);
      await Promise.all([1, 2, 3, 4, 5].map(() => tell(refund)));
      expect(await books()).toEqual(ONE);
      expect([await till.postings(), await till.unfinished()]).toEqual([1, 0]);
    });

    it('several refunds in its one amount, on either side of it', async () => {
      await pending(till.refund(charge.id, { amount: '10.00', reason: 'fraudulent' }));
      const first = latest().id;
      await pending(till.refund(charge.id, { amount: '11.00', reason: 'fraudulent' }));
      const second = latest().id;
      const { id } = await posted(file('21.00'));
      await tell(stripe.settleRefund(first));
      await tell(stripe.settleRefund(second));
      expect(await books()).toEqual(ONE);
      await reverse(id);
      expect(await books()).toEqual(['100.00', undefined, '21.00', '10.00', '11.00']);
      expect((await payouts.tryPost(id)).body).toMatchObject({ warnings: [] });
      expect(await books()).toEqual([undefined, '100.00', '21.00', '10.00', '11.00']);
    });

    it('while it is taken back: the refund that it had is booked by its payment', async () => {
      await pending(till.refund(charge.id, { amount: '21.00', reason: 'fraudulent' }));
      const { id } = await posted(file('21.00'));
      const refund = stripe.settleRefund(latest().id);
      await whileHeld<unknown>(
        app,
        `SELECT 1 FROM provider_charges WHERE charge_id = 'refund of ${charge.providerChargeId as string}' FOR UPDATE`,
        [() => tell(refund), () => reverse(id)],
      );
      expect(await books()).toEqual(['100.00', undefined, '21.00', '21.00']);
    });

    it('clears those refunds that make up its amount, and leaves a later one', async () => {
      await refunded({ amount: '10.00' });
      await refunded({ amount: '11.00' });
      await refunded({ amount: '5.00' });
      expect(await posted(file('21.00'))).toMatchObject({ warnings: [] });
      expect(await books()).toEqual(['-5.00', '100.00', '26.00', '10.00', '11.00', '5.00']);
    });

    it('has nothing of a refund beyond its amount, nor of one that was ordered later', async () => {
      await posted(file('21.00'));
      await refunded({ amount: '22.00' });
      expect(await books()).toEqual(['-22.00', '100.00', '43.00', '21.00', '22.00']);
      app.clock.instant = new Date('2026-10-08T09:00:00Z');
      await refunded({ amount: '21.00' });
      expect((await books())[0]).toBe('-43.00');
    });

    it('and the provider’s own account: a movement does not book the refund again', async () => {
      await refundedAfter({ amount: '21.00' }, () => posted(file('21.00')));
      const clearing = await new Bank(till.company, payouts.bankAccountId).another({ type: 'stripe' });
      const { id } = await till.sales.credited(invoice.id);
      const movement = await clearing.movement('-21.00', { externalId: latest().id });
      expect(outcome(await clearing.tryMatch(movement, id))).toBe('409 charge_booked');
    });

    it('at once with the answer: booked once, whoever is faster', async () => {
      for (let round = 1; round <= 4; round += 1) {
        invoice = await till.invoice();
        charge = await till.charged(invoice.id);
        stripe.treatments.push('late');
        const answer = till.refund(charge.id, { amount: '21.00' });
        await until(() => stripe.waiting === 1);
        const content = file('21.00').replace('po_9', `po_r${round}`);
        const { batches } = (await payouts.tryImport(content)).body as { batches: { id: string }[] };
        stripe.release();
        await Promise.all([payouts.tryPost(batches[0]!.id), answer]);
        await until(async () => {
          await till.work();
          return (await till.unfinished()) === 0;
        });
        // Of the charge before all rounds nothing is paid out.
        const { '273': clearing, '271': inBank, '2410': receivable } = await balances(till.company);
        expect([clearing, inBank, receivable]).toEqual(['121.00', `${100 * round}.00`, `${21 * round}.00`]);
      }
      await expectSoundItems(till.company);
    });
  });

  describe('that fails after it has succeeded', () => {
    const UNTOUCHED = ['121.00', undefined, undefined];

    it('is booked back, once, however often and by whomever it is told', async () => {
      const refund = await refunded({ amount: '21.00' });
      expect(await books()).toEqual(['100.00', undefined, '21.00', '21.00']);
      const succeeded = { ...latest() };
      const failed = {
        ...stripe.settleRefund(latest().id, 'failed'),
        failure_reason: 'expired_or_canceled_card',
      };
      await Promise.all(Array.from({ length: 20 }, () => tell(failed)));
      expect(await books()).toEqual(UNTOUCHED);
      expect(await told(refund)).toMatchObject({
        status: 'failed',
        failure: { reason: 'payment_declined', code: 'expired_or_canceled_card' },
        journalTransactionId: refund.journalTransactionId,
        returnTransactionId: expect.any(String),
      });
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '0.00' });
      for (const late of [succeeded, { ...succeeded, status: 'pending' }, failed]) await tell(late);
      expect(await books()).toEqual(UNTOUCHED);
      expect(await till.postings()).toBe(3);
      expect(await till.company.count('events', `type = 'sale_invoice.paid'`)).toBe(1);
      // What came back can be given back again.
      await refunded({ amount: '121.00' });
      expect(await books()).toEqual([undefined, undefined, '121.00', '121.00']);
    });

    it('the failure before the success: nothing is booked', async () => {
      const refund = await pending(till.refund(charge.id, { amount: '21.00', reason: 'fraudulent' }));
      await tell(stripe.settleRefund(latest().id, 'failed'));
      await tell(stripe.settleRefund(latest().id));
      expect(await books()).toEqual(UNTOUCHED);
      expect(await told(refund)).toMatchObject({ status: 'failed', journalTransactionId: null });
      expect([await till.postings(), await till.unfinished()]).toEqual([1, 0]);
    });

    it('by the endpoint for webhooks', async () => {
      const refund = await refunded();
      const sender = await Sender.of(till.company);
      const at = Math.floor(app.clock.now().getTime() / 1000);
      const failed = stripe.settleRefund(latest().id, 'failed');
      const answers = await Promise.all(
        ['refund.failed', 'refund.updated', 'charge.refund.updated'].map((type, index) =>
          sender.tell(type, failed, { id: `evt_${index}`, at }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await sender.remembered()).map(({ status }) => status)).toEqual(Array(3).fill('processed'));
      expect(await told(refund)).toMatchObject({ status: 'failed' });
      expect(await books()).toEqual(UNTOUCHED);
    });

    it('opens the credit note again that it had settled', async () => {
      await till.sales.credited(invoice.id);
      await refunded();
      expect(await books()).toEqual([undefined, undefined, undefined]);
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await books()).toEqual(['121.00', undefined, '-121.00', '-121.00']);
      await refunded();
      expect(await books()).toEqual([undefined, undefined, undefined]);
    });

    it('and whose item was settled since: the customer is owed it, and the next refund pays it', async () => {
      await refunded();
      await till.sales.credited(invoice.id);
      const items = (await till.company.sql(
        `SELECT open_item_id AS "openItemId", amount::numeric(9, 2)::text FROM open_items WHERE amount <> settled_amount`,
      )) as object[];
      await till.company.ok('ledger/open-items/allocate', { allocations: items });
      expect(await books()).toEqual([undefined, undefined, undefined]);
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await books()).toEqual(['121.00', undefined, '-121.00', '-121.00']);
      await refunded();
      expect(await books()).toEqual([undefined, undefined, undefined]);
    });

    it('in another currency, at what the refund was worth when it was booked', async () => {
      const rate = (date: string, value: string): Promise<unknown> =>
        till.company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: value });
      await rate('2026-10-05', '1.10');
      charge = await till.charged((await till.invoice({ currency: 'USD' })).id);
      // Besides the 121.00 EUR of the other charge: 121.00 USD are 110.00 EUR, 21.00 USD are 19.09 EUR.
      expect(await books()).toEqual(['231.00', undefined, undefined]);
      await refunded({ amount: '21.00' });
      expect(await books()).toEqual(['211.91', undefined, '19.09', '21.00']);
      app.clock.instant = new Date('2026-10-08T09:00:00Z');
      await rate('2026-10-08', '1.05');
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await books()).toEqual(['231.00', undefined, undefined]);
    });

    it('the payouts clear both, the refund and its failure, before or after they are told', async () => {
      const rows = (): PayoutRow[] => [
        row({}),
        row({ category: 'refund', gross: '-21.00', source: latest().id }),
        row({ category: 'refund_failure', gross: '21.00', source: latest().id, payout: 'po_2' }),
      ];
      const imported = async (): Promise<string[]> => {
        const { body } = await payouts.tryImport(report(rows()));
        return (body as { batches: { id: string }[] }).batches.map(({ id }) => id);
      };
      await refunded({ amount: '21.00' });
      await tell(stripe.settleRefund(latest().id, 'failed'));
      for (const id of await imported())
        expect((await payouts.tryPost(id)).body).toMatchObject({ warnings: [] });
      expect(await books()).toEqual([undefined, '121.00', undefined]);
    });

    it('the payout with the failure comes before the event', async () => {
      const refund = await refunded({ amount: '21.00' });
      const posted = await payouts.posted([
        row({}),
        row({ category: 'refund', gross: '-21.00', source: latest().id }),
        row({ category: 'refund_failure', gross: '21.00', source: latest().id }),
      ]);
      expect(posted.warnings).toEqual([]);
      const before = await books();
      expect(before.slice(0, 3)).toEqual([undefined, '121.00', undefined]);
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await books()).toEqual(before);
      expect(await told(refund)).toMatchObject({ status: 'failed', returnTransactionId: null });
      await reverse(posted.id);
      expect(await books()).toEqual(UNTOUCHED);
      await payouts.tryPost(posted.id);
      expect(await books()).toEqual([undefined, '121.00', undefined]);
    });

    it('and that a payout had booked: what came back is booked, and the customer is owed nothing', async () => {
      let id = '';
      await refundedAfter({ amount: '21.00' }, async source => {
        ({ id } = await payouts.posted([row({}), row({ category: 'refund', gross: '-21.00', source })]));
      });
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await books()).toEqual(['21.00', '100.00', undefined, '-21.00', '21.00']);
      await reverse(id);
      expect(await books()).toEqual(UNTOUCHED);
      await payouts.tryPost(id);
      expect((await books()).slice(0, 3)).toEqual(['21.00', '100.00', undefined]);
      await payouts.posted([
        row({ category: 'refund_failure', gross: '21.00', source: latest().id, payout: 'po_2' }),
      ]);
      expect((await books()).slice(0, 3)).toEqual([undefined, '121.00', undefined]);
    });

    it('while the payout that had booked it is taken back: both are in the books, or neither', async () => {
      for (let round = 1; round <= 3; round += 1) {
        invoice = await till.invoice();
        charge = await till.charged(invoice.id);
        let id = '';
        await refundedAfter({ amount: '21.00' }, async source => {
          const payout = `po_r${round}`;
          const lines = [row({ payout }), row({ category: 'refund', gross: '-21.00', source, payout })];
          ({ id } = await payouts.posted(lines));
        });
        const failed = stripe.settleRefund(latest().id, 'failed');
        await Promise.all([reverse(id), tell(failed), tell(failed)]);
        // Nothing is paid out, and nothing was given back: each charge waits on the provider's account.
        expect(await books()).toEqual([`${121 * (round + 1)}.00`, undefined, undefined]);
        expect(await till.unfinished()).toBe(0);
      }
    });

    it('the payout with the refund before its failure, which is told before any success', async () => {
      const refund = await pending(till.refund(charge.id, { amount: '21.00', reason: 'fraudulent' }));
      await payouts.posted([row({}), row({ category: 'refund', gross: '-21.00', source: latest().id })]);
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect((await books()).slice(0, 3)).toEqual(['21.00', '100.00', undefined]);
      expect(await told(refund)).toMatchObject({ status: 'failed', returnTransactionId: expect.any(String) });
      expect(await till.unfinished()).toBe(0);
    });

    it('and cannot be booked back yet: a worker does it', async () => {
      const refund = await refundedAfter({ amount: '21.00' }, source =>
        payouts.posted([row({}), row({ category: 'refund', gross: '-21.00', source })]),
      );
      await till.openClearing(false);
      await tell(stripe.settleRefund(latest().id, 'failed'));
      expect(await told(refund)).toMatchObject({ status: 'failed', pendingReason: 'account_unusable' });
      expect(await till.unfinished()).toBe(1);
      await till.openClearing(true);
      await till.work();
      expect(await told(refund)).toMatchObject({ status: 'failed', pendingReason: null });
      expect((await books()).slice(0, 3)).toEqual(['21.00', '100.00', undefined]);
      expect(await till.unfinished()).toBe(0);
    });

    it('while its success waits to be booked: neither is', async () => {
      await pending(till.refund(charge.id, { amount: '21.00', reason: 'fraudulent' }));
      await till.openClearing(false);
      await tell(stripe.settleRefund(latest().id));
      await tell(stripe.settleRefund(latest().id, 'failed'));
      await till.openClearing(true);
      await till.work();
      expect(await books()).toEqual(UNTOUCHED);
      expect(await till.unfinished()).toBe(0);
    });
  });

  describe('that succeeds after all, when its amount was taken by another', () => {
    let refused: Answer;
    let late: object;
    beforeEach(async () => {
      const [order] = till.ordersAt(stripe);
      Object.assign(order!, { amount_received: 0 });
      refused = await till.refund(charge.id, {}, 'k');
      Object.assign(order!, { amount_received: 12100 });
      expect(outcome(refused)).toBe('422 payment_rejected');
      const metadata = {
        gapless_company_id: till.company.id,
        gapless_payment_id: refused.body.error.existingId as string,
      };
      late = { id: `re_late_${charge.id}`, amount: 12100, currency: 'eur', status: 'succeeded', metadata };
    });
    const again = (): Promise<Answer> => till.refund(charge.id, {}, 'k');
    const ofLate = (): Promise<PaymentAnswer> => till.get(refused.body.error.existingId as string, 'refunds');

    it('is booked: the money moved', async () => {
      await refunded();
      expect(await books()).toEqual([undefined, undefined, '121.00', '121.00']);
      await Promise.all(Array.from({ length: 20 }, () => tell(late)));
      expect(await books()).toEqual(['-121.00', undefined, '242.00', '121.00', '121.00']);
      expect(await ofLate()).toMatchObject({ status: 'succeeded', journalTransactionId: expect.any(String) });
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '121.00' });
      expect((await again()).text).toBe(refused.text);
      expect([await till.postings(), await till.unfinished()]).toEqual([3, 0]);
    });

    it('is what the charge gave back when the other fails', async () => {
      await pending(till.refund(charge.id, { amount: '100.00', reason: 'fraudulent' }));
      const other = latest().id;
      await tell(late);
      expect(await books()).toEqual([undefined, undefined, '121.00', '121.00']);
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '121.00' });
      await tell(stripe.settleRefund(other, 'failed'));
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '121.00' });
      expect(await books()).toEqual([undefined, undefined, '121.00', '121.00']);
      expect(outcome(await till.refund(charge.id))).toBe('422 not_refundable');
    });

    it('waits for a worker where it cannot be booked yet', async () => {
      await refunded({ amount: '100.00' });
      await till.openClearing(false);
      await tell(late);
      expect(await ofLate()).toMatchObject({ status: 'pending', pendingReason: 'account_unusable' });
      await till.openClearing(true);
      await till.work();
      expect(await ofLate()).toMatchObject({ status: 'succeeded' });
      expect(await books()).toEqual(['-100.00', undefined, '221.00', '100.00', '121.00']);
    });
  });
});
