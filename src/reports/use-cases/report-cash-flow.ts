import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { accountSums, placedAccounts } from '../data/account-sums';
import { contraMovements } from '../data/cash-movements';
import { netDebit } from '../domain/account-sum';
import { cashFlowOf, type CashFlow } from '../domain/cash-flow';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { lineOf } from '../domain/statement-lines';
import { spansOf } from '../domain/trial-balance';

/** Where cash came from and went to over a range of days, by the direct method. */
@Injectable()
export class ReportCashFlow {
  async execute(tx: Tx, range: DateRange): Promise<CashFlow> {
    refuseUnfitRange(range);
    const { countryCode, baseCurrency } = tx.company;
    const cash = (await placedAccounts(tx)).filter(account => lineOf(account, countryCode) === 'cash');
    const ids = new Set(cash.map(({ accountId }) => accountId));
    const [sums, movements] = await Promise.all([
      accountSums(tx, spansOf(range)),
      contraMovements(tx, [...ids], range),
    ]);
    const ofCash = sums.filter(({ accountId }) => ids.has(accountId));
    const opening = netDebit(ofCash, baseCurrency, ({ span }) => span === 'opening');
    return cashFlowOf(opening, netDebit(ofCash, baseCurrency), movements, countryCode, baseCurrency);
  }
}
