import type { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';

export const SIZE_CATEGORIES = ['micro', 'small', 'medium', 'large'] as const;
export type SizeCategory = (typeof SIZE_CATEGORIES)[number];

/** What a category is measured by. */
export interface SizeCriteria {
  totalAssets: Money;
  netTurnover: Money;
  avgEmployees: number;
}

/** The most a category may have; amounts in EUR. */
export interface SizeLimit {
  totalAssets: string;
  netTurnover: string;
  employees: number;
}

export type LimitedCategory = Exclude<SizeCategory, 'large'>;

/** The limits of financial years that begin in `fromYear` or later. */
export interface SizeThresholds {
  fromYear: number;
  limits: Record<LimitedCategory, SizeLimit>;
  /** Said with every answer where a figure is not certain. */
  uncertain: string | null;
  source: string;
}

/**
 * Directive 2013/34/EU, Article 3, as Lithuania took it over (Law on Financial Statements of Entities, 2016) and, for
 * financial years from 2024 on, as amended by Delegated Directive (EU) 2023/2775. The micro and medium limits are the
 * Directive's, which leaves no choice there; for small undertakings it lets a state go up to 7,500,000 and 15,000,000.
 */
const THRESHOLDS: readonly SizeThresholds[] = [
  {
    fromYear: 2024,
    limits: {
      micro: { totalAssets: '450000', netTurnover: '900000', employees: 10 },
      small: { totalAssets: '5000000', netTurnover: '10000000', employees: 50 },
      medium: { totalAssets: '25000000', netTurnover: '50000000', employees: 250 },
    },
    uncertain:
      'The limits of a small undertaking from 2024 on are the default of Directive (EU) 2023/2775; that Lithuania chose no higher ones is not confirmed.',
    source: 'Delegated Directive (EU) 2023/2775',
  },
  {
    fromYear: 2016,
    limits: {
      micro: { totalAssets: '350000', netTurnover: '700000', employees: 10 },
      small: { totalAssets: '4000000', netTurnover: '8000000', employees: 50 },
      medium: { totalAssets: '20000000', netTurnover: '40000000', employees: 250 },
    },
    uncertain: null,
    source: 'Directive 2013/34/EU, Article 3; Lithuanian law No. XII-1696',
  },
];

/** The limits of a financial year; those of 2016 for earlier years too. */
export function thresholdsOf(year: number): SizeThresholds {
  return THRESHOLDS.find(({ fromYear }) => year >= fromYear) ?? THRESHOLDS.at(-1)!;
}

/** The smallest category of whose three limits at least two are not exceeded. */
export function sizeCategoryOf(criteria: SizeCriteria, { limits }: SizeThresholds): SizeCategory {
  return (['micro', 'small', 'medium'] as const).find(name => fits(criteria, limits[name])) ?? 'large';
}

function fits({ totalAssets, netTurnover, avgEmployees }: SizeCriteria, limit: SizeLimit): boolean {
  const exceeded = [
    totalAssets.amount.greaterThan(new Decimal(limit.totalAssets)),
    netTurnover.amount.greaterThan(new Decimal(limit.netTurnover)),
    avgEmployees > limit.employees,
  ];
  return exceeded.filter(Boolean).length <= 1;
}

/** What an answer has to say beside the category. */
export function notesOf(
  category: SizeCategory,
  before: SizeCategory,
  thresholds: SizeThresholds,
  base: Currency,
  employeesGiven: boolean,
): string[] {
  return [
    ...(employeesGiven
      ? []
      : ['The number of employees is not known here and counts as 0; give avgEmployees.']),
    ...(category === before
      ? []
      : [
          `The year before was ${before}. By law an undertaking changes its category when its figures say so in two consecutive years.`,
        ]),
    ...(thresholds.uncertain === null ? [] : [thresholds.uncertain]),
    ...(base.code === 'EUR'
      ? []
      : [`The limits are in EUR, the figures in ${base.code}: compared as they are, not converted.`]),
  ];
}
