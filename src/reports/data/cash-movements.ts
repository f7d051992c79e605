import type { Tx } from '../../platform/database';
import type { ContraMovement } from '../domain/cash-flow';
import type { DateRange } from '../domain/date-range';
import { apart, PLACED_ACCOUNT } from './account-sums';

/**
 * What the transactions that changed the amount of cash posted on other accounts, by code. A transfer between two cash
 * accounts changes nothing and is left out; so is an opening of the books, which moved no cash. Within a transaction an account
 * counts with its balance.
 */
export async function contraMovements(
  tx: Tx,
  cashAccountIds: string[],
  { fromDate, toDate }: DateRange,
): Promise<ContraMovement[]> {
  return tx.query<ContraMovement>(
    `WITH ${apart('openings')}, paid AS MATERIALIZED (
       SELECT transaction_id FROM journal_entries
        WHERE company_id = $1 AND account_id = ANY ($2) AND posted_on BETWEEN $3::date AND $4::date
          AND transaction_id NOT IN (SELECT transaction_id FROM openings)
        GROUP BY transaction_id HAVING sum(debit) <> sum(credit)
     ), contra AS (
       SELECT e.account_id, sum(e.credit - e.debit) AS amount
         FROM paid p JOIN journal_entries e ON e.company_id = $1 AND e.transaction_id = p.transaction_id
        WHERE e.account_id <> ALL ($2)
        GROUP BY e.transaction_id, e.account_id
     ), flows AS (
       SELECT account_id, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS inflow,
              coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS outflow
         FROM contra WHERE amount <> 0 GROUP BY account_id
     )
     SELECT ${PLACED_ACCOUNT}, f.inflow, f.outflow
       FROM flows f JOIN accounts a ON a.company_id = $1 AND a.account_id = f.account_id
      ORDER BY a.code`,
    [tx.companyId, cashAccountIds, fromDate, toDate],
  );
}
