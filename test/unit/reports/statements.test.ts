import chart from '../../../migrations/seeds/chart-lt.json';
import { Money } from '../../../src/shared/money';
import type { AccountType, PlacedAccount } from '../../../src/reports/domain/account-sum';
import { activityOf, cashFlowOf } from '../../../src/reports/domain/cash-flow';
import { monthsUpTo } from '../../../src/reports/domain/monthly-summary';
import { notesOf, sizeCategoryOf, thresholdsOf } from '../../../src/reports/domain/size-category';
import { lineOf } from '../../../src/reports/domain/statement-lines';
import { eur } from '../sales/documents';

const account = (type: AccountType, code: string, more: Partial<PlacedAccount> = {}): PlacedAccount => ({
  ...{ accountId: code, code, name: code, type, control: null, isBank: false },
  ...more,
});
const euros = (text: string): Money => Money.of(text, eur);

describe('the lines of the statements', () => {
  it('have a place for every account of the Lithuanian chart', () => {
    const lines = new Map<string, string[]>();
    for (const { code, type } of chart as { code: string; type: AccountType }[]) {
      const line = lineOf(account(type, code), 'LT');
      lines.set(line, [...(lines.get(line) ?? []), code]);
    }
    expect(Object.fromEntries(lines)).toMatchObject({
      intangible: ['1120', '1130', '1138'],
      financial: ['16710'],
      otherNonCurrent: ['171'],
      inventories: ['2010', '20200', '2030', '2040', '2080'],
      cash: ['271', '272', '273'],
      otherCurrent: ['291', '292'],
      capital: ['3011', '302', '308'],
      reserves: ['331'],
      retainedEarnings: ['3411', '3421'],
      otherEquity: ['390'],
      nonCurrentLiabilities: ['4220'],
      otherLiabilities: ['491', '492'],
      salesRevenue: ['5000', '5001', '5009', '509'],
      otherActivity: ['5400', '5401', '6400'],
      financialActivity: ['5803', '5804', '6802', '6803'],
      costOfSales: ['6000', '6001'],
      sellingExpenses: ['6202', '6208'],
      incomeTax: ['6900'],
    });
  });

  it('have a place for any other account, by its type', () => {
    expect(lineOf(account('asset', '271'), 'CZ')).toBe('otherCurrent');
    expect(lineOf(account('asset', '221', { isBank: true }), 'CZ')).toBe('cash');
    expect(lineOf(account('asset', '311', { control: 'receivable' }), 'CZ')).toBe('receivables');
    expect(lineOf(account('liability', '321', { control: 'payable' }), 'CZ')).toBe('currentLiabilities');
    expect(lineOf(account('liability', '271'), 'LT')).toBe('otherLiabilities');
    expect(lineOf(account('income', 'X'), 'LT')).toBe('salesRevenue');
    expect(lineOf(account('expense', 'X'), 'LT')).toBe('adminExpenses');
  });
});

describe('a cash flow statement', () => {
  it.each([
    ['asset', '2410', 'operating'],
    ['asset', '1220', 'investing'],
    ['liability', '4430', 'operating'],
    ['liability', '4490', 'financing'],
    ['liability', '44901', 'financing'],
    ['liability', '4220', 'financing'],
    ['liability', '4410', 'financing'],
    ['equity', '3011', 'financing'],
    ['expense', '6802', 'financing'],
    ['expense', '6803', 'operating'],
  ] as const)('counts %s %s as %s', (type, code, activity) => {
    expect(activityOf(account(type, code), 'LT')).toBe(activity);
  });

  it('adds up, and says when it does not', () => {
    const movements = [
      { ...account('asset', '2410'), inflow: '124.0000', outflow: '0' },
      { ...account('expense', '6208'), inflow: '0', outflow: '3.0000' },
      { ...account('asset', '1220'), inflow: '10.00', outflow: '50.00' },
    ];
    const flow = cashFlowOf(euros('100.00'), euros('181.00'), movements, 'LT', eur);
    expect([flow.operating, flow.investing, flow.financing].map(({ net }) => net.toString())).toEqual([
      '121.00',
      '-40.00',
      '0.00',
    ]);
    expect([flow.netChange.toString(), flow.balanced]).toEqual(['81.00', true]);
    expect(cashFlowOf(euros('100.00'), euros('180.99'), movements, 'LT', eur).balanced).toBe(false);
  });
});

describe('the size of a company', () => {
  const size = (year: number, assets: string, turnover: string, avgEmployees: number): string =>
    sizeCategoryOf(
      { totalAssets: euros(assets), netTurnover: euros(turnover), avgEmployees },
      thresholdsOf(year),
    );

  it.each([
    // Exactly the limits; one of the three beyond; two beyond.
    [2024, '450000.00', '900000.00', 10, 'micro'],
    [2024, '450000.01', '900000.00', 10, 'micro'],
    [2024, '450000.01', '900000.01', 10, 'small'],
    [2024, '450000.01', '0.00', 11, 'small'],
    [2023, '400000.00', '800000.00', 0, 'small'],
    [2024, '400000.00', '800000.00', 0, 'micro'],
    [2024, '5000000.01', '10000000.01', 0, 'medium'],
    [2023, '20000000.00', '40000000.01', 250, 'medium'],
    [2023, '20000000.01', '40000000.01', 250, 'large'],
    [2024, '30000000.00', '1.00', 251, 'large'],
    [2015, '350000.00', '700000.00', 0, 'micro'],
  ])('in %d with assets %s, turnover %s and %d employees is %s', (year, assets, turnover, people, is) => {
    expect(size(year, assets, turnover, people)).toBe(is);
  });

  it('comes with what is not certain about it', () => {
    const notes = notesOf('small', 'micro', thresholdsOf(2025), eur, false);
    expect(notes).toHaveLength(3);
    expect(notes.join(' ')).toMatch(/counts as 0.*The year before was micro.*2023\/2775/);
    expect(notesOf('micro', 'micro', thresholdsOf(2023), eur, true)).toEqual([]);
  });
});

it('the last months reach back over the turn of a year', () => {
  expect(monthsUpTo({ year: 2026, month: 2 }, 4)).toEqual([
    { year: 2025, month: 11 },
    { year: 2025, month: 12 },
    { year: 2026, month: 1 },
    { year: 2026, month: 2 },
  ]);
});
