import type { Currency } from '../../shared/currency';
import { groupBy } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import { netDebit, without, type AccountSum } from './account-sum';
import type { SizeCategory } from './size-category';
import { lineOf, type StatementLine } from './statement-lines';

/** The span of the last day alone. */
export const LAST_DAY = 'last day';

/** What is posted, in two spans: `opening` (before the first day) and `period`. */
export interface StatementSources {
  sums: readonly AccountSum[];
  /** What year-end closes moved of it; those of the last day once more, in the span `LAST_DAY`. */
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

/**
 * The balance sheet at the end of the period; what is on the side of equity and liabilities is credit-positive. At the end of a
 * fiscal year its result stands apart from that of earlier years, whether or not the year is closed: a close of the last day is
 * left out.
 */
export function balanceSheetOf({ sums: posted, closes, countryCode, base }: StatementSources) {
  const sums = without(posted, closes.filter(isOfLastDay));
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

/**
 * Every equity account with a movement or a balance, by code, and last the result. Openings within the days count as opening,
 * closes with what they moved in the end: one that was taken back and made again is one movement. A close of the last day is
 * left out, as in the balance sheet.
 */
export function equityChangesOf(
  sources: StatementSources & { openings: readonly AccountSum[] },
): EquityChange[] {
  const { sums, openings, base } = sources;
  const closes = earlierCloses(sources);
  const accounts = groupBy(
    sums.filter(({ type }) => type === 'equity'),
    ({ code }) => code,
  ).map(ofAccount => {
    const account = ofAccount[0]!;
    const isThis = ({ accountId }: AccountSum): boolean => accountId === account.accountId;
    const opened = openings.filter(sum => isThis(sum) && sum.span === 'period');
    const opening = netDebit(
      [...ofAccount.filter(({ span }) => span === 'opening'), ...opened],
      base,
    ).negated();
    const side = (name: 'debit' | 'credit'): Money => {
      const of = (rows: readonly AccountSum[]): Money =>
        Money.sum(
          rows.map(row => Money.of(row[name], base)),
          base,
        );
      const inPeriod = (rows: readonly AccountSum[]): Money =>
        of(rows.filter(sum => isThis(sum) && sum.span === 'period'));
      return inPeriod(ofAccount).minus(inPeriod(sources.closes)).minus(of(opened));
    };
    const closed = netDebit(closes, base, isThis).negated();
    return changeOf(account, opening, [side('credit'), side('debit').negated(), closed]);
  });
  return [...accounts, resultChange(sources)].filter(({ opening, increase, decrease }) =>
    [opening, increase, decrease].some(amount => !amount.isZero()),
  );
}

/** Grows by a profit, shrinks by a loss, and goes into equity accounts by a year-end close. */
function resultChange(sources: StatementSources): EquityChange {
  const { sums, base } = sources;
  const opening = netDebit(sums, base, sum => isResult(sum) && sum.span === 'opening').negated();
  const closed = netDebit(earlierCloses(sources), base, isResult).negated();
  return changeOf(RESULT, opening, [profitLossOf(sources).totals.netResult, closed]);
}

const RESULT = { code: 'result', name: 'Result not carried forward yet' };

/** What the closes of the period moved, those of its last day apart. */
function earlierCloses({ closes }: StatementSources): AccountSum[] {
  return without(
    closes.filter(({ span }) => span === 'period'),
    closes.filter(isOfLastDay),
  );
}

function isOfLastDay({ span }: AccountSum): boolean {
  return span === LAST_DAY;
}

function changeOf(
  { code, name }: { code: string; name: string },
  opening: Money,
  changes: readonly Money[],
): EquityChange {
  const { currency } = opening;
  const increase = Money.sum(
    changes.filter(amount => !amount.isNegative()),
    currency,
  );
  const closing = opening.plus(Money.sum([...changes], currency));
  return { code, name, opening, increase, decrease: opening.plus(increase).minus(closing), closing };
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
