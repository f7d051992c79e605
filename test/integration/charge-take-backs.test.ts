import { balances, Bank, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { Payouts, type PayoutRow } from '../support/payouts';
import { leaveUnfinished, Till, until, type PaymentAnswer } from '../support/payments';
import { atOnce, outcome, outcomes, SALES_NOW, type Invoice } from '../support/sales';
import { StripeServer } from '../support/stripe-server';
import { TestApp, type Answer } from '../support/test-app';

/** What the books say: the provider's account, the bank, receivables, and which items are open. */
interface Books {
  clearing: string | undefined;
  bank: string | undefined;
  receivable: string | undefined;
  open: Record<string, string>;
}

/** @invariant INV-05 */
describe('what booked the charge of a payment is taken back', () => {
  let app: TestApp;
  let stripe: StripeServer;
  let till: Till;
  let bank: Bank;
  let payouts: Payouts;
  let invoice: Invoice;
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
    bank = await Bank.of(till.company);
    payouts = new Payouts(till.company, bank.accountId);
    invoice = await till.invoice();
  });

  const chargeIds = (): string[] => till.ordersAt(stripe).map(({ latest_charge }) => latest_charge!);
  const reverse = (id: string, members: object = {}): Promise<Answer> =>
    till.company.post('bank/settlements/reverse', { id, ...members });
  const row = (charge: string, more: Partial<PayoutRow> = {}): PayoutRow => ({
    gross: '121.00',
    charge,
    description: invoice.fullNumber!,
    ...more,
  });

  async function books(): Promise<Books> {
    const { '273': clearing, '271': inBank, '2410': receivable } = await balances(till.company);
    await expectSoundItems(till.company);
    await expectSoundBooks(till.company);
    return { clearing, bank: inBank, receivable, open: await openAmounts(till.company) };
  }

  /** A charge that the provider has made, and whose answer waits for `meanwhile`. */
  async function chargedAfter(meanwhile: (chargeId: string) => Promise<unknown>): Promise<PaymentAnswer> {
    stripe.treatments.push('late');
    const answer = till.charge(invoice.id);
    await until(() => stripe.waiting === 1);
    await meanwhile(chargeIds().at(-1)!);
    stripe.release();
    const { status, body, text } = await answer;
    if (status !== 201) throw new Error(text);
    return body as PaymentAnswer;
  }

  const PAID_OUT = { clearing: undefined, bank: '121.00', receivable: undefined, open: {} };
  const WAITS = { clearing: '121.00', bank: undefined, receivable: undefined, open: {} };

  describe('a payout', () => {
    it('leaves the charge with a posting of its own, and clears it when it is posted again', async () => {
      let id = '';
      const charge = await chargedAfter(async chargeId => ({ id } = await payouts.posted([row(chargeId)])));
      expect(charge.journalTransactionId).toBeNull();
      expect(await books()).toEqual(PAID_OUT);
      for (let round = 0; round < 2; round += 1) {
        expect((await reverse(id)).status).toBe(200);
        expect(await books()).toEqual(WAITS);
        expect(await till.get(charge.id)).toMatchObject({
          status: 'succeeded',
          bookedOn: '2026-10-06',
          journalTransactionId: expect.any(String),
        });
        expect((await payouts.tryPost(id)).body).toMatchObject({ warnings: [] });
        expect(await books()).toEqual(PAID_OUT);
      }
      expect(await till.postings()).toBe(1);
      expect(await till.company.count('provider_charges')).toBe(1);
      expect(outcome(await till.charge(invoice.id))).toBe('422 not_chargeable');
    });

    it('that was taken back before the outcome was known leaves the same', async () => {
      let id = '';
      const charge = await chargedAfter(async chargeId => {
        ({ id } = await payouts.posted([row(chargeId)]));
        await reverse(id);
      });
      expect(charge.journalTransactionId).not.toBeNull();
      expect(await books()).toEqual(WAITS);
      await payouts.tryPost(id);
      expect(await books()).toEqual(PAID_OUT);
      expect(await till.postings()).toBe(1);
    });

    it('books the charge on the day of the reversal', async () => {
      let id = '';
      const charge = await chargedAfter(async chargeId => ({ id } = await payouts.posted([row(chargeId)])));
      expect((await reverse(id, { date: '2026-10-20' })).status).toBe(200);
      expect(await till.get(charge.id)).toMatchObject({ bookedOn: '2026-10-20' });
      expect(await books()).toEqual(WAITS);
    });

    it('twenty times at once: taken back once, booked once', async () => {
      let id = '';
      await chargedAfter(async chargeId => ({ id } = await payouts.posted([row(chargeId)])));
      expect(outcomes(await atOnce(20, () => reverse(id)))).toEqual({
        200: 1,
        '409 settlement_not_posted': 19,
      });
      expect(await books()).toEqual(WAITS);
      expect(await till.postings()).toBe(1);
    });

    it('while the outcome comes: booked once, whoever is faster', async () => {
      for (let round = 1; round <= 3; round += 1) {
        invoice = await till.invoice();
        stripe.treatments.push('late');
        const answer = till.charge(invoice.id);
        await until(() => stripe.waiting === 1);
        const { id } = await payouts.posted([row(chargeIds().at(-1)!, { payout: `po_r${round}` })]);
        stripe.release();
        const [taken] = await Promise.all([reverse(id), answer]);
        expect(taken.status).toBe(200);
        await until(async () => {
          await till.work();
          return (await till.unfinished()) === 0;
        });
        expect(await till.postings()).toBe(round);
        expect((await balances(till.company))['273']).toBe(`${121 * round}.00`);
      }
      expect((await books()).bank).toBeUndefined();
    });

    it('of two charges of one invoice, and of one that nobody ordered here', async () => {
      stripe.treatments.push('late', 'late');
      const answers = [
        till.charge(invoice.id, { amount: '100.00' }),
        till.charge(invoice.id, { amount: '21.00' }),
      ];
      await until(() => stripe.waiting === 2);
      const orders = till.ordersAt(stripe);
      const { id } = await payouts.posted([
        ...orders.map(({ amount, latest_charge: charge }) => row(charge!, { gross: `${amount / 100}.00` })),
        row('ch_foreign', { gross: '9.00' }),
      ]);
      stripe.release();
      await Promise.all(answers);
      expect((await reverse(id)).status).toBe(200);
      expect(await books()).toEqual(WAITS);
      expect(await till.postings()).toBe(2);
      await payouts.tryPost(id);
      expect(await books()).toMatchObject({ clearing: undefined, bank: '130.00', receivable: '-9.00' });
    });

    it('is not taken back while the charge could not be booked', async () => {
      let id = '';
      await chargedAfter(async chargeId => ({ id } = await payouts.posted([row(chargeId)])));
      await till.openClearing(false);
      expect(outcome(await reverse(id))).toBe('422 account_unusable');
      expect(await books()).toEqual(PAID_OUT);
      await till.openClearing(true);
      expect((await reverse(id)).status).toBe(200);
      expect(await books()).toEqual(WAITS);
    });

    it('in another currency: the gain is what the rate of the day makes it', async () => {
      const rate = (date: string, value: string): Promise<unknown> =>
        till.company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate: value });
      await rate('2026-10-05', '1.10');
      const other = { receivable: '121.00', open: { [invoice.fullNumber!]: '121.00' } };
      invoice = await till.invoice({ currency: 'USD' });
      // 121.00 USD are carried at 110.00 EUR; on the day of the payout they are worth 115.24, and 112.04 when it is taken back.
      await rate('2026-10-06', '1.05');
      await rate('2026-10-07', '1.08');
      let id = '';
      await chargedAfter(async chargeId => {
        const customer = { customerAmount: '121.00', customerCurrency: 'usd' };
        ({ id } = await payouts.posted([row(chargeId, { gross: '115.24', ...customer })]));
      });
      const gain = async (): Promise<string | undefined> => (await balances(till.company))['5803'];
      expect(await books()).toEqual({ ...PAID_OUT, ...other, bank: '115.24' });
      expect(await gain()).toBe('-5.24');
      expect((await reverse(id, { date: '2026-10-07' })).status).toBe(200);
      expect(await books()).toEqual({ ...WAITS, ...other, clearing: '112.04' });
      expect(await gain()).toBe('-2.04');
      await payouts.tryPost(id);
      expect(await books()).toEqual({ ...PAID_OUT, ...other, bank: '115.24' });
      expect(await gain()).toBe('-5.24');
    });

    it('leaves a refund with a posting of its own', async () => {
      const charge = await till.charged(invoice.id);
      stripe.treatments.push('late');
      const answer = till.refund(charge.id, { amount: '21.00' });
      await until(() => stripe.waiting === 1);
      const source = stripe.refunds.at(-1)!.id;
      const { id } = await payouts.posted([
        row(chargeIds()[0]!),
        row(chargeIds()[0]!, { category: 'refund', gross: '-21.00', source }),
      ]);
      stripe.release();
      const { id: refundId, journalTransactionId } = (await answer).body as PaymentAnswer;
      expect(journalTransactionId).toBeNull();
      const paidOut = {
        clearing: undefined,
        bank: '100.00',
        receivable: '21.00',
        open: { [source]: '21.00' },
      };
      const waits = { clearing: '100.00', bank: undefined, receivable: '21.00', open: { [source]: '21.00' } };
      expect(await books()).toEqual(paidOut);
      expect((await reverse(id)).status).toBe(200);
      expect(await books()).toEqual(waits);
      expect((await till.get(refundId, 'refunds')).journalTransactionId).not.toBeNull();
      await payouts.tryPost(id);
      expect(await books()).toEqual(paidOut);
      expect(await till.postings()).toBe(2);
    });
  });

  describe('a match on the account of the provider', () => {
    it('leaves the charge with a posting of its own, on the day of the bank', async () => {
      const clearing = await bank.another({ type: 'stripe' });
      let movement = '';
      const charge = await chargedAfter(async externalId => {
        movement = await clearing.movement('121.00', { externalId });
        expect((await clearing.tryMatch(movement, invoice.id)).status).toBe(200);
      });
      expect(charge.journalTransactionId).toBeNull();
      expect(await books()).toEqual(WAITS);
      const unmatch = (): Promise<Answer> =>
        till.company.post('bank/transactions/unmatch', { transactionId: movement });
      expect(outcomes(await atOnce(20, unmatch))).toEqual({ 200: 1, '409 not_matched': 19 });
      expect(await books()).toEqual(WAITS);
      expect(await till.get(charge.id)).toMatchObject({
        bookedOn: '2026-10-05',
        journalTransactionId: expect.any(String),
      });
      expect(await till.postings()).toBe(1);
      expect(outcome(await clearing.tryMatch(movement, (await till.invoice()).id))).toBe('409 charge_booked');
      await payouts.posted([row(chargeIds()[0]!)]);
      expect(await books()).toMatchObject({ clearing: undefined, bank: '121.00', receivable: '121.00' });
    });
  });
});
