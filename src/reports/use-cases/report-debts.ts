import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import { agedDebts, partnerBalances } from '../data/partner-debts';
import type { AgedDebt, DebtSide, PartnerBalance } from '../domain/partner-debts';
import { MOST_ROWS, refuseTooManyRows } from '../domain/report-size';

/** What partners owe and are owed, at the end of any day. */
@Injectable()
export class ReportDebts {
  async balances(tx: Tx, asOf: CalendarDate): Promise<PartnerBalance[]> {
    return within(await partnerBalances(tx, asOf, MOST_ROWS + 1));
  }

  async aged(tx: Tx, side: DebtSide, asOf: CalendarDate): Promise<AgedDebt[]> {
    return within(await agedDebts(tx, side, asOf, MOST_ROWS + 1));
  }
}

function within<Row>(rows: Row[]): Row[] {
  refuseTooManyRows(rows.length, 'The report', 'read ledger/open-items/list page by page');
  return rows;
}
