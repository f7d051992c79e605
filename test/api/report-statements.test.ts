import fc from 'fast-check';
import { expectSoundBooks } from '../support/books';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const YEAR_BEFORE = { fromDate: '2025-01-01', toDate: '2025-12-31' };

type Texts = Record<string, string>;
interface Statements {
  balanceSheet: Texts & { balanced: boolean };
  profitLoss: Texts;
  [block: string]: unknown;
}

describe('the statements', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-12-01T09:00:00Z')));
  });
  afterAll(() => app.stop());

  /** Posts entries written as "code amount", debits positive. */
  async function post(company: TestCompany, date: string, ...entries: string[]): Promise<void> {
    await company.ok('ledger/journal/transactions/create', {
      date,
      entries: entries
        .map(entry => entry.split(' ') as [string, string])
        .map(([accountCode, amount]) =>
          amount.startsWith('-') ? { accountCode, credit: amount.slice(1) } : { accountCode, debit: amount },
        ),
    });
  }

  async function companyOfTwoYears(): Promise<TestCompany> {
    const company = await app.company();
    await post(company, '2025-12-01', '271 10000.00', '3011 -10000.00');
    await post(company, '2025-12-10', '6300 400.00', '271 -400.00');
    await post(company, '2025-12-20', '271 1000.00', '5001 -1000.00');
    await company.ok('ledger/fiscal-years/close', { year: 2025 });
    await post(company, '2026-02-01', '1220 3000.00', '271 -3000.00');
    await post(company, '2026-03-01', '271 5000.00', '4220 -5000.00');
    await post(company, '2026-03-31', '6306 250.00', '1227 -250.00');
    await post(company, '2026-04-01', '2040 800.00', '271 -800.00');
    await post(company, '2026-05-01', '271 1500.00', '5000 -1500.00');
    await post(company, '2026-05-01', '6000 600.00', '2040 -600.00');
    await post(company, '2026-05-02', '6202 100.00', '271 -100.00');
    await post(company, '2026-06-01', '6802 50.00', '4220 500.00', '271 -550.00');
    await post(company, '2026-06-02', '272 200.00', '271 -200.00');
    await post(company, '2026-06-03', '271 20.00', '5401 -20.00');
    await post(company, '2026-06-30', '6900 60.00', '4470 -60.00');
    await post(company, '2026-07-01', '3421 300.00', '4490 -300.00');
    await post(company, '2026-07-02', '4490 300.00', '271 -300.00');
    await post(company, '2026-07-03', '3421 100.00', '331 -100.00');
    return company;
  }

  it('show a year in full for a large company', async () => {
    const company = await companyOfTwoYears();
    expect(await company.ok('reports/financial-statements', { ...YEAR, category: 'large' })).toEqual({
      category: 'large',
      layout: 'full',
      requiredStatements: [
        'balance_sheet',
        'profit_loss',
        'cash_flow',
        'equity_changes',
        'explanatory_notes',
      ],
      asOf: '2026-12-31',
      balanceSheet: {
        nonCurrentAssets: '2750.00',
        currentAssets: '12570.00',
        totalAssets: '15320.00',
        equity: '10760.00',
        ofWhichResult: '460.00',
        liabilities: '4560.00',
        totalEquityAndLiabilities: '15320.00',
        balanced: true,
      },
      profitLoss: { ...YEAR, revenue: '1520.00', expenses: '1060.00', netResult: '460.00' },
      balanceSheetDetail: {
        nonCurrentAssets: {
          intangible: '0.00',
          tangible: '2750.00',
          financial: '0.00',
          other: '0.00',
          total: '2750.00',
        },
        currentAssets: {
          inventories: '200.00',
          receivables: '0.00',
          otherCurrent: '0.00',
          cash: '12370.00',
          total: '12570.00',
        },
        equity: {
          ...{ capital: '10000.00', reserves: '100.00', retainedEarnings: '200.00', otherEquity: '0.00' },
          ...{ periodResult: '460.00', total: '10760.00' },
        },
        liabilities: { nonCurrent: '4500.00', current: '60.00', other: '0.00', total: '4560.00' },
      },
      profitLossDetail: {
        ...{
          salesRevenue: '1500.00',
          costOfSales: '600.00',
          grossProfit: '900.00',
          sellingExpenses: '100.00',
        },
        ...{ adminExpenses: '250.00', operatingProfit: '550.00', otherActivityResult: '20.00' },
        ...{
          financialActivityResult: '-50.00',
          profitBeforeTax: '520.00',
          incomeTax: '60.00',
          netProfit: '460.00',
        },
      },
      equityChanges: [
        change('3011', '10000.00', '0.00', '0.00', '10000.00'),
        change('331', '0.00', '100.00', '0.00', '100.00'),
        change('3421', '600.00', '0.00', '400.00', '200.00'),
        change('result', '0.00', '460.00', '0.00', '460.00'),
      ],
      cashFlow: {
        ...{ openingCash: '10600.00', operating: '620.00', investing: '-3000.00', financing: '4150.00' },
        ...{ netChange: '1770.00', closingCash: '12370.00' },
      },
    });
  });

  it('show the result of a closed year by itself on its last day, and carried forward from the next', async () => {
    const company = await companyOfTwoYears();
    const statements = async (order: object): Promise<Statements> =>
      (await company.ok('reports/financial-statements', { ...order, category: 'medium' })) as Statements;
    const closed = await statements(YEAR_BEFORE);
    expect(closed.profitLoss).toEqual({
      ...YEAR_BEFORE,
      revenue: '1000.00',
      expenses: '400.00',
      netResult: '600.00',
    });
    expect(closed).toMatchObject({
      balanceSheet: { equity: '10600.00', ofWhichResult: '600.00', balanced: true },
      balanceSheetDetail: { equity: { retainedEarnings: '0.00', periodResult: '600.00' } },
    });
    expect(closed.equityChanges).toEqual([
      change('3011', '0.00', '10000.00', '0.00', '10000.00'),
      change('result', '0.00', '600.00', '0.00', '600.00'),
    ]);
    const open = { fromDate: '2025-01-01', toDate: '2025-12-30' };
    expect(await statements(open)).toMatchObject({
      balanceSheet: { equity: '10600.00', ofWhichResult: '600.00' },
      profitLoss: { netResult: '600.00' },
    });
    const next = await statements({ fromDate: '2025-01-01', toDate: '2026-01-01' });
    expect(next).toMatchObject({
      balanceSheet: { equity: '10600.00', ofWhichResult: '0.00', balanced: true },
      balanceSheetDetail: { equity: { retainedEarnings: '600.00', periodResult: '0.00' } },
    });
    expect(next.equityChanges).toEqual([
      change('3011', '0.00', '10000.00', '0.00', '10000.00'),
      change('3421', '0.00', '600.00', '0.00', '600.00'),
      change('result', '0.00', '600.00', '600.00', '0.00'),
    ]);
  });

  it('tell a year that was closed, reopened and closed again as one that was closed once', async () => {
    const company = await companyOfTwoYears();
    await company.ok('ledger/fiscal-years/reopen', { year: 2025, reason: 'A late document' });
    await post(company, '2025-12-31', '6312 7.00', '271 -7.00');
    await company.ok('ledger/fiscal-years/close', { year: 2025 });
    const both = { fromDate: '2025-01-01', toDate: '2026-01-01', category: 'medium' };
    expect(await company.ok('reports/financial-statements', both)).toMatchObject({
      profitLoss: { netResult: '593.00' },
      equityChanges: [
        change('3011', '0.00', '10000.00', '0.00', '10000.00'),
        change('3421', '0.00', '593.00', '0.00', '593.00'),
        change('result', '0.00', '593.00', '593.00', '0.00'),
      ],
    });
  });

  it('count what the books were opened with as opening, within the days too', async () => {
    const company = await app.company();
    const opening = {
      date: '2026-03-31',
      entries: [
        { accountCode: '271', debit: '20000.00' },
        { accountCode: '1220', debit: '9000.00' },
        { accountCode: '5000', credit: '4000.00' },
        { accountCode: '3011', credit: '25000.00' },
      ],
    };
    const wrong = (await company.ok('ledger/opening-balances/create', opening)) as { id: string };
    await company.ok('ledger/opening-balances/reverse', { id: wrong.id });
    await company.ok('ledger/opening-balances/create', opening);
    await post(company, '2026-04-01', '6312 100.00', '271 -100.00');
    await post(company, '2026-04-02', '271 500.00', '3011 -500.00');
    expect(await company.ok('reports/financial-statements', { ...YEAR, category: 'large' })).toMatchObject({
      profitLoss: { netResult: '3900.00' },
      balanceSheet: { equity: '29400.00', ofWhichResult: '3900.00', balanced: true },
      equityChanges: [
        change('3011', '25000.00', '500.00', '0.00', '25500.00'),
        change('result', '0.00', '3900.00', '0.00', '3900.00'),
      ],
      cashFlow: {
        ...{ openingCash: '20000.00', operating: '-100.00', investing: '0.00', financing: '500.00' },
        ...{ netChange: '400.00', closingCash: '20400.00' },
      },
    });
    expect(await company.ok('reports/cash-flow', YEAR)).toMatchObject({ balanced: true });
  });

  it('are as long as the category wants, by default that of the company', async () => {
    const company = await companyOfTwoYears();
    const members = async (more: object): Promise<string[]> =>
      Object.keys((await company.ok('reports/financial-statements', { ...YEAR, ...more })) as object).slice(
        6,
      );
    expect(await members({})).toEqual([]);
    expect(await members({ category: 'small' })).toEqual(['balanceSheetDetail', 'profitLossDetail']);
    expect(await members({ category: 'medium' })).toEqual([
      'balanceSheetDetail',
      'profitLossDetail',
      'equityChanges',
      'cashFlow',
    ]);
    const report = await company.ok('reports/size-category', { year: 2026 });
    expect(report).toMatchObject({
      year: 2026,
      criteria: { totalAssets: 15320, netTurnover: 1500, avgEmployees: 0 },
      category: 'micro',
      thresholds: {
        micro: { totalAssets: 450000, netTurnover: 900000, employees: 10 },
        small: { totalAssets: 5000000, netTurnover: 10000000, employees: 50 },
        medium: { totalAssets: 25000000, netTurnover: 50000000, employees: 250 },
      },
      previousCategory: 'micro',
    });
    await post(company, '2026-08-01', '271 900000.01', '5001 -900000.01');
    expect(await company.ok('reports/size-category', { year: 2026, avgEmployees: 3 })).toMatchObject({
      criteria: { totalAssets: 915320.01, netTurnover: 901500.01, avgEmployees: 3 },
      category: 'small',
      previousCategory: 'micro',
    });
    expect((await members({})).length).toBe(2);
  });

  it('are sized by the fiscal year, whenever that ends', async () => {
    const company = await app.company();
    await company.sql('UPDATE companies SET fiscal_year_end_month = 6');
    await post(company, '2024-07-01', '271 1.00', '5001 -1.00');
    await post(company, '2025-06-30', '271 20.00', '5001 -20.00');
    await post(company, '2025-07-01', '271 300.00', '5001 -300.00');
    // The year to June 2024 began before the limits of 2024; that to June 2025 has 1.00 and 20.00, but not 300.00.
    expect(await company.ok('reports/size-category', { year: 2025 })).toMatchObject({
      criteria: { totalAssets: 21, netTurnover: 21 },
      thresholds: { micro: { totalAssets: 450000 } },
    });
    expect(await company.ok('reports/size-category', { year: 2024 })).toMatchObject({
      criteria: { totalAssets: 0, netTurnover: 0 },
      thresholds: { micro: { totalAssets: 350000 } },
    });
    await post(company, '2025-08-01', '271 900000.01', '5001 -900000.01');
    const category = async (toDate: string): Promise<unknown> =>
      ((await company.ok('reports/financial-statements', { fromDate: '2025-01-01', toDate })) as Texts)
        .category;
    expect([await category('2025-06-30'), await category('2025-07-31')]).toEqual(['micro', 'small']);
    const early = { fromDate: '1900-01-02', toDate: '1900-12-31' };
    const refused = await company.post('reports/financial-statements', early);
    expect([refused.status, Object.keys(refused.body.error.fieldErrors as object)]).toEqual([
      400,
      ['category'],
    ]);
    await company.ok('reports/financial-statements', { ...early, category: 'micro' });
  });

  it('show where cash came from and went to', async () => {
    const company = await companyOfTwoYears();
    const flow = (code: string, inflow: string, outflow: string): object => ({
      ...{ code, name: expect.any(String) as string, inflow, outflow },
    });
    expect(await company.ok('reports/cash-flow', YEAR)).toEqual({
      ...YEAR,
      ...{ openingCash: '10600.00', closingCash: '12370.00', netChange: '1770.00' },
      operating: {
        ...{ inflow: '1520.00', outflow: '900.00', net: '620.00' },
        rows: [
          flow('2040', '0.00', '800.00'),
          flow('5000', '1500.00', '0.00'),
          flow('5401', '20.00', '0.00'),
          flow('6202', '0.00', '100.00'),
        ],
      },
      investing: {
        ...{ inflow: '0.00', outflow: '3000.00', net: '-3000.00' },
        rows: [flow('1220', '0.00', '3000.00')],
      },
      financing: {
        ...{ inflow: '5000.00', outflow: '850.00', net: '4150.00' },
        rows: [
          flow('4220', '5000.00', '500.00'),
          flow('4490', '0.00', '300.00'),
          flow('6802', '0.00', '50.00'),
        ],
      },
      balanced: true,
    });
  });

  it('sum up the last months', async () => {
    const company = await companyOfTwoYears();
    const { id: partnerId } = (await company.ok('partners/create', { name: 'Buyer' })) as { id: string };
    await company.ok('sales/invoices/create', {
      partnerId,
      ...{ issue: true, issueDate: '2026-06-15' },
      lines: [{ description: 'Work', unitPriceExclVat: '100.00', vatRatePercent: '21' }],
    });
    const { rows } = (await company.ok('reports/monthly-summary', { months: 13 })) as { rows: Texts[] };
    const shown = rows.map(row => Object.values(row).join(' '));
    expect([shown.length, shown[0], shown[1]]).toEqual([
      13,
      '2025 12 0.00 0.00 1000.00 400.00 600.00',
      '2026 1 0.00 0.00 0.00 0.00 0.00',
    ]);
    expect(shown.slice(5, 9)).toEqual([
      '2026 5 0.00 0.00 1500.00 700.00 800.00',
      '2026 6 121.00 0.00 120.00 110.00 10.00',
      '2026 7 121.00 0.00 0.00 0.00 0.00',
      '2026 8 121.00 0.00 0.00 0.00 0.00',
    ]);
    expect(((await company.ok('reports/monthly-summary')) as { rows: unknown[] }).rows).toHaveLength(12);
  });

  it('find every cent of postings that arrive at once', async () => {
    const company = await app.company();
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        post(company, `2026-0${1 + (n % 3)}-15`, '271 0.01', '6300 0.02', '5001 -0.03'),
      ),
    );
    await expectSoundBooks(company);
    const range = { fromDate: '2026-01-01', toDate: '2026-12-31' };
    expect(await company.ok('reports/trial-balance', range)).toMatchObject({
      totals: { debit: '0.72', credit: '0.72' },
    });
  });

  it('balance and agree with the entries on any days of random books', async () => {
    const company = await app.company();
    const codes = [
      '271',
      '272',
      '1220',
      '2040',
      '3011',
      '3421',
      '390',
      '4220',
      '4490',
      '491',
      '5001',
      '5803',
      '6202',
      '6900',
    ];
    const transactions = fc.sample(
      fc.record({
        day: fc.integer({ min: 0, max: 130 }),
        from: fc.constantFrom(...codes),
        to: fc.constantFrom(...codes),
        fee: fc.integer({ min: 1, max: 999 }),
        cents: fc.integer({ min: 1000, max: 9_999_999 }),
      }),
      { numRuns: 60, seed: 6 },
    );
    for (const { day, from, to, fee, cents } of transactions) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const text = (amount: number): string => (amount / 100).toFixed(2);
      await post(company, date, `${to} ${text(cents - fee)}`, `6208 ${text(fee)}`, `${from} -${text(cents)}`);
    }
    for (const [fromDate, toDate] of [
      ['2026-01-01', '2026-03-31'],
      ['2026-01-15', '2026-01-20'],
      ['2026-01-15', '2026-02-10'],
      ['2026-01-31', '2026-04-02'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-05', '2026-05-11'],
    ] as const) {
      const range = { fromDate, toDate };
      const trial = (await company.ok('reports/trial-balance', range)) as { rows: Texts[]; totals: Texts };
      expect(
        trial.rows.map(({ code, opening, debit, credit }) => [code, opening, debit, credit].join(' ')),
      ).toEqual(await rebuilt(company, fromDate, toDate));
      expect(trial.totals.debit).toBe(trial.totals.credit);
      const statements = (await company.ok('reports/financial-statements', {
        ...range,
        category: 'large',
      })) as Statements;
      const cash = (await company.ok('reports/cash-flow', range)) as Texts;
      expect([fromDate, statements.balanceSheet.balanced, cash.balanced]).toEqual([fromDate, true, true]);
      expect((statements.profitLossDetail as Texts).netProfit).toBe(statements.profitLoss.netResult);
      const equity = statements.equityChanges as Texts[];
      const [sum] = (await company.sql('SELECT sum(x::numeric)::text AS equity FROM unnest($1::text[]) x', [
        equity.map(({ closing }) => closing),
      ])) as Texts[];
      expect(sum!.equity).toBe(statements.balanceSheet.equity);
    }
    await expectSoundBooks(company);
  });

  /** The trial balance straight from the entries. */
  async function rebuilt(company: TestCompany, fromDate: string, toDate: string): Promise<string[]> {
    const rows = (await company.sql(
      `SELECT concat_ws(' ', code, opening, debit, credit) AS row
         FROM (SELECT a.code,
                      coalesce(sum(e.debit - e.credit) FILTER (WHERE e.posted_on < $1), 0)::numeric(28, 2) AS opening,
                      coalesce(sum(e.debit) FILTER (WHERE e.posted_on >= $1), 0)::numeric(28, 2) AS debit,
                      coalesce(sum(e.credit) FILTER (WHERE e.posted_on >= $1), 0)::numeric(28, 2) AS credit
                 FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE e.posted_on <= $2 GROUP BY a.code) s
        WHERE opening <> 0 OR debit <> 0 OR credit <> 0 ORDER BY code`,
      [fromDate, toDate],
    )) as { row: string }[];
    return rows.map(({ row }) => row);
  }
});

function change(code: string, opening: string, increase: string, decrease: string, closing: string): object {
  return { code, name: expect.any(String) as string, opening, increase, decrease, closing };
}
