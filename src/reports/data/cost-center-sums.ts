import type { Tx } from '../../platform/database';
import type { CostCenterResult } from '../domain/cost-center-result';
import type { DateRange } from '../domain/date-range';
import { apart } from './account-sums';

/** Income and expenses of every cost center with entries on these days, by code. */
export async function costCenterResults(
  tx: Tx,
  { fromDate, toDate }: DateRange,
): Promise<CostCenterResult[]> {
  return tx.query<CostCenterResult>(
    `WITH ${apart('closes')}, sums AS (
       SELECT e.cost_center_id, coalesce(sum(e.credit - e.debit) FILTER (WHERE a.type = 'income'), 0) AS income,
              coalesce(sum(e.debit - e.credit) FILTER (WHERE a.type = 'expense'), 0) AS expenses
         FROM journal_entries e JOIN accounts a ON a.company_id = $1 AND a.account_id = e.account_id
        WHERE e.company_id = $1 AND e.cost_center_id IS NOT NULL AND e.posted_on BETWEEN $2::date AND $3::date
          AND a.type IN ('income', 'expense') AND e.transaction_id NOT IN (SELECT transaction_id FROM closes)
        GROUP BY e.cost_center_id
     )
     SELECT c.cost_center_id AS "costCenterId", c.code, c.name, s.income, s.expenses, s.income - s.expenses AS result
       FROM sums s JOIN cost_centers c ON c.company_id = $1 AND c.cost_center_id = s.cost_center_id
      ORDER BY c.code`,
    [tx.companyId, fromDate, toDate],
  );
}
