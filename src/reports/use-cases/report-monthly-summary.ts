import { Injectable } from '@nestjs/common';
import { periodOf } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { accountSums, sumsApart } from '../data/account-sums';
import { monthlySummary, monthsUpTo, spansOfMonths, type MonthSummary } from '../domain/monthly-summary';

/** The last months up to this one, each with its result and with what is owed at its end. */
@Injectable()
export class ReportMonthlySummary {
  async execute(tx: Tx, count: number): Promise<MonthSummary[]> {
    const months = monthsUpTo(periodOf(tx.today), count);
    const spans = spansOfMonths(months);
    const [sums, closes] = await Promise.all([accountSums(tx, spans), sumsApart(tx, 'closes', spans)]);
    return monthlySummary(months, sums, closes, tx.company.baseCurrency);
  }
}
