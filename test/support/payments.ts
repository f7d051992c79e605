import { Worker } from '../../src/work';
import { balances, expectSoundItems, openAmounts } from './bank';
import { expectSoundBooks } from './books';
import { customer, line, Sales, type Invoice } from './sales';
import type { StoredIntent, StripeServer } from './stripe-server';
import { TestCompany, type Answer, type TestApp } from './test-app';

export const SECRET_KEY = 'sk_test_acct1_0123456789abcdef4242';
export const CHARGE = 'payments/charges/create';
export const REFUND = 'payments/refunds/create';

/** A charge or a refund, as far as tests read it. */
export interface PaymentAnswer {
  id: string;
  status: string;
  phase: string;
  amount: string;
  [member: string]: unknown;
}

/** A sandbox company that charges its invoices through a payment provider. */
export class Till {
  private constructor(
    readonly app: TestApp,
    readonly company: TestCompany,
    readonly sales: Sales,
  ) {}

  static async open(app: TestApp, profile: object = {}): Promise<Till> {
    const company = await app.company({ isSandbox: true, ...profile });
    await company.ok('payments/providers/set', { provider: 'stripe', secretKey: SECRET_KEY });
    return new Till(app, company, new Sales(company, await customer(company)));
  }

  /** An issued invoice of 121.00, unless the members say otherwise. */
  invoice(members: Record<string, unknown> = {}): Promise<Invoice> {
    return this.sales.issued({ lines: [line('100.00')], ...members });
  }

  charge(invoiceId: string, members: object = {}, key?: string): Promise<Answer> {
    return this.company.post(CHARGE, this.order(invoiceId, members), { key });
  }

  order(invoiceId: string, members: object = {}): object {
    return { invoiceId, provider: 'stripe', paymentMethod: 'pm_card_visa', ...members };
  }

  refund(chargeId: string, members: object = {}, key?: string): Promise<Answer> {
    return this.company.post(REFUND, { chargeId, ...members }, { key });
  }

  /** A charge that has succeeded. */
  async charged(invoiceId: string, members: object = {}): Promise<PaymentAnswer> {
    const { status, body, text } = await this.charge(invoiceId, members);
    if (status !== 201) throw new Error(text);
    return body as PaymentAnswer;
  }

  get(id: string, kind: 'charges' | 'refunds' = 'charges'): Promise<PaymentAnswer> {
    return this.company.ok(`payments/${kind}/get`, { id }) as Promise<PaymentAnswer>;
  }

  /** As if time had passed: all leases have run out, and everything is due. */
  async letTimePass(): Promise<void> {
    await this.app.asOwner(
      `UPDATE work_items SET leased_until = NULL, due_at = clock_timestamp() WHERE kind = 'payment' AND company_id = '${this.company.id}'`,
    );
  }

  /** As if the order had been sent first, and last, so many hours ago. */
  async age(id: string, firstHours: number, lastHours = firstHours): Promise<void> {
    await this.app.asOwner(
      `ALTER TABLE payments DISABLE TRIGGER tr_payments__only_proceed;
       ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
       UPDATE payments SET first_sent_at = clock_timestamp() - interval '${firstHours} hours',
              last_sent_at = clock_timestamp() - interval '${lastHours} hours' WHERE payment_id = '${id}';
       ALTER TABLE payments FORCE ROW LEVEL SECURITY;
       ALTER TABLE payments ENABLE TRIGGER tr_payments__only_proceed`,
    );
  }

  /** A worker does what is due. */
  async work(app: TestApp = this.app): Promise<void> {
    await this.letTimePass();
    await app.nest.get(Worker, { strict: false }).drain();
  }

  /** How many works are unfinished. */
  async unfinished(): Promise<number> {
    const [row] = await this.app.asOwner<{ n: number }>(
      `SELECT count(*)::int AS n FROM work_items WHERE kind = 'payment' AND company_id = '${this.company.id}'`,
    );
    return row!.n;
  }

  /** Postings of payments. */
  postings(): Promise<number> {
    return this.company.count('journal_transactions', `document_type LIKE 'payment_%'`);
  }

  /** The same charge through another process, whose gate does not know of this one's calls. */
  chargeThrough(url: string, invoiceId: string, key: string): Promise<Answer> {
    const { token, id } = this.company;
    return new TestCompany(url, token, id, '').post(CHARGE, this.order(invoiceId), { key });
  }

  /** The charges of this company at the provider. */
  ordersAt(stripe: StripeServer): StoredIntent[] {
    return stripe.intents.filter(({ metadata }) => metadata.gapless_company_id === this.company.id);
  }

  /** Lets the account on which money waits for its payout take postings, or not. */
  async openClearing(isPostable: boolean): Promise<void> {
    const { rows } = (await this.company.ok('ledger/accounts/list', {
      filter: [{ field: 'code', op: 'eq', value: '273' }],
    })) as { rows: [{ id: string }] };
    await this.company.ok('ledger/accounts/update', { id: rows[0].id, isPostable });
  }

  /** One charge of 121.00 at the provider under one key, one payment in the books, nothing left to do. */
  async expectOnce(stripe: StripeServer): Promise<void> {
    const orders = this.ordersAt(stripe);
    expect(orders.map(({ status }) => status)).toEqual(['succeeded']);
    expect(stripe.keysOf(this.company.id).size).toBe(1);
    expect(await this.postings()).toBe(1);
    expect(await this.unfinished()).toBe(0);
    expect(await openAmounts(this.company)).toEqual({});
    expect(await balances(this.company)).toMatchObject({ '273': '121.00' });
    expect(await this.company.count('idempotency_keys', 'response_status IS NULL')).toBe(0);
    expect(await this.company.count('provider_charges')).toBe(1);
    await expectSoundBooks(this.company);
    await expectSoundItems(this.company);
  }
}

/** What another test left unfinished stays so: a worker would take it up in the middle of this one. */
export async function leaveUnfinished(app: TestApp): Promise<void> {
  await app.asOwner(`DELETE FROM work_items WHERE kind = 'payment'`);
}

/** The payment of an answer that says that its outcome is not known yet. */
export async function pending(answer: Promise<Answer>): Promise<PaymentAnswer> {
  const { status, body, headers } = await answer;
  expect([status, body.status, headers.get('retry-after')]).toEqual([202, 'pending', '5']);
  return body as PaymentAnswer;
}

/** Waits until something holds; fails when it does not within ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it never came true: ${String(holds)}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
