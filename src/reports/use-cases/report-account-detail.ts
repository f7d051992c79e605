import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { accountMovements, openingAndCount, reportedAccount } from '../data/account-detail';
import type { AccountDetail } from '../domain/account-detail';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { refuseTooManyRows } from '../domain/report-size';

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
    const { opening, count } = await openingAndCount(tx, account.accountId, range);
    refuseTooManyRows(count, `Account ${accountCode}`, 'narrow the dates');
    const movements = await accountMovements(tx, account.accountId, range, opening);
    return { account, opening, closing: movements.at(-1)?.balance ?? opening, movements };
  }
}
