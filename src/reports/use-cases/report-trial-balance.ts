import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { accountBalances } from '../data/trial-balance';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { trialBalanceOf, type TrialBalance } from '../domain/trial-balance';

/** What every account held before, moved during and holds after a range of days. */
@Injectable()
export class ReportTrialBalance {
  async execute(tx: Tx, range: DateRange): Promise<TrialBalance> {
    refuseUnfitRange(range);
    return trialBalanceOf(await accountBalances(tx, range), tx.company.baseCurrency);
  }
}
