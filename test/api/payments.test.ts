import { randomUUID } from 'node:crypto';
import { balances, expectSoundItems, openAmounts } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { CHARGE, SECRET_KEY, Till } from '../support/payments';
import { atOnce, line, outcome, outcomes, SALES_NOW, SALES_TODAY } from '../support/sales';
import { StripeServer } from '../support/stripe-server';
import { TestApp, type Answer } from '../support/test-app';

/** @invariant INV-05 @invariant INV-04 */
describe('payments', () => {
  let app: TestApp;
  let stripe: StripeServer;
  let till: Till;
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
    stripe.treatments.length = 0;
    till = await Till.open(app);
  });
  const ours = () => stripe.intents.filter(({ metadata }) => metadata.gapless_company_id === till.company.id);

  describe('providers', () => {
    it('are shown without their secret, which is kept sealed and told nobody', async () => {
      const { rows } = (await till.company.ok('payments/providers/list')) as { rows: object[] };
      expect(rows).toEqual([
        {
          provider: 'stripe',
          mode: 'test',
          secretKeyEnding: '4242',
          clearingAccountCode: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ]);
      const everything = JSON.stringify([
        await till.company.sql('SELECT * FROM payment_accounts'),
        await till.company.sql('SELECT * FROM audit_log'),
        await till.company.sql(
          `SELECT convert_from(response_body, 'UTF8') AS body FROM idempotency_keys WHERE response_body IS NOT NULL`,
        ),
      ]);
      expect(everything).toContain('4242');
      expect(everything).not.toContain(SECRET_KEY.slice(8, 24));
    });

    it('take test keys in a sandbox only, and live keys everywhere else only', async () => {
      const set = (company = till.company, secretKey = SECRET_KEY) =>
        company.post('payments/providers/set', { provider: 'stripe', secretKey });
      for (const key of ['sk_live_acct1_0123456789', 'rk_live_acct1_0123456789'])
        expect(outcome(await set(till.company, key))).toBe('422 provider_key_refused');
      const real = await app.company();
      for (const key of [SECRET_KEY, 'rk_test_acct1_0123456789'])
        expect(outcome(await set(real, key))).toBe('422 provider_key_refused');
      expect(outcome(await set(real, 'rk_live_acct1_0123456789'))).toBe('200');
      for (const key of ['pk_test_acct1_0123456789', 'nonsense', 'sk_test_'])
        expect(outcome(await set(till.company, key))).toBe('400 invalid_request');
    });

    it('are needed for a charge', async () => {
      const other = await app.company({ isSandbox: true });
      const { id: partnerId } = (await other.ok('partners/create', { name: 'Buyer UAB' })) as { id: string };
      const invoice = (await other.ok('sales/invoices/create', {
        partnerId,
        issue: true,
        lines: [line('1.00')],
      })) as { id: string };
      expect(outcome(await other.post(CHARGE, till.order(invoice.id)))).toBe('422 provider_missing');
      expect(await other.count('payments')).toBe(0);
    });

    it('leave refunds of earlier charges with the account that took the money', async () => {
      const first = await till.invoice();
      const charge = await till.charged(first.id);
      const secretKey = 'sk_test_acct2_0123456789';
      await till.company.ok('payments/providers/set', { provider: 'stripe', secretKey });
      await till.charged((await till.invoice()).id);
      expect(ours().map(({ account }) => account)).toEqual(['acct1', 'acct2']);
      expect((await till.refund(charge.id)).status).toBe(201);
      expect(stripe.refunds.at(-1)).toMatchObject({ account: 'acct1', amount: 12100 });
    });

    it('say whether they are of the same account while payments are unfinished', async () => {
      const set = (secretKey: string, more: object = {}): Promise<Answer> =>
        till.company.post('payments/providers/set', { provider: 'stripe', secretKey, ...more });
      await set('sk_test_acct1_revoked789', { sameAccount: true });
      stripe.treatments.push('drop_after', 'drop_after');
      await set('sk_test_acct1_before789', { sameAccount: true });
      const { id } = (await till.charge((await till.invoice()).id)).body as { id: string };
      await set('sk_test_acct1_revoked789', { sameAccount: true });
      await till.work();
      expect(await till.get(id)).toMatchObject({ status: 'pending', pendingReason: 'provider_key_refused' });
      const { status, body } = await set('sk_test_acct1_rotated789');
      expect([status, body.error.fieldErrors.sameAccount[0]]).toEqual([
        400,
        expect.stringMatching(/^must say it, as 1 payments are unfinished with the key that ends in d789/),
      ]);
      expect(outcome(await set('sk_test_acct2_other789', { sameAccount: false }))).toBe('200');
      await till.work();
      expect(await till.get(id)).toMatchObject({ pendingReason: 'provider_key_refused' });
    });

    it('of the same account end what waits for one that works', async () => {
      const set = (secretKey: string): Promise<unknown> =>
        till.company.ok('payments/providers/set', { provider: 'stripe', secretKey, sameAccount: true });
      stripe.treatments.push('drop_after', 'drop_after');
      const { id } = (await till.charge((await till.invoice()).id)).body as { id: string };
      await set('sk_test_acct1_revoked789');
      await till.work();
      expect(await till.get(id)).toMatchObject({ pendingReason: 'provider_key_refused' });
      await set('sk_test_acct1_rotated789');
      await till.work();
      expect(await till.get(id)).toMatchObject({ status: 'succeeded', pendingReason: null });
      await till.expectOnce(stripe);
    });

    it('go on with another key of the same account', async () => {
      const charge = await till.charged((await till.invoice()).id);
      const secretKey = 'sk_test_acct1_rotated789';
      await till.company.ok('payments/providers/set', { provider: 'stripe', secretKey, sameAccount: true });
      expect(await till.company.count('payment_accounts')).toBe(1);
      expect((await till.refund(charge.id)).status).toBe(201);
      await till.company.ok('payments/providers/set', {
        provider: 'stripe',
        secretKey,
        clearingAccountCode: '271',
      });
      expect(await till.company.count('payment_accounts')).toBe(1);
    });
  });

  describe('a charge', () => {
    it('debits the clearing account, settles the invoice, and tells that it is paid', async () => {
      const invoice = await till.invoice();
      const { status, body } = await till.charge(invoice.id, { customer: 'cus_1' });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(String),
          provider: 'stripe',
          invoiceId: invoice.id,
          invoiceNumber: invoice.fullNumber,
          status: 'succeeded',
          phase: 'finished',
          currency: 'EUR',
          amount: '121.00',
          pendingReason: null,
          failure: null,
          bookedOn: SALES_TODAY,
          journalTransactionId: expect.any(String),
          createdAt: expect.any(String),
          finishedAt: expect.any(String),
          paymentMethod: 'pm_card_visa',
          customer: 'cus_1',
          refundedAmount: '0.00',
          providerReference: ours()[0]!.id,
          providerChargeId: ours()[0]!.latest_charge,
        },
      ]);
      expect(ours()).toEqual([
        expect.objectContaining({ amount: 12100, currency: 'eur', status: 'succeeded' }),
      ]);
      expect(await balances(till.company)).toMatchObject({ '273': '121.00' });
      expect((await balances(till.company))['2410']).toBeUndefined();
      expect(await openAmounts(till.company)).toEqual({});
      const events = await till.company.sql(
        `SELECT payload FROM events WHERE type = 'sale_invoice.paid' AND entity_id = $1`,
        [invoice.id],
      );
      expect(events).toEqual([
        { payload: expect.objectContaining({ paymentId: body.id, paidOn: SALES_TODAY }) },
      ]);
      expect(await till.get(body.id as string)).toEqual(body);
      const { rows } = (await till.company.ok('payments/charges/list', {
        filter: [{ field: 'invoiceId', op: 'eq', value: invoice.id }],
      })) as { rows: object[] };
      expect(rows).toEqual([body]);
      expect(await till.company.count('audit_log', `entity = 'payment'`)).toBe(2);
      await expectSoundBooks(till.company);
      await expectSoundItems(till.company);
    });

    it('is made once, and its answer repeated byte for byte', async () => {
      const invoice = await till.invoice();
      const first = await till.charge(invoice.id, {}, 'k');
      const again = await till.charge(invoice.id, {}, 'k');
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.text,
        'true',
      ]);
      expect(outcome(await till.charge(invoice.id, { amount: '1.00' }, 'k'))).toBe(
        '422 idempotency_key_reuse',
      );
      expect(ours()).toHaveLength(1);
      expect(await till.postings()).toBe(1);
    });

    it('needs a key, whatever the company says of keys', async () => {
      const lax = await Till.open(app, {});
      await lax.company.ok('account/companies/update', { idempotencyKeyPolicy: 'optional' });
      const invoice = await lax.invoice();
      expect(outcome(await lax.company.post(CHARGE, lax.order(invoice.id), { key: null }))).toBe(
        '400 idempotency_key_required',
      );
    });

    it('that is declined is final, stored, and leaves the books alone', async () => {
      const invoice = await till.invoice();
      const members = { paymentMethod: 'pm_card_chargeDeclined' };
      const declined = await till.charge(invoice.id, members, 'k');
      expect([declined.status, declined.body.error]).toEqual([
        402,
        {
          code: 'validation',
          reason: 'payment_declined',
          message: 'The charge was declined: Your card has insufficient funds.',
          requestId: declined.headers.get('x-request-id'),
          existingId: expect.any(String),
          gateway: { code: 'card_declined', declineCode: 'insufficient_funds' },
        },
      ]);
      const again = await till.charge(invoice.id, members, 'k');
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
        402,
        declined.text,
        'true',
      ]);
      expect(await till.get(declined.body.error.existingId as string)).toMatchObject({
        status: 'failed',
        phase: 'finished',
        failure: { reason: 'payment_declined', declineCode: 'insufficient_funds' },
      });
      expect(ours()).toHaveLength(1);
      expect(await till.postings()).toBe(0);
      expect(await till.unfinished()).toBe(0);
      // What was declined is wanted no more.
      expect((await till.charge(invoice.id)).status).toBe(201);
    });

    it('that the provider does not take is final too', async () => {
      const invoice = await till.invoice();
      const refused = await till.charge(invoice.id, { paymentMethod: 'tok_visa' }, 'k');
      expect(outcome(refused)).toBe('422 payment_rejected');
      expect((await till.charge(invoice.id, { paymentMethod: 'tok_visa' }, 'k')).text).toBe(refused.text);
      await till.company.ok('payments/providers/set', {
        provider: 'stripe',
        secretKey: 'sk_test_acct1_revoked0',
      });
      expect(outcome(await till.charge(invoice.id))).toBe('422 payment_rejected');
      expect([ours().length, await till.postings(), await till.unfinished()]).toEqual([0, 0, 0]);
    });

    it('is of an issued invoice of the company', async () => {
      const issued = await till.invoice();
      const draft = await till.sales.draft();
      const note = await till.sales.credited(issued.id);
      const theirs = await (await Till.open(app)).invoice();
      expect(outcome(await till.charge(draft.id))).toBe('422 not_chargeable');
      expect(outcome(await till.charge(note.id))).toBe('422 not_chargeable');
      expect(outcome(await till.charge(issued.id))).toBe('422 not_chargeable');
      expect(outcome(await till.charge(randomUUID()))).toBe('404 not_found');
      expect(outcome(await till.charge(theirs.id))).toBe('404 not_found');
      expect(await till.company.count('payments')).toBe(0);
      expect(ours()).toEqual([]);
    });

    it('is of no more than is open', async () => {
      const invoice = await till.invoice();
      for (const amount of ['121.01', '1000000'])
        expect(outcome(await till.charge(invoice.id, { amount }))).toBe('422 not_chargeable');
      for (const amount of ['0', '-1.00', '1.001'])
        expect(outcome(await till.charge(invoice.id, { amount }))).toBe('400 invalid_request');
      await till.charged(invoice.id, { amount: '100.00' });
      expect(outcome(await till.charge(invoice.id, { amount: '21.01' }))).toBe('422 not_chargeable');
      expect(await till.charged(invoice.id)).toMatchObject({ amount: '21.00' });
      expect(outcome(await till.charge(invoice.id))).toBe('422 not_chargeable');
      expect(ours().map(({ amount }) => amount)).toEqual([10000, 2100]);
    });

    it('is of no more than is open, twenty at once with twenty keys', async () => {
      const invoice = await till.invoice();
      const answers = await atOnce(20, () => till.charge(invoice.id, { amount: '50.00' }));
      expect(outcomes(answers)).toEqual({ 201: 2, '422 not_chargeable': 18 });
      expect(ours()).toHaveLength(2);
      expect(await openAmounts(till.company)).toEqual({ [invoice.fullNumber!]: '21.00' });
      await expectSoundItems(till.company);
    });

    it('once, twenty at once with one key', async () => {
      const invoice = await till.invoice();
      const answers = await atOnce(20, () => till.charge(invoice.id, {}, 'k'));
      const { 201: made, '409 idempotency_in_progress': busy = 0, ...others } = outcomes(answers);
      expect([made! + busy, others]).toEqual([20, {}]);
      expect([ours().length, await till.postings()]).toEqual([1, 1]);
    });

    it('of two invoices of one amount are two', async () => {
      for (const { id } of [await till.invoice(), await till.invoice()]) await till.charged(id);
      expect(ours()).toHaveLength(2);
      expect(await balances(till.company)).toMatchObject({ '273': '242.00' });
    });

    it.each([
      ['JPY', '160.50', '12345', 12345],
      ['KWD', '0.33', '12.340', 12340],
      ['ISK', '150', '1000', 100000],
      ['USD', '1.10', '12.34', 1234],
    ])('in %s is counted as the provider counts it', async (currency, rate, amount, units) => {
      await till.company.ok('reference/exchange-rates/set', { currency, date: SALES_TODAY, rate });
      const invoice = await till.invoice({
        currency,
        lines: [line(amount, { vatRatePercent: '0', vatClassifierCode: 'PVM5' })],
      });
      const charge = await till.charged(invoice.id);
      expect(ours()).toEqual([expect.objectContaining({ amount: units, currency: currency.toLowerCase() })]);
      expect(charge).toMatchObject({ amount, currency });
      expect(await openAmounts(till.company)).toEqual({});
      await expectSoundItems(till.company);
    });

    it('that the provider has no number for is refused before anything is sent', async () => {
      await till.company.ok('reference/exchange-rates/set', {
        currency: 'KWD',
        date: SALES_TODAY,
        rate: '0.33',
      });
      const invoice = await till.invoice({
        currency: 'KWD',
        lines: [line('12.345', { vatRatePercent: '0', vatClassifierCode: 'PVM5' })],
      });
      expect(outcome(await till.charge(invoice.id))).toBe('422 not_chargeable');
      expect(ours()).toEqual([]);
    });

    it('in a foreign currency realises the exchange difference', async () => {
      const set = (date: string, rate: string) =>
        till.company.ok('reference/exchange-rates/set', { currency: 'USD', date, rate });
      await set('2026-09-28', '1.25');
      await set(SALES_TODAY, '1.00');
      const invoice = await till.invoice({
        currency: 'USD',
        issueDate: '2026-09-28',
        lines: [line('100.00', { vatRatePercent: '0', vatClassifierCode: 'PVM5' })],
      });
      await till.charged(invoice.id);
      expect(await balances(till.company)).toMatchObject({ '273': '100.00', '5803': '-20.00' });
      await expectSoundItems(till.company);
    });

    it('needs an exchange rate and an account before any money moves', async () => {
      await till.company.ok('reference/exchange-rates/set', {
        currency: 'USD',
        date: '2026-09-01',
        rate: '1.1',
      });
      const usd = await till.invoice({
        currency: 'USD',
        issueDate: '2026-09-01',
        lines: [line('100.00', { vatRatePercent: '0', vatClassifierCode: 'PVM5' })],
      });
      expect(outcome(await till.charge(usd.id))).toBe('422 exchange_rate_missing');
      const invoice = await till.invoice();
      const { rows } = (await till.company.ok('ledger/accounts/list', {
        filter: [{ field: 'code', op: 'eq', value: '273' }],
      })) as { rows: { id: string }[] };
      await till.company.ok('ledger/accounts/update', { id: rows[0]!.id, isPostable: false });
      expect(outcome(await till.charge(invoice.id))).toBe('422 account_unusable');
      expect(ours()).toEqual([]);
    });
  });

  describe('a refund', () => {
    it('gives back what is an item of the customer until a credit note settles it', async () => {
      const invoice = await till.invoice();
      const charge = await till.charged(invoice.id);
      const { status, body } = await till.refund(
        charge.id,
        { amount: '21.00', reason: 'requested_by_customer' },
        'k',
      );
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(String),
          provider: 'stripe',
          invoiceId: invoice.id,
          invoiceNumber: invoice.fullNumber,
          status: 'succeeded',
          phase: 'finished',
          currency: 'EUR',
          amount: '21.00',
          pendingReason: null,
          failure: null,
          bookedOn: SALES_TODAY,
          journalTransactionId: expect.any(String),
          createdAt: expect.any(String),
          finishedAt: expect.any(String),
          chargeId: charge.id,
          reason: 'requested_by_customer',
          providerRefundId: stripe.refunds.at(-1)!.id,
          returnedOn: null,
          returnTransactionId: null,
        },
      ]);
      expect(
        (await till.refund(charge.id, { amount: '21.00', reason: 'requested_by_customer' }, 'k')).text,
      ).toBe(JSON.stringify(body));
      expect(await till.get(body.id as string, 'refunds')).toEqual(body);
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '21.00' });
      expect(await balances(till.company)).toMatchObject({ '273': '100.00', '2410': '21.00' });
      expect(await openAmounts(till.company)).toEqual({ [stripe.refunds.at(-1)!.id]: '21.00' });
      await expectSoundItems(till.company);
      await expectSoundBooks(till.company);
    });

    it('settles the credit note that is open', async () => {
      const invoice = await till.invoice();
      const charge = await till.charged(invoice.id);
      await till.sales.credited(invoice.id);
      expect(await balances(till.company)).toMatchObject({ '2410': '-121.00' });
      expect((await till.refund(charge.id)).status).toBe(201);
      expect(await openAmounts(till.company)).toEqual({});
      const { '273': clearing, '2410': receivable } = await balances(till.company);
      expect([clearing, receivable]).toEqual([undefined, undefined]);
      await expectSoundItems(till.company);
    });

    it('gives back no more than was charged, twenty at once with twenty keys', async () => {
      const charge = await till.charged((await till.invoice()).id);
      expect(outcome(await till.refund(charge.id, { amount: '121.01' }))).toBe('422 not_refundable');
      const answers = await atOnce(20, () => till.refund(charge.id, { amount: '50.00' }));
      expect(outcomes(answers)).toEqual({ 201: 2, '422 not_refundable': 18 });
      expect(await till.charge(charge.invoiceId as string).then(outcome)).toBe('422 not_chargeable');
      expect((await till.refund(charge.id)).body).toMatchObject({ amount: '21.00' });
      expect(outcome(await till.refund(charge.id))).toBe('422 not_refundable');
      await expectSoundItems(till.company);
    });

    it('is of a charge of the company that has succeeded', async () => {
      const invoice = await till.invoice();
      const declined = await till.charge(invoice.id, { paymentMethod: 'pm_card_chargeDeclined' });
      expect(outcome(await till.refund(declined.body.error.existingId as string))).toBe('422 not_refundable');
      const theirs = await Till.open(app);
      const charge = await theirs.charged((await theirs.invoice()).id);
      expect(outcome(await till.refund(charge.id))).toBe('404 not_found');
      const own = await till.charged(invoice.id);
      const refund = await till.refund(own.id, { amount: '1.00' });
      expect(outcome(await till.refund(refund.body.id as string))).toBe('404 not_found');
    });

    it('that the provider refuses is free again', async () => {
      const charge = await till.charged((await till.invoice()).id);
      // Somebody gave half of it back in the provider's own dashboard.
      Object.assign(ours()[0]!, { amount_received: 6050 });
      const refused = await till.refund(charge.id, { amount: '100.00' });
      expect(outcome(refused)).toBe('422 payment_rejected');
      expect(await till.get(charge.id)).toMatchObject({ refundedAmount: '0.00' });
      expect((await till.refund(charge.id, { amount: '60.50' })).status).toBe(201);
    });
  });
});
