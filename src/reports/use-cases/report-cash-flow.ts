import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { accountSums, placedAccounts, sumsApart } from '../data/account-sums';
import { contraMovements } from '../data/cash-movements';
import { netDebit, type AccountSum } from '../domain/account-sum';
import { cashFlowOf, type CashFlow } from '../domain/cash-flow';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { lineOf } from '../domain/statement-lines';
import { spansOf } from '../domain/trial-balance';

/**
 * Where cash came from and went to over a range of days, by the direct method. Cash of an opening balance within the days was
 * there before the books were: it is opening cash.
 */
@Injectable()
export class ReportCashFlow {
  async execute(tx: Tx, range: DateRange): Promise<CashFlow> {
    refuseUnfitRange(range);
    const { countryCode, baseCurrency } = tx.company;
    const cash = (await placedAccounts(tx)).filter(account => lineOf(account, countryCode) === 'cash');
    const ids = new Set(cash.map(({ accountId }) => accountId));
    const spans = spansOf(range);
    const [sums, openings, movements] = await Promise.all([
      accountSums(tx, spans),
      sumsApart(tx, 'openings', spans),
      contraMovements(tx, [...ids], range),
    ]);
    const isCash = ({ accountId }: AccountSum): boolean => ids.has(accountId);
    const before = netDebit(sums, baseCurrency, sum => isCash(sum) && sum.span === 'opening');
    const opened = netDebit(openings, baseCurrency, sum => isCash(sum) && sum.span === 'period');
    const closing = netDebit(sums, baseCurrency, isCash);
    return cashFlowOf(before.plus(opened), closing, movements, countryCode, baseCurrency);
  }
}
