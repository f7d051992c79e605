import { Injectable } from '@nestjs/common';
import { yearOf } from '../../shared/calendar-date';
import { fiscalYear } from '../../ledger';
import type { Tx } from '../../platform/database';
import { accountSums, sumsApart } from '../data/account-sums';
import { balanceSheetOf, profitLossOf } from '../domain/financial-statements';
import {
  notesOf,
  sizeCategoryOf,
  thresholdsOf,
  type SizeCategory,
  type SizeCriteria,
  type SizeThresholds,
} from '../domain/size-category';
import { spansOf } from '../domain/trial-balance';

export interface SizeReport {
  criteria: SizeCriteria;
  category: SizeCategory;
  /** That of the year before, by its own figures. */
  previousCategory: SizeCategory;
  thresholds: SizeThresholds;
  notes: string[];
}

/** How large the company is by the law on financial statements, by the figures of one fiscal year. */
@Injectable()
export class ReportSizeCategory {
  /**
   * @param year the calendar year, 1902 to 2199, in which the fiscal year ends
   * @param employees the average number over the year, where it is known
   */
  async execute(tx: Tx, year: number, employees: number | undefined): Promise<SizeReport> {
    const avgEmployees = employees ?? 0;
    const [{ thresholds, ...criteria }, before] = [
      await this.criteria(tx, year, avgEmployees),
      await this.criteria(tx, year - 1, avgEmployees),
    ];
    const category = sizeCategoryOf(criteria, thresholds);
    const previousCategory = sizeCategoryOf(before, before.thresholds);
    const notes = notesOf(
      category,
      previousCategory,
      thresholds,
      tx.company.baseCurrency,
      employees !== undefined,
    );
    return { criteria, category, previousCategory, thresholds, notes };
  }

  private async criteria(
    tx: Tx,
    year: number,
    avgEmployees: number,
  ): Promise<SizeCriteria & { thresholds: SizeThresholds }> {
    const { countryCode, baseCurrency: base, fiscalYearEndMonth } = tx.company;
    const { from, to } = fiscalYear(year, fiscalYearEndMonth, null);
    const spans = spansOf({ fromDate: from, toDate: to });
    const [sums, closes] = await Promise.all([accountSums(tx, spans), sumsApart(tx, 'closes', spans)]);
    const sources = { sums, closes, countryCode, base };
    const { nonCurrentAssets, currentAssets } = balanceSheetOf(sources);
    return {
      totalAssets: nonCurrentAssets.total.plus(currentAssets.total),
      netTurnover: profitLossOf(sources).detail.salesRevenue,
      avgEmployees,
      thresholds: thresholdsOf(yearOf(from)),
    };
  }
}
