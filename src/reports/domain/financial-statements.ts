import type { Currency } from '../../shared/currency';
import { groupBy } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import { netDebit, without, type AccountSum } from './account-sum';
import type { SizeCategory } from './size-category';
import { lineOf, type StatementLine } from './statement-lines';

/** What is posted, in two spans: `opening` (before the first day) and `period`. */
export interface StatementSources {
  sums: readonly AccountSum[];
  /** What year-end closes moved of it on income and expense accounts. */
  closes: readonly AccountSum[];
  countryCode: string;
  base: Currency;
}

const FULL = {
  layout: 'full',
  requiredStatements: ['balance_sheet', 'profit_loss', 'cash_flow', 'equity_changes', 'explanatory_notes'],
};

/** How much each category has to present (Lithuanian Ministry of Finance, categories of undertakings). */
const STATEMENTS: Readonly<Record<SizeCategory, { layout: string; requiredStatements: string[] }>> = {
  micro: { layout: 'short', requiredStatements: ['balance_sheet', 'profit_loss'] },
  small: { layout: 'abridged', requiredStatements: ['balance_sheet', 'profit_loss', 'explanatory_notes'] },
  medium: FULL,
  large: FULL,
};

export function requirementsOf(category: SizeCategory): { layout: string; requiredStatements: string[] } {
  return STATEMENTS[category];
}

/** Which blocks a category has beside the totals. */
export function hasDetails(category: SizeCategory): boolean {
  return category !== 'micro';
}
export function hasFullSet(category: SizeCategory): boolean {
  return category === 'medium' || category === 'large';
}

/** The balance sheet at the end of the period; what is on the side of equity and liabilities is credit-positive. */
export function balanceSheetOf({ sums, countryCode, base }: StatementSources) {
  const of = (...lines: StatementLine[]): Money => sumOfLines(sums, lines, countryCode, base);
  const owed = (...lines: StatementLine[]): Money => of(...lines).negated();
  const zero = Money.zero(base);
  const nonCurrent = {
    intangible: of('intangible'),
    tangible: of('tangible'),
    financial: of('financial'),
    other: of('otherNonCurrent'),
  };
  const current = {
    inventories: of('inventories'),
    receivables: of('receivables'),
    otherCurrent: of('otherCurrent'),
    cash: of('cash'),
  };
  const equity = {
    capital: owed('capital'),
    reserves: owed('reserves'),
    retainedEarnings: owed('retainedEarnings'),
    otherEquity: owed('otherEquity'),
    periodResult: netDebit(sums, base, isResult).negated(),
  };
  const liabilities = {
    nonCurrent: owed('nonCurrentLiabilities'),
    current: owed('currentLiabilities'),
    other: owed('otherLiabilities'),
  };
  const withTotal = <Part extends Record<string, Money>>(parts: Part): Part & { total: Money } => ({
    ...parts,
    total: Object.values(parts).reduce((sum, part) => sum.plus(part), zero),
  });
  return {
    nonCurrentAssets: withTotal(nonCurrent),
    currentAssets: withTotal(current),
    equity: withTotal(equity),
    liabilities: withTotal(liabilities),
  };
}
export type BalanceSheet = ReturnType<typeof balanceSheetOf>;

/** Profit and loss of the period, whether or not it is closed into equity already. Expenses are positive. */
export function profitLossOf({ sums, closes, countryCode, base }: StatementSources) {
  const period = without(sums, closes).filter(({ span }) => span === 'period');
  const of = (line: StatementLine): Money => sumOfLines(period, [line], countryCode, base);
  const salesRevenue = of('salesRevenue').negated();
  const costOfSales = of('costOfSales');
  const grossProfit = salesRevenue.minus(costOfSales);
  const [sellingExpenses, adminExpenses] = [of('sellingExpenses'), of('adminExpenses')];
  const operatingProfit = grossProfit.minus(sellingExpenses).minus(adminExpenses);
  const otherActivityResult = of('otherActivity').negated();
  const financialActivityResult = of('financialActivity').negated();
  const profitBeforeTax = operatingProfit.plus(otherActivityResult).plus(financialActivityResult);
  const incomeTax = of('incomeTax');
  const revenue = netDebit(period, base, ({ type }) => type === 'income').negated();
  const expenses = netDebit(period, base, ({ type }) => type === 'expense');
  return {
    totals: { revenue, expenses, netResult: revenue.minus(expenses) },
    detail: {
      ...{ salesRevenue, costOfSales, grossProfit, sellingExpenses, adminExpenses, operatingProfit },
      ...{ otherActivityResult, financialActivityResult, profitBeforeTax, incomeTax },
      netProfit: profitBeforeTax.minus(incomeTax),
    },
  };
}
export type ProfitLoss = ReturnType<typeof profitLossOf>;

/** An equity account over the period; credit-positive. */
export interface EquityChange {
  code: string;
  name: string;
  opening: Money;
  increase: Money;
  decrease: Money;
  closing: Money;
}

/** Every equity account with a movement or a balance, by code, and last the result that is not closed into one yet. */
export function equityChangesOf(sources: StatementSources): EquityChange[] {
  const { sums, base } = sources;
  const accounts = groupBy(
    sums.filter(({ type }) => type === 'equity'),
    ({ code }) => code,
  ).map(ofAccount => {
    const period = ofAccount.filter(({ span }) => span === 'period');
    const side = (name: 'debit' | 'credit'): Money => Money.of(period[0]?.[name] ?? '0', base);
    const opening = netDebit(ofAccount, base, ({ span }) => span === 'opening').negated();
    return changeOf(ofAccount[0]!, opening, side('credit'), side('debit'));
  });
  return [...accounts, unclosedResult(sources)].filter(({ opening, increase, decrease }) =>
    [opening, increase, decrease].some(amount => !amount.isZero()),
  );
}

/** Grows by a profit, shrinks by a loss, and goes into equity accounts by a year-end close. */
function unclosedResult(sources: StatementSources): EquityChange {
  const { sums, closes, base } = sources;
  const opening = netDebit(sums, base, sum => isResult(sum) && sum.span === 'opening').negated();
  const earned = profitLossOf(sources).totals.netResult;
  const closed = netDebit(closes, base, ({ span }) => span === 'period').negated();
  const gains = [earned, closed].filter(amount => !amount.isNegative());
  const losses = [earned, closed].filter(amount => amount.isNegative()).map(amount => amount.negated());
  return changeOf(UNCLOSED, opening, Money.sum(gains, base), Money.sum(losses, base));
}

const UNCLOSED = { code: 'result', name: 'Result not closed yet' };

function changeOf(
  { code, name }: { code: string; name: string },
  opening: Money,
  increase: Money,
  decrease: Money,
): EquityChange {
  return { code, name, opening, increase, decrease, closing: opening.plus(increase).minus(decrease) };
}

function isResult({ type }: AccountSum): boolean {
  return type === 'income' || type === 'expense';
}

function sumOfLines(
  sums: readonly AccountSum[],
  lines: readonly StatementLine[],
  countryCode: string,
  base: Currency,
): Money {
  return netDebit(sums, base, sum => lines.includes(lineOf(sum, countryCode)));
}
