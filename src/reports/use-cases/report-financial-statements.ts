import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { refuseField } from '../../shared/domain-error';
import { endYearOf } from '../../ledger';
import type { Tx } from '../../platform/database';
import { accountSums, sumsApart } from '../data/account-sums';
import type { CashFlow } from '../domain/cash-flow';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import {
  balanceSheetOf,
  equityChangesOf,
  hasFullSet,
  LAST_DAY,
  profitLossOf,
  type BalanceSheet,
  type EquityChange,
  type ProfitLoss,
} from '../domain/financial-statements';
import type { SizeCategory } from '../domain/size-category';
import { spansOf } from '../domain/trial-balance';
import { ReportCashFlow } from './report-cash-flow';
import { ReportSizeCategory } from './report-size-category';

export interface StatementsOrder extends DateRange {
  /** Default: by the figures of the fiscal year of the last day. */
  category?: SizeCategory;
  avgEmployees?: number;
}

export interface FinancialStatements {
  category: SizeCategory;
  balanceSheet: BalanceSheet;
  profitLoss: ProfitLoss;
  /** Of medium and large companies. */
  full: { equityChanges: EquityChange[]; cashFlow: CashFlow } | undefined;
}

/** Fiscal years that have a year before them to compare with. */
const FIRST_YEAR = 1902;
const LAST_YEAR = 2199;

/** Balance sheet at the end of the last day, profit and loss of the days, and what else the category presents. */
@Injectable()
export class ReportFinancialStatements {
  constructor(
    private readonly sizeCategory: ReportSizeCategory,
    private readonly cashFlow: ReportCashFlow,
  ) {}

  async execute(tx: Tx, { avgEmployees, ...order }: StatementsOrder): Promise<FinancialStatements> {
    refuseUnfitRange(order);
    const category = order.category ?? (await this.categoryOf(tx, order.toDate, avgEmployees));
    const spans = spansOf(order);
    const lastDay = { name: LAST_DAY, fromDate: order.toDate, toDate: order.toDate };
    const [sums, closes, openings] = await Promise.all([
      accountSums(tx, spans),
      sumsApart(tx, 'closes', [...spans, lastDay]),
      sumsApart(tx, 'openings', spans),
    ]);
    const sources = {
      sums,
      closes,
      openings,
      countryCode: tx.company.countryCode,
      base: tx.company.baseCurrency,
    };
    return {
      category,
      balanceSheet: balanceSheetOf(sources),
      profitLoss: profitLossOf(sources),
      full: hasFullSet(category)
        ? { equityChanges: equityChangesOf(sources), cashFlow: await this.cashFlow.execute(tx, order) }
        : undefined,
    };
  }

  private async categoryOf(
    tx: Tx,
    day: CalendarDate,
    avgEmployees: number | undefined,
  ): Promise<SizeCategory> {
    const year = endYearOf(day, tx.company.fiscalYearEndMonth);
    if (year < FIRST_YEAR || year > LAST_YEAR)
      refuseField('category', `is needed for a fiscal year outside ${FIRST_YEAR} to ${LAST_YEAR}`);
    return (await this.sizeCategory.execute(tx, year, avgEmployees)).category;
  }
}
