import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import type { CostCenterResult } from '../domain/cost-center-result';
import type { DateRange } from '../domain/date-range';
import type { MonthSummary } from '../domain/monthly-summary';
import { SIZE_CATEGORIES } from '../domain/size-category';
import type { SizeReport } from '../use-cases/report-size-category';

class MonthSummaryRow {
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.decimal({ description: 'On receivable control accounts at the end of the month.' })
  receivables!: string;
  @Field.decimal({ description: 'On payable control accounts at the end of the month; positive: owed.' })
  payables!: string;
  @Field.decimal() revenue!: string;
  @Field.decimal() expenses!: string;
  @Field.decimal({ description: 'revenue - expenses; year-end closes left out.' }) netResult!: string;
}

export class MonthlySummaryResponse {
  @Field.list(() => MonthSummaryRow, { description: 'The earliest month first; in base currency.' })
  rows!: MonthSummaryRow[];
}

export function monthlySummaryResponse(rows: MonthSummary[]): MonthlySummaryResponse {
  return {
    rows: rows.map(({ year, month, receivables, payables, revenue, expenses, netResult }) => ({
      year,
      month,
      receivables: receivables.toString(),
      payables: payables.toString(),
      revenue: revenue.toString(),
      expenses: expenses.toString(),
      netResult: netResult.toString(),
    })),
  };
}

class CostCenterRow {
  @Field.id() costCenterId!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.decimal() income!: string;
  @Field.decimal() expenses!: string;
  @Field.decimal({ description: 'income - expenses.' }) result!: string;
}

export class CostCentersReportResponse {
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.list(() => CostCenterRow, {
    description: 'Cost centers with income or expenses on these days, by code; in base currency.',
  })
  rows!: CostCenterRow[];
}

export function costCentersReportResponse(
  { fromDate, toDate }: DateRange,
  rows: CostCenterResult[],
  base: Currency,
): CostCentersReportResponse {
  const amount = (text: string): string => Money.of(text, base).toString();
  return {
    fromDate,
    toDate,
    rows: rows.map(({ costCenterId, code, name, income, expenses, result }) => ({
      costCenterId,
      code,
      name,
      income: amount(income),
      expenses: amount(expenses),
      result: amount(result),
    })),
  };
}

/** The contract has JSON numbers here; they are measures of size, not amounts of the books. */
const NUMBER = { schema: { type: 'number' as const } };

class SizeCriteriaShape {
  @Field.any({ ...NUMBER, description: 'On the last day of the year.' }) totalAssets!: number;
  @Field.any({ ...NUMBER, description: 'Sales revenue of the year.' }) netTurnover!: number;
  @Field.integer({ description: 'As given, else 0.' }) avgEmployees!: number;
}

interface SizeLimitShape {
  totalAssets: number;
  netTurnover: number;
  employees: number;
}

export class SizeCategoryResponse {
  @Field.integer() year!: number;
  @Field.object(() => SizeCriteriaShape) criteria!: SizeCriteriaShape;
  @Field.oneOf(SIZE_CATEGORIES, {
    description:
      'The smallest whose limits are exceeded in at most one of three criteria, in this year alone.',
  })
  category!: string;
  @Field.any({
    description: 'The most that micro, small and medium companies may have, by category; amounts in EUR.',
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['totalAssets', 'netTurnover', 'employees'],
        properties: {
          totalAssets: { type: 'number' },
          netTurnover: { type: 'number' },
          employees: { type: 'number' },
        },
      },
    },
  })
  thresholds!: Record<string, SizeLimitShape>;
  @Field.oneOf(SIZE_CATEGORIES, { addition: true, description: 'By the figures of the year before.' })
  previousCategory!: string;
  @Field.texts({ addition: true, description: 'What to know about the answer.' }) notes!: string[];
  @Field.text({ addition: true, description: 'Where the limits come from.' }) source!: string;
}

export function sizeCategoryResponse(
  year: number,
  { criteria, category, previousCategory, thresholds, notes }: SizeReport,
): SizeCategoryResponse {
  return {
    year,
    criteria: {
      totalAssets: criteria.totalAssets.amount.toNumber(),
      netTurnover: criteria.netTurnover.amount.toNumber(),
      avgEmployees: criteria.avgEmployees,
    },
    category,
    thresholds: Object.fromEntries(
      Object.entries(thresholds.limits).map(([name, limit]) => [
        name,
        {
          totalAssets: new Decimal(limit.totalAssets).toNumber(),
          netTurnover: new Decimal(limit.netTurnover).toNumber(),
          employees: limit.employees,
        },
      ]),
    ),
    previousCategory,
    notes,
    source: thresholds.source,
  };
}
