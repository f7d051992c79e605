import { Bank } from '../support/bank';
import { Payouts, payoutRow } from '../support/payouts';
import { asset, assetGroup } from '../support/sample-assets';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

interface Checks {
  isClear: boolean;
  checks: { code: string; count: number; found: string[] }[];
}

describe('reports/closing-checks', () => {
  const clock = new TestClock(new Date('2026-11-15T10:00:00Z'));
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start({}, clock);
    company = await app.company();
  });
  afterAll(() => app.stop());

  const checks = (toDate: string): Promise<Checks> =>
    company.ok('reports/closing-checks', { toDate }) as Promise<Checks>;
  const found = async (toDate: string): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (await checks(toDate)).checks.filter(({ count }) => count > 0).map(check => [check.code, check.found]),
    );
  const made = async (path: string, body: object): Promise<string> =>
    ((await company.ok(path, body)) as { id: string }).id;
  const line = { description: 'Work', unitPriceExclVat: '10.00', vatRatePercent: '21' };

  it('names what is left to do up to a day, and nothing after it', async () => {
    expect(await checks('2026-10-31')).toMatchObject({ isClear: true });
    const partnerId = await made('partners/create', { name: 'Partner UAB' });
    const sale = { partnerId, lines: [line] };
    const october = await made('sales/invoices/create', { ...sale, issueDate: '2026-10-31' });
    const undated = await made('sales/invoices/create', sale);
    await made('sales/invoices/create', { ...sale, issueDate: '2026-11-01' });
    await made('sales/invoices/create', { ...sale, issueDate: '2026-10-30', issue: true });
    const bill = { partnerId, documentNumber: 'B-1', documentDate: '2026-10-31', lines: [line] };
    const billId = await made('purchases/invoices/create', bill);
    const bank = await Bank.of(company);
    const transactionId = await bank.movement('5.00', { date: '2026-10-31' });
    await bank.movement('6.00', { date: '2026-11-01' });
    const { accountId } = await bank.another({ name: 'Stripe payouts' });
    const payout = await new Payouts(company, accountId).imported([
      { gross: '100.00', source: 'ch_1' },
      payoutRow('100.00'),
    ]);
    const lathe = await asset(company, await assetGroup(company), '2026-09-10');
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-31', rate: '1.25' });
    await company.ok('ledger/opening-items/create', {
      date: '2026-10-01',
      items: [
        {
          ...{ partnerId, side: 'receivable', documentNumber: 'OLD 1', documentDate: '2025-12-01' },
          ...{ dueDate: '2026-01-30', currency: 'USD', amount: '100.00', baseAmount: '90.00' },
        },
      ],
    });

    expect(await checks('2026-10-31')).toMatchObject({ toDate: '2026-10-31', isClear: false });
    expect(await found('2026-10-31')).toEqual({
      sale_drafts: [october, undated],
      purchase_drafts: [billId],
      bank_transactions: [transactionId],
      payouts: [payout],
      depreciation: [lathe.id],
      revaluation: ['USD'],
    });
    // The day before: October is not over for the asset, and nothing of the 31st is there yet.
    expect(await found('2026-10-30')).toEqual({
      sale_drafts: [undated],
      payouts: [payout],
      revaluation: ['USD'],
    });

    await company.ok('assets/depreciation/post', { year: 2026, month: 10 });
    await company.ok('ledger/revaluations/create', { date: '2026-10-31' });
    await company.ok('sales/invoices/delete', { id: undated });
    expect(Object.keys(await found('2026-10-31'))).toEqual([
      'sale_drafts',
      'purchase_drafts',
      'bank_transactions',
      'payouts',
    ]);
  });

  it('counts all of it, and names the oldest hundred', async () => {
    company = await app.company();
    const partnerId = await made('partners/create', { name: 'Partner UAB' });
    const bank = await Bank.of(company);
    const first = await made('sales/invoices/create', { partnerId, lines: [line] });
    const movement = await bank.movement('5.00', { date: '2026-10-30' });
    await copies('sale_invoices', 'invoice_id', []);
    await copies('bank_transactions', 'transaction_id', ['dedupe_key', 'external_id']);
    const [drafts, , movements] = (await checks('2026-10-31')).checks;
    for (const [check, oldest] of [
      [drafts!, first],
      [movements!, movement],
    ] as const) {
      expect([check.count, check.found.length, check.found[0]]).toEqual([101, 100, oldest]);
    }
  });

  /** A hundred more of the only row there is, made later. */
  const copies = (table: string, key: string, unique: string[]): Promise<unknown> =>
    company.sql(
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(t, jsonb_build_object('${key}', gen_random_uuid(), 'created_at', t.created_at + interval '1 second',
                                                      'booked_on', '2026-10-31')
                 || (SELECT coalesce(jsonb_object_agg(u, 'copy ' || n), '{}') FROM unnest($1::text[]) u))).*
         FROM ${table} t, generate_series(1, 100) n`,
      [unique],
    );
});
