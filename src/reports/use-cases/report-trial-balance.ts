import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { accountSums } from '../data/account-sums';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { spansOf, trialBalanceOf, type TrialBalance } from '../domain/trial-balance';

/** What every account held before, moved during and holds after a range of days. */
@Injectable()
export class ReportTrialBalance {
  async execute(tx: Tx, range: DateRange): Promise<TrialBalance> {
    refuseUnfitRange(range);
    return trialBalanceOf(await accountSums(tx, spansOf(range)), tx.company.baseCurrency);
  }
}
