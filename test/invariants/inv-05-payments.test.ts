import { randomUUID } from 'node:crypto';
import { SandboxPurge } from '../../src/account';
import { Attacker, NOT_PERMITTED, type Forgery } from '../support/attacker';
import { Till, type PaymentAnswer } from '../support/payments';
import { SALES_NOW } from '../support/sales';
import { StripeServer } from '../support/stripe-server';
import { TestApp } from '../support/test-app';

/** @invariant INV-05 */
describe('a charge through the API is in the books once, and its row only proceeds', () => {
  let app: TestApp;
  let stripe: StripeServer;
  let till: Till;
  let attacker: Attacker;
  let charge: PaymentAnswer;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    app = await TestApp.start({ stripeApiUrl: stripe.url });
    app.clock.instant = new Date(SALES_NOW);
    till = await Till.open(app);
    attacker = new Attacker(app, till.company.id);
    const invoice = await till.invoice();
    charge = await till.charged(invoice.id, { amount: '100.00' });
    await till.refund(charge.id, { amount: '30.00' });
    await till.charge(invoice.id, { paymentMethod: 'pm_card_chargeDeclined' });
    await till.charge(invoice.id, { paymentMethod: 'pm_slow' });
  });
  afterAll(async () => {
    await app.stop();
    await stripe.stop();
  });

  const ROLES = ['application', 'owner', 'superuser'] as const;
  const made = (): string => `payment_id = '${charge.id}'`;

  async function refused(statement: string, constraint = 'ck_payments__append_only'): Promise<void> {
    for (const role of ROLES) {
      expect([role, statement, await attacker.as(role).try(statement)]).toEqual([
        role,
        statement,
        expect.stringMatching(new RegExp(`^(${constraint}|${NOT_PERMITTED})$`)),
      ]);
    }
  }

  it('noted twice by nobody, whoever writes', async () => {
    const again: Forgery = {
      table: 'provider_charges',
      where: made(),
      changes: { provider_charge_id: randomUUID() },
    };
    for (const role of ROLES)
      expect(await attacker.as(role).forge(again)).toMatch(/^uq_provider_charges__(charge|payment)$/);
    const other = { ...again.changes, charge_id: 'ch_other' };
    expect(await attacker.forge({ ...again, changes: other })).toBe('uq_provider_charges__payment');
    for (const lacking of ['payment_id', 'account_id', 'currency', 'amount', 'base_amount'])
      expect(await attacker.forge({ ...again, changes: { ...other, [lacking]: null } })).toBe(
        'ck_provider_charges__source_is_named',
      );
    await refused(`DELETE FROM provider_charges WHERE ${made()}`, 'ck_provider_charges__append_only');
    await refused(
      `UPDATE provider_charges SET amount = amount + 1 WHERE ${made()}`,
      'ck_provider_charges__append_only',
    );
  });

  it('ordered once: no second row for its money, its order, its key at the provider, or its request', async () => {
    const again = (changes: object): Promise<number | string> =>
      attacker.forge({
        table: 'payments',
        where: made(),
        changes: { payment_id: randomUUID(), refunded_amount: 0, ...changes },
      });
    const own = {
      downstream_key: randomUUID(),
      provider_reference: 'pi_9',
      money_id: 'ch_9',
      request_key_hash: null,
    };
    expect(await again(own)).toBe(1);
    expect(await again({ ...own, downstream_key: undefined })).toBe('uq_payments__downstream_key');
    expect(await again({ ...own, provider_reference: undefined })).toBe('uq_payments__reference');
    expect(await again({ ...own, money_id: undefined })).toBe('uq_payments__money');
    expect(await again({ ...own, request_key_hash: undefined })).toBe('uq_payments__request');
  });

  it('never turned back, changed or lost', async () => {
    for (const change of [
      `status = 'failed', failure_reason = 'payment_declined', journal_transaction_id = NULL, booked_on = NULL`,
      `status = 'pending', recovery_point = 'result_saved', journal_transaction_id = NULL, booked_on = NULL`,
      'amount = amount + 1',
      `money_id = 'ch_9'`,
      `downstream_key = 'another'`,
      'journal_transaction_id = NULL, booked_on = NULL',
      'first_sent_at = clock_timestamp()',
    ])
      await refused(`UPDATE payments SET ${change} WHERE ${made()}`);
    await refused('DELETE FROM payments');
    const failed = `UPDATE payments SET status = 'succeeded', failure_reason = NULL`;
    await refused(
      `${failed} WHERE status = 'failed'`,
      'ck_payments__append_only|ck_payments__result_names_money',
    );
    await refused(
      `UPDATE payments SET recovery_point = 'intent_saved' WHERE status = 'pending'`,
      'ck_payments__.*',
    );
    await refused(`UPDATE payments SET provider_reference = 'pi_9' WHERE status = 'pending'`);
    await refused(`UPDATE payments SET payment_method = 'pm_9' WHERE status = 'pending'`);
  });

  it('money that moved and waits to be booked has not failed', async () => {
    const waits = `UPDATE payments SET recovery_point = 'result_saved', money_id = 'ch_9' WHERE status = 'pending'`;
    const fails = `UPDATE payments SET recovery_point = 'finished', status = 'failed', failure_reason = 'payment_declined' WHERE status = 'pending'`;
    expect(await attacker.try(waits)).toBe(1);
    expect(await attacker.try(fails)).toBe(1);
    await refused(`${waits}; ${fails}`);
  });

  it('a posting of its own is noted once, for the refund and for what came back of it', async () => {
    const refund = `charge_id = '${charge.id}'`;
    const fails = `UPDATE payments SET status = 'failed', failure_reason = 'payment_declined'`;
    const [{ other }] = (await till.company.sql(
      `SELECT transaction_id AS other FROM journal_transactions WHERE document_type = 'payment_charge'`,
    )) as [{ other: string }];
    const isReturned = `return_transaction_id = '${other}', returned_on = '2026-10-05'`;
    expect(await attacker.try(`${fails} WHERE ${refund}`)).toBe(1);
    expect(await attacker.try(`${fails}, ${isReturned} WHERE ${refund}`)).toBe(1);
    await refused(
      `${fails} WHERE ${refund}; UPDATE payments SET status = 'succeeded', failure_reason = NULL WHERE ${refund}`,
    );
    await refused(
      `${fails}, ${isReturned} WHERE ${refund}; UPDATE payments SET return_transaction_id = NULL, returned_on = NULL WHERE ${refund}`,
    );
    await refused(`${fails} WHERE ${made()}`);
    await refused(`UPDATE payments SET journal_transaction_id = '${other}' WHERE ${refund}`);
    await refused(`UPDATE payments SET ${isReturned} WHERE ${refund}`, 'ck_payments__return_is_whole');
    await refused(`UPDATE payments SET ${isReturned} WHERE ${made()}`, 'ck_payments__return_is_whole');
    const back: Forgery = {
      table: 'provider_charges',
      where: made(),
      changes: { provider_charge_id: randomUUID(), charge_id: 'return of ch_9', is_return: true },
    };
    expect(await attacker.forge(back)).toBe(1);
    const noted = {
      ...back.changes,
      source: 'settlement',
      payment_id: null,
      account_id: null,
      base_amount: null,
    };
    expect(await attacker.forge({ ...back, changes: noted })).toBe('ck_provider_charges__source_is_named');
  });

  it('gives back no more than was charged', async () => {
    const take = (amount: string): Promise<number | string> =>
      attacker.try(`UPDATE payments SET refunded_amount = refunded_amount + ${amount} WHERE ${made()}`);
    expect(await take('70.00')).toBe(1);
    expect(await take('70.01')).toBe('ck_payments__refunded_within_amount');
    expect(await take('-30.01')).toBe('ck_payments__refunded_within_amount');
  });

  it('but goes, with all else, when a deleted sandbox is purged', async () => {
    await app.operator.ok('account/companies/delete', { companyId: till.company.id });
    await app.nest.get(SandboxPurge, { strict: false }).run();
    for (const table of ['payments', 'payment_accounts', 'provider_charges'])
      expect([table, await till.company.count(table)]).toEqual([table, 0]);
    expect(await till.unfinished()).toBe(0);
  });
});
