import { Injectable } from '@nestjs/common';
import { parseCalendarDate, type CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { accountSums, closingSums } from '../data/account-sums';
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

/** How large the company is by the law on financial statements, by the figures of one calendar year. */
@Injectable()
export class ReportSizeCategory {
  /** @param employees the average number over the year, where it is known */
  async execute(tx: Tx, year: number, employees: number | undefined): Promise<SizeReport> {
    const avgEmployees = employees ?? 0;
    const [criteria, before] = [
      await this.criteria(tx, year, avgEmployees),
      await this.criteria(tx, year - 1, avgEmployees),
    ];
    const thresholds = thresholdsOf(year);
    const category = sizeCategoryOf(criteria, thresholds);
    const previousCategory = sizeCategoryOf(before, thresholdsOf(year - 1));
    const notes = notesOf(
      category,
      previousCategory,
      thresholds,
      tx.company.baseCurrency,
      employees !== undefined,
    );
    return { criteria, category, previousCategory, thresholds, notes };
  }

  private async criteria(tx: Tx, year: number, avgEmployees: number): Promise<SizeCriteria> {
    const { countryCode, baseCurrency: base } = tx.company;
    const spans = spansOf({ fromDate: dayOf(year, '01-01'), toDate: dayOf(year, '12-31') });
    const [sums, closes] = await Promise.all([accountSums(tx, spans), closingSums(tx, spans)]);
    const sources = { sums, closes, countryCode, base };
    const { nonCurrentAssets, currentAssets } = balanceSheetOf(sources);
    return {
      totalAssets: nonCurrentAssets.total.plus(currentAssets.total),
      netTurnover: profitLossOf(sources).detail.salesRevenue,
      avgEmployees,
    };
  }
}

function dayOf(year: number, day: string): CalendarDate {
  return parseCalendarDate(`${year}-${day}`)!;
}
