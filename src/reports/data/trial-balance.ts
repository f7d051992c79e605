import type { Tx } from '../../platform/database';
import type { DateRange } from '../domain/date-range';
import type { AccountBalance } from '../domain/trial-balance';

/**
 * Opening, movements and closing of every account that has any, by code. One pass over ix_journal_entries__account,
 * which holds all it needs.
 */
export async function accountBalances(tx: Tx, { fromDate, toDate }: DateRange): Promise<AccountBalance[]> {
  return tx.query<AccountBalance>(
    `WITH sums AS (
       SELECT account_id, posted_on >= $1::date AS in_period, sum(debit) AS debit, sum(credit) AS credit
         FROM journal_entries WHERE posted_on <= $2::date GROUP BY 1, 2
     ), balances AS (
       SELECT account_id,
              coalesce(sum(debit - credit) FILTER (WHERE NOT in_period), 0) AS opening,
              coalesce(sum(debit) FILTER (WHERE in_period), 0) AS debit,
              coalesce(sum(credit) FILTER (WHERE in_period), 0) AS credit
         FROM sums GROUP BY 1
     )
     SELECT a.account_id AS "accountId", a.code, a.name, a.type, b.opening, b.debit, b.credit,
            b.opening + b.debit - b.credit AS closing
       FROM balances b JOIN accounts a ON a.account_id = b.account_id
      WHERE b.opening <> 0 OR b.debit <> 0 OR b.credit <> 0
      ORDER BY a.code`,
    [fromDate, toDate],
  );
}
