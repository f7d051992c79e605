import { Decimal } from '../../src/shared/decimal';
import { addDays, type CalendarDate } from '../../src/shared/calendar-date';
import { expectSoundItems } from './bank';
import { expectSoundBooks } from './books';
import type { Month } from './fourteen-months';
import type { TestCompany } from './test-app';

/** The accounts on which customers and suppliers stand. */
const RECEIVABLE = '2410';
const PAYABLE = '4430';
const ADVANCES = '4420';
/** Where open items are revalued, until the next day. */
const REVALUATION = ['24460', '4494'];
const SALES_REVENUE = ['5000', '5001'];
/** Costs that every line of the story's purchases goes to, with a cost center. */
const COSTS = ['6001', '6312'];

interface BalanceRow {
  code: string;
  type: 'asset' | 'liability' | 'equity' | 'income' | 'expense';
  opening: string;
  debit: string;
  credit: string;
  closing: string;
}
interface TrialBalance {
  rows: BalanceRow[];
  totals: { debit: string; credit: string };
}
interface AccountDetail {
  opening: string;
  closing: string;
  rows: { debit: string; credit: string; balance: string }[];
}
interface JournalPage {
  nextCursor: string | null;
  rows: { entries: { accountCode: string; debit: string; credit: string }[] }[];
}
export interface Statements {
  balanceSheet: Record<string, unknown>;
  profitLoss: Record<string, string>;
}

const sum = (amounts: string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(2);
const minus = (one: string, other: string): string => new Decimal(one).minus(other).plus(0).toFixed(2);
const negated = (amount: string): string => minus('0', amount);

export function trialBalance(company: TestCompany, fromDate: string, toDate: string): Promise<TrialBalance> {
  return company.ok('reports/trial-balance', { fromDate, toDate }) as Promise<TrialBalance>;
}

export function statements(company: TestCompany, fromDate: string, toDate: string): Promise<Statements> {
  return company.ok('reports/financial-statements', { fromDate, toDate }) as Promise<Statements>;
}

/** Sum of the closing balances of accounts, debit positive. */
export function closingOf({ rows }: TrialBalance, fits: (row: BalanceRow) => boolean): string {
  return sum(rows.filter(fits).map(({ closing }) => closing));
}

/** Debits less credits of the period. */
function movementOf({ rows }: TrialBalance, fits: (row: BalanceRow) => boolean): string {
  return sum(rows.filter(fits).map(({ debit, credit }) => minus(debit, credit)));
}

/**
 * At the end of a month the books agree with themselves, as the API shows them: trial balance = general ledger = journal =
 * balance sheet and profit and loss; debts by partner = control accounts; cost centers = their accounts; cash flow = cash. The
 * fiscal year of the month is not closed.
 */
export async function expectSoundMonthEnd(company: TestCompany, month: Month): Promise<void> {
  const trial = await trialBalance(company, month.first, month.last);
  await expectSoundTrialBalance(company, month, trial);
  await expectSameInGeneralLedger(company, month, trial);
  await expectSameInJournal(company, month, trial);
  await expectSameInStatements(company, month, trial);
  await expectSameByPartner(company, month, trial);
  await expectSameByCostCenter(company, month);
  await expectSameInCashFlow(company, month, trial);
  // Items are revalued at the ends of quarters, and that is taken back on the next day.
  const revalued = trial.rows.filter(({ code, closing }) => REVALUATION.includes(code) && closing !== '0.00');
  expect([month.last, revalued.length > 0]).toEqual([month.last, month.month % 3 === 0]);
}

/** What is stored beside the journal is what the journal and the documents make of it. */
export async function expectStoredAsRebuilt(
  company: TestCompany,
  open: Record<string, string>,
): Promise<void> {
  await expectSoundItems(company);
  await expectSoundBooks(company);
  const rows = (await company.sql(
    `SELECT partner_id || ' ' || currency AS owner, sum(amount - settled_amount)::numeric(28, 2)::text AS open
       FROM open_items GROUP BY 1 HAVING sum(amount - settled_amount) <> 0`,
  )) as { owner: string; open: string }[];
  expect(Object.fromEntries(rows.map(row => [row.owner, row.open]))).toEqual(open);
  // What is left of advances is what stands on their account, in base currency.
  const [advances] = (await company.sql(
    `SELECT (SELECT coalesce(sum(base_gross - base_credited - base_applied), 0) FROM sale_advances) =
            (SELECT coalesce(sum(e.credit - e.debit), 0) FROM journal_entries e JOIN accounts a USING (company_id, account_id)
              WHERE a.code = '${ADVANCES}') AS "areCarried"`,
  )) as { areCarried: boolean }[];
  expect(advances).toEqual({ areCarried: true });
}

/** Months that were locked are as they were when they were locked. */
export async function expectProofs(company: TestCompany, months: Iterable<Month>): Promise<void> {
  for (const { year, month } of months) {
    const proof = (await company.ok('ledger/periods/verify', { year, month })) as object;
    expect(proof).toMatchObject({ year, month, matches: true, transactionsSince: 0 });
  }
}

async function expectSoundTrialBalance(
  company: TestCompany,
  { first, last }: Month,
  { rows, totals }: TrialBalance,
): Promise<void> {
  for (const { code, opening, debit, credit, closing } of rows)
    expect([last, code, closing]).toEqual([last, code, sum([opening, debit, negated(credit)])]);
  expect([last, totals.debit, totals.credit]).toEqual([
    last,
    sum(rows.map(({ debit }) => debit)),
    totals.debit,
  ]);
  expect([last, sum(rows.map(({ closing }) => closing))]).toEqual([last, '0.00']);
  // What the month before left is what this one begins with.
  const before = await trialBalance(company, '2024-01-01', addDays(first as CalendarDate, -1));
  const balances = (of: BalanceRow[], side: 'opening' | 'closing'): Record<string, string> =>
    Object.fromEntries(of.filter(row => row[side] !== '0.00').map(row => [row.code, row[side]]));
  expect([last, balances(rows, 'opening')]).toEqual([last, balances(before.rows, 'closing')]);
}

async function expectSameInGeneralLedger(
  company: TestCompany,
  { first, last }: Month,
  trial: TrialBalance,
): Promise<void> {
  const { rows: accounts } = (await company.ok('ledger/accounts/list', { pageSize: 500 })) as {
    rows: { code: string }[];
  };
  for (const { code } of accounts) {
    const detail = (await company.ok('reports/gl-detail', {
      accountCode: code,
      fromDate: first,
      toDate: last,
    })) as AccountDetail;
    const { opening, closing, rows } = detail;
    const row = trial.rows.find(candidate => candidate.code === code);
    const none = { opening: '0.00', debit: '0.00', credit: '0.00', closing: '0.00' };
    const [debit, credit] = [sum(rows.map(of => of.debit)), sum(rows.map(of => of.credit))];
    expect([last, code, { opening, debit, credit, closing }]).toEqual([
      last,
      code,
      pick(row ?? none, ['opening', 'debit', 'credit', 'closing']),
    ]);
    expect([last, code, rows.at(-1)?.balance ?? opening]).toEqual([last, code, closing]);
  }
}

async function expectSameInJournal(
  company: TestCompany,
  { first, last }: Month,
  trial: TrialBalance,
): Promise<void> {
  const posted = new Map<string, { debit: Decimal; credit: Decimal }>();
  let cursor: string | null = null;
  do {
    const page = (await company.ok('reports/general-journal', {
      fromDate: first,
      toDate: last,
      pageSize: 500,
      ...(cursor !== null && { cursor }),
    })) as JournalPage;
    for (const { accountCode, debit, credit } of page.rows.flatMap(({ entries }) => entries)) {
      const of = posted.get(accountCode) ?? { debit: new Decimal(0), credit: new Decimal(0) };
      posted.set(accountCode, { debit: of.debit.plus(debit), credit: of.credit.plus(credit) });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  const moved = trial.rows.filter(({ debit, credit }) => debit !== '0.00' || credit !== '0.00');
  expect([
    last,
    Object.fromEntries(
      [...posted]
        .map(([code, of]) => [code, of.debit.toFixed(2), of.credit.toFixed(2)].join(' '))
        .sort()
        .entries(),
    ),
  ]).toEqual([
    last,
    Object.fromEntries(
      moved
        .map(({ code, debit, credit }) => [code, debit, credit].join(' '))
        .sort()
        .entries(),
    ),
  ]);
}

async function expectSameInStatements(
  company: TestCompany,
  { year, month, first, last }: Month,
  trial: TrialBalance,
): Promise<void> {
  const yearFirst = `${year}-01-01`;
  const sinceYear = await trialBalance(company, yearFirst, last);
  const { balanceSheet, profitLoss } = await statements(company, yearFirst, last);
  const revenue = negated(movementOf(sinceYear, ({ type }) => type === 'income'));
  const expenses = movementOf(sinceYear, ({ type }) => type === 'expense');
  const totalAssets = closingOf(trial, ({ type }) => type === 'asset');
  const result = negated(closingOf(trial, ({ type }) => type === 'income' || type === 'expense'));
  const equity = negated(closingOf(trial, ({ type }) => type === 'equity'));
  const liabilities = negated(closingOf(trial, ({ type }) => type === 'liability'));
  expect([last, balanceSheet]).toEqual([
    last,
    expect.objectContaining({
      balanced: true,
      totalAssets,
      totalEquityAndLiabilities: totalAssets,
      equity: sum([equity, result]),
      ofWhichResult: result,
      liabilities,
    }),
  ]);
  expect([last, profitLoss]).toEqual([
    last,
    { fromDate: yearFirst, toDate: last, revenue, expenses, netResult: minus(revenue, expenses) },
  ]);
  const ofMonth = await statements(company, first, last);
  const netResult = negated(movementOf(trial, ({ type }) => type === 'income' || type === 'expense'));
  expect([last, ofMonth.profitLoss.netResult]).toEqual([last, netResult]);
  const { rows } = (await company.ok('reports/monthly-summary', { months: 3 })) as { rows: object[] };
  expect(rows).toContainEqual(
    expect.objectContaining({
      ...{ year, month, netResult },
      receivables: closingOf(trial, ({ code }) => code === RECEIVABLE),
      payables: negated(closingOf(trial, ({ code }) => code === PAYABLE)),
    }),
  );
}

/** At the end of the month, also where it is long over and much of it was paid since. */
async function expectSameByPartner(
  company: TestCompany,
  { last }: Month,
  trial: TrialBalance,
): Promise<void> {
  const { rows: balances } = (await company.ok('reports/partner-balances', { asOf: last })) as {
    rows: Record<'partnerId' | 'receivable' | 'payable' | 'net', string>[];
  };
  for (const { receivable, payable, net } of balances) expect(net).toBe(minus(receivable, payable));
  const control = {
    receivable: closingOf(trial, ({ code }) => code === RECEIVABLE),
    payable: negated(closingOf(trial, ({ code }) => code === PAYABLE)),
  };
  for (const side of ['receivable', 'payable'] as const) {
    expect([last, side, sum(balances.map(row => row[side]))]).toEqual([last, side, control[side]]);
    const aging = (await company.ok('reports/debt-aging', { asOf: last, side: `${side}s` })) as {
      rows: Record<string, string>[];
    };
    const buckets = ['current', 'd1to30', 'd31to60', 'd61to90', 'over90'];
    const totals = aging.rows.map(row => [row.partnerId!, row.total!] as const);
    for (const row of aging.rows) expect(row.total).toBe(sum(buckets.map(name => row[name]!)));
    const nonZero = (of: (readonly [string, string])[]): Record<string, string> =>
      Object.fromEntries(of.filter(([, amount]) => amount !== '0.00'));
    expect([last, side, nonZero(totals)]).toEqual([
      last,
      side,
      nonZero(balances.map(row => [row.partnerId, row[side]])),
    ]);
  }
}

async function expectSameByCostCenter(company: TestCompany, { year, last }: Month): Promise<void> {
  const range = { fromDate: `${year}-01-01`, toDate: last };
  const { rows } = (await company.ok('reports/cost-centers', range)) as {
    rows: { income: string; expenses: string }[];
  };
  const trial = await trialBalance(company, range.fromDate, range.toDate);
  expect([last, sum(rows.map(({ income }) => income)), sum(rows.map(({ expenses }) => expenses))]).toEqual([
    last,
    negated(movementOf(trial, ({ code }) => SALES_REVENUE.includes(code))),
    movementOf(trial, ({ code }) => COSTS.includes(code)),
  ]);
}

async function expectSameInCashFlow(
  company: TestCompany,
  { first, last }: Month,
  trial: TrialBalance,
): Promise<void> {
  const flow = (await company.ok('reports/cash-flow', { fromDate: first, toDate: last })) as object;
  const isCash = ({ code }: BalanceRow): boolean => code.startsWith('27');
  expect([last, flow]).toEqual([
    last,
    expect.objectContaining({
      balanced: true,
      closingCash: closingOf(trial, isCash),
      netChange: movementOf(trial, isCash),
    }),
  ]);
}

function pick<Row extends object, Name extends keyof Row>(row: Row, names: Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<Row, Name>;
}
