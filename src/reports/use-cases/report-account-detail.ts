import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { accountMovements, openingBalance, reportedAccount } from '../data/account-detail';
import type { AccountDetail } from '../domain/account-detail';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { MOST_ROWS, refuseTooManyRows } from '../domain/report-size';

/** Every movement of one account over a range of days, with the running balance. */
@Injectable()
export class ReportAccountDetail {
  async execute(
    tx: Tx,
    { accountCode, ...range }: DateRange & { accountCode: string },
  ): Promise<AccountDetail> {
    refuseUnfitRange(range);
    const account = await reportedAccount(tx, accountCode);
    if (!account) refuseUnknown('accountCode', `Account ${accountCode}`);
    const opening = await openingBalance(tx, account.accountId, range);
    const movements = await accountMovements(tx, account.accountId, range, opening, MOST_ROWS + 1);
    refuseTooManyRows(movements.length, `Account ${accountCode}`, 'narrow the dates');
    return { account, opening, closing: movements.at(-1)?.balance ?? opening, movements };
  }
}
