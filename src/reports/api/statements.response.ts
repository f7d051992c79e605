import type { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import { CASH_ACTIVITIES, type ActivityFlow, type CashFlow } from '../domain/cash-flow';
import type { DateRange } from '../domain/date-range';
import { hasDetails, requirementsOf } from '../domain/financial-statements';
import { SIZE_CATEGORIES } from '../domain/size-category';
import type { FinancialStatements } from '../use-cases/report-financial-statements';

class CashFlowRowShape {
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.decimal() inflow!: string;
  @Field.decimal() outflow!: string;
}

class ActivityShape {
  @Field.decimal() inflow!: string;
  @Field.decimal() outflow!: string;
  @Field.decimal() net!: string;
  @Field.list(() => CashFlowRowShape, { description: 'By the account on the other side, by code.' })
  rows!: CashFlowRowShape[];
}

export class CashFlowResponse {
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.decimal({ description: 'On cash and bank accounts before `fromDate`, in base currency.' })
  openingCash!: string;
  @Field.decimal() closingCash!: string;
  @Field.decimal() netChange!: string;
  @Field.object(() => ActivityShape) operating!: ActivityShape;
  @Field.object(() => ActivityShape) investing!: ActivityShape;
  @Field.object(() => ActivityShape) financing!: ActivityShape;
  @Field.boolean({ description: 'openingCash + netChange = closingCash.' }) balanced!: boolean;
}

export function cashFlowResponse({ fromDate, toDate }: DateRange, flow: CashFlow): CashFlowResponse {
  const { openingCash, closingCash, netChange, balanced } = flow;
  const activity = ({ inflow, outflow, net, rows }: ActivityFlow): ActivityShape => ({
    ...texts({ inflow, outflow, net }),
    rows: rows.map(({ code, name, ...amounts }) => ({ code, name, ...texts(amounts) })),
  });
  return {
    fromDate,
    toDate,
    ...texts({ openingCash, closingCash, netChange }),
    operating: activity(flow.operating),
    investing: activity(flow.investing),
    financing: activity(flow.financing),
    balanced,
  };
}

class BalanceSheetShape {
  @Field.decimal() nonCurrentAssets!: string;
  @Field.decimal() currentAssets!: string;
  @Field.decimal() totalAssets!: string;
  @Field.decimal({ description: 'With the result that is not closed into it yet.' }) equity!: string;
  @Field.decimal({
    description:
      "Part of `equity`: the result that no earlier day's year-end close took over; at the end of a fiscal year that of the year, closed or not.",
  })
  ofWhichResult!: string;
  @Field.decimal() liabilities!: string;
  @Field.decimal() totalEquityAndLiabilities!: string;
  @Field.boolean({ description: 'totalAssets = totalEquityAndLiabilities.' }) balanced!: boolean;
}

class ProfitLossShape {
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.decimal() revenue!: string;
  @Field.decimal() expenses!: string;
  @Field.decimal() netResult!: string;
}

class NonCurrentAssetsShape {
  @Field.decimal() intangible!: string;
  @Field.decimal() tangible!: string;
  @Field.decimal() financial!: string;
  @Field.decimal() other!: string;
  @Field.decimal() total!: string;
}
class CurrentAssetsShape {
  @Field.decimal() inventories!: string;
  @Field.decimal() receivables!: string;
  @Field.decimal() otherCurrent!: string;
  @Field.decimal() cash!: string;
  @Field.decimal() total!: string;
}
class EquityShape {
  @Field.decimal() capital!: string;
  @Field.decimal() reserves!: string;
  @Field.decimal() retainedEarnings!: string;
  @Field.decimal() otherEquity!: string;
  @Field.decimal() periodResult!: string;
  @Field.decimal() total!: string;
}
class LiabilitiesShape {
  @Field.decimal() nonCurrent!: string;
  @Field.decimal() current!: string;
  @Field.decimal() other!: string;
  @Field.decimal() total!: string;
}
class BalanceSheetDetailShape {
  @Field.object(() => NonCurrentAssetsShape) nonCurrentAssets!: NonCurrentAssetsShape;
  @Field.object(() => CurrentAssetsShape) currentAssets!: CurrentAssetsShape;
  @Field.object(() => EquityShape) equity!: EquityShape;
  @Field.object(() => LiabilitiesShape) liabilities!: LiabilitiesShape;
}

class ProfitLossDetailShape {
  @Field.decimal() salesRevenue!: string;
  @Field.decimal() costOfSales!: string;
  @Field.decimal() grossProfit!: string;
  @Field.decimal() sellingExpenses!: string;
  @Field.decimal() adminExpenses!: string;
  @Field.decimal() operatingProfit!: string;
  @Field.decimal() otherActivityResult!: string;
  @Field.decimal() financialActivityResult!: string;
  @Field.decimal() profitBeforeTax!: string;
  @Field.decimal() incomeTax!: string;
  @Field.decimal() netProfit!: string;
}

class EquityChangeShape {
  @Field.text({ description: 'Of the account; `result` for what is not carried forward yet.' }) code!: string;
  @Field.text() name!: string;
  @Field.decimal() opening!: string;
  @Field.decimal() increase!: string;
  @Field.decimal() decrease!: string;
  @Field.decimal() closing!: string;
}

class CashFlowTotalsShape {
  @Field.decimal() openingCash!: string;
  @Field.decimal() operating!: string;
  @Field.decimal() investing!: string;
  @Field.decimal() financing!: string;
  @Field.decimal() netChange!: string;
  @Field.decimal() closingCash!: string;
}

const DETAILED = { optional: true, description: 'Not for `micro`.' };
const OF_FULL_SET = { optional: true, description: 'For `medium` and `large`.' };

export class FinancialStatementsResponse {
  @Field.oneOf(SIZE_CATEGORIES) category!: string;
  @Field.text({ description: '`short`, `abridged` or `full`.' }) layout!: string;
  @Field.texts({ description: 'What a company of this category presents.' }) requiredStatements!: string[];
  @Field.date({ description: 'The day of the balance sheet: `toDate`.' }) asOf!: string;
  @Field.object(() => BalanceSheetShape) balanceSheet!: BalanceSheetShape;
  @Field.object(() => ProfitLossShape, { description: 'Year-end closes left out.' })
  profitLoss!: ProfitLossShape;
  @Field.object(() => BalanceSheetDetailShape, DETAILED) balanceSheetDetail?: BalanceSheetDetailShape;
  @Field.object(() => ProfitLossDetailShape, DETAILED) profitLossDetail?: ProfitLossDetailShape;
  @Field.list(() => EquityChangeShape, OF_FULL_SET) equityChanges?: EquityChangeShape[];
  @Field.object(() => CashFlowTotalsShape, OF_FULL_SET) cashFlow?: CashFlowTotalsShape;
}

export function financialStatementsResponse(
  { fromDate, toDate }: DateRange,
  { category, balanceSheet, profitLoss, full }: FinancialStatements,
): FinancialStatementsResponse {
  const { nonCurrentAssets, currentAssets, equity, liabilities } = balanceSheet;
  const totalAssets = nonCurrentAssets.total.plus(currentAssets.total);
  const totalEquityAndLiabilities = equity.total.plus(liabilities.total);
  return {
    category,
    ...requirementsOf(category),
    asOf: toDate,
    balanceSheet: {
      ...texts({
        nonCurrentAssets: nonCurrentAssets.total,
        currentAssets: currentAssets.total,
        totalAssets,
        equity: equity.total,
        ofWhichResult: equity.periodResult,
        liabilities: liabilities.total,
        totalEquityAndLiabilities,
      }),
      balanced: totalAssets.equals(totalEquityAndLiabilities),
    },
    profitLoss: { fromDate, toDate, ...texts(profitLoss.totals) },
    ...(hasDetails(category) && {
      balanceSheetDetail: {
        nonCurrentAssets: texts(nonCurrentAssets),
        currentAssets: texts(currentAssets),
        equity: texts(equity),
        liabilities: texts(liabilities),
      },
      profitLossDetail: texts(profitLoss.detail),
    }),
    ...(full && {
      equityChanges: full.equityChanges.map(({ code, name, ...amounts }) => ({
        code,
        name,
        ...texts(amounts),
      })),
      cashFlow: cashFlowTotals(full.cashFlow),
    }),
  };
}

function cashFlowTotals(flow: CashFlow): CashFlowTotalsShape {
  const { openingCash, netChange, closingCash } = flow;
  const [operating, investing, financing] = CASH_ACTIVITIES.map(name => flow[name].net.toString());
  return {
    ...texts({ openingCash, netChange, closingCash }),
    operating: operating!,
    investing: investing!,
    financing: financing!,
  };
}

/** Amounts as the wire has them. */
function texts<Name extends string>(amounts: Record<Name, Money>): Record<Name, string> {
  return Object.fromEntries(
    Object.entries<Money>(amounts).map(([name, amount]) => [name, amount.toString()]),
  ) as Record<Name, string>;
}
