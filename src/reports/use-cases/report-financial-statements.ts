import { Injectable } from '@nestjs/common';
import { yearOf } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { accountSums, closingSums } from '../data/account-sums';
import type { CashFlow } from '../domain/cash-flow';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import {
  balanceSheetOf,
  equityChangesOf,
  hasFullSet,
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
  /** Default: by the figures of the year of the last day. */
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

/** Balance sheet at the end of the last day, profit and loss of the days, and what else the category presents. */
@Injectable()
export class ReportFinancialStatements {
  constructor(
    private readonly sizeCategory: ReportSizeCategory,
    private readonly cashFlow: ReportCashFlow,
  ) {}

  async execute(tx: Tx, { avgEmployees, ...order }: StatementsOrder): Promise<FinancialStatements> {
    refuseUnfitRange(order);
    const category =
      order.category ?? (await this.sizeCategory.execute(tx, yearOf(order.toDate), avgEmployees)).category;
    const spans = spansOf(order);
    const [sums, closes] = await Promise.all([accountSums(tx, spans), closingSums(tx, spans)]);
    const sources = {
      sums,
      closes,
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
}
