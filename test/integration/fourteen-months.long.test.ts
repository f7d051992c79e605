import { FourteenMonths, MONTHS, OPENING_DAY, type Month } from '../support/fourteen-months';
import {
  closingOf,
  expectProofs,
  expectSoundMonthEnd,
  expectStoredAsRebuilt,
  statements,
  trialBalance,
} from '../support/month-end';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { reconciliation, unexplained } from '../support/vat-reconciliation';

interface ClosedYear {
  result: string;
  journalTransactionId: string;
}

const noonOf = (day: string): Date => new Date(`${day}T10:00:00Z`);

/** @invariant INV-01 @invariant INV-03 @invariant INV-09 */
describe('a company for fourteen months', () => {
  let app: TestApp;
  let company: TestCompany;
  let story: FourteenMonths;
  /** Locked months, in the order of the calendar. */
  const locked: Month[] = [];
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(noonOf(OPENING_DAY)));
    company = await app.company();
    story = await FourteenMonths.of(company);
  });
  afterAll(() => app.stop());

  it('has books that agree at every month end, from the opening over a year-end close to the next year', async () => {
    expect(await story.open()).toMatchObject({ clearingBalance: '0.00' });
    let previous: Month | undefined;
    for (const month of MONTHS) {
      app.clock.instant = noonOf(month.last);
      if (is(month, 2025, 8)) await correctLockedMonth(MONTHS[2]!);
      if (is(month, 2026, 2)) await closeYear(2025);
      if (previous && !locked.includes(previous)) await story.backDate(previous);
      await story.live(month);
      await expectSoundMonthEnd(company, month);
      if (previous && !locked.includes(previous)) {
        await expectSoundMonthEnd(company, previous);
        // December stays open for the closing of its year, which locks it.
        if (!is(previous, 2025, 12)) await lock(previous);
      }
      await expectStoredAsRebuilt(company, story.books.expectedOpen());
      await expectProofs(company, locked);
      previous = month;
    }
    await expectVatExplained();
    await expectSeriesWithoutGaps();
    const documents = Object.values(story.books.documents).reduce((total, made) => total + made, 0);
    expect(documents).toBeGreaterThanOrEqual(2000);
    expect(new Set(locked).size).toBe(13);
  }, 900_000);

  const is = ({ year, month }: Month, ofYear: number, ofMonth: number): boolean =>
    year === ofYear && month === ofMonth;

  async function lock(month: Month): Promise<void> {
    await company.ok('ledger/periods/lock', { year: month.year, month: month.month });
    locked.push(month);
  }

  /** A late invoice for a month that was locked long ago: the proofs of all later ones notice it. */
  async function correctLockedMonth(month: Month): Promise<void> {
    const later = locked.slice(locked.indexOf(month));
    const reason = 'Late invoice';
    await company.ok('ledger/periods/unlock', { year: month.year, month: month.month, reason });
    await story.backDate(month);
    for (const { year, month: number } of later.slice(1))
      expect(await company.ok('ledger/periods/verify', { year, month: number })).toMatchObject({
        matches: false,
        transactionsSince: 3,
      });
    for (const { year, month: number } of later) {
      if (number !== month.month) await company.ok('ledger/periods/unlock', { year, month: number, reason });
      await company.ok('ledger/periods/lock', { year, month: number });
    }
    await expectProofs(company, locked);
  }

  /** Closed, opened again for what was forgotten, and closed for good. */
  async function closeYear(year: number): Promise<void> {
    const december = MONTHS.find(month => is(month, year, 12))!;
    const before = (await statements(company, `${year}-01-01`, december.last)).profitLoss.netResult;
    const close = (): Promise<ClosedYear> =>
      company.ok('ledger/fiscal-years/close', { year }) as Promise<ClosedYear>;
    const closed = await close();
    expect(closed.result).toBe(before);
    await expectClosed(december, closed);
    await company.ok('ledger/fiscal-years/reopen', { year, reason: 'Late documents' });
    await story.backDate(december);
    await expectSoundMonthEnd(company, december);
    const again = await close();
    expect(again.result).not.toBe(closed.result);
    await expectClosed(december, again);
    locked.push(december);
  }

  async function expectClosed({ year, last }: Month, { result }: ClosedYear): Promise<void> {
    const trial = await trialBalance(company, `${year}-01-01`, last);
    for (const type of ['income', 'expense'])
      for (const row of trial.rows.filter(of => of.type === type))
        expect([row.code, row.closing]).toEqual([row.code, '0.00']);
    const { balanceSheet, profitLoss } = await statements(company, `${year}-01-01`, last);
    expect(profitLoss.netResult).toBe(result);
    const totalAssets = closingOf(trial, ({ type }) => type === 'asset');
    expect(balanceSheet).toMatchObject({ balanced: true, ofWhichResult: result, totalAssets });
    await expectProofs(company, [...locked, MONTHS.find(month => is(month, year, 12))!]);
  }

  async function expectVatExplained(): Promise<void> {
    for (const { year, month } of MONTHS) {
      const found = await reconciliation(company, { year, month });
      expect([year, month, unexplained(found), found.unexplained]).toEqual([year, month, {}, '0.00']);
    }
  }

  /** Every series counts from 1, and each number is there once. */
  async function expectSeriesWithoutGaps(): Promise<void> {
    const numbers = new Map<string, number[]>();
    for (let page = 1, total = 1; (page - 1) * 500 < total; page++) {
      const list = (await company.ok('sales/invoices/list', { page, pageSize: 500 })) as {
        total: number;
        rows: { type: string; number: number; fullNumber: string }[];
      };
      total = list.total;
      for (const { fullNumber, number } of list.rows) {
        const prefix = fullNumber.replace(/[0-9]+$/, '');
        numbers.set(prefix, [...(numbers.get(prefix) ?? []), number]);
      }
    }
    expect([...numbers.keys()].sort()).toEqual(['ADV-', 'CN-', 'INV-', 'PF-']);
    for (const [prefix, taken] of numbers)
      expect([prefix, taken.sort((one, other) => one - other)]).toEqual([
        prefix,
        Array.from({ length: taken.length }, (_, index) => index + 1),
      ]);
  }
});
