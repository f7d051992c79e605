import type { Tx } from '../../platform/database';
import type { DateRange } from '../domain/date-range';
import type { AccountBalance } from '../domain/trial-balance';

/**
 * Opening, movements and closing of every account that has any, by code. Account by account, so that each is two
 * ranges of ix_journal_entries__account, which holds all that is summed: as one GROUP BY over the journal it takes
 * longer, and the planner may read the whole table.
 */
export async function accountBalances(tx: Tx, { fromDate, toDate }: DateRange): Promise<AccountBalance[]> {
  return tx.query<AccountBalance>(
    `SELECT a.account_id AS "accountId", a.code, a.name, a.type, before.opening, period.debit, period.credit,
            before.opening + period.debit - period.credit AS closing
       FROM accounts a
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) - coalesce(sum(e.credit), 0) AS opening
           FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on < $1::date
       ) before
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) AS debit, coalesce(sum(e.credit), 0) AS credit
           FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on BETWEEN $1::date AND $2::date
       ) period
      WHERE before.opening <> 0 OR period.debit <> 0 OR period.credit <> 0
      ORDER BY a.code`,
    [fromDate, toDate],
  );
}
