import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { AgedDebt, DebtSide, PartnerBalance } from '../domain/partner-debts';

/**
 * What was open of every item at the end of a day, at its carrying amount in base currency: what is open now, and what was
 * settled of it since. A settlement dated before its item counts from its own day on, as on the control account.
 * $1 is the company, $2 the day.
 */
const OPEN_ON_DAY = `later AS MATERIALIZED (
  SELECT open_item_id, sum(base_amount) AS base_amount FROM open_item_allocations
   WHERE company_id = $1 AND allocated_on > $2::date GROUP BY open_item_id
), items AS (
  SELECT i.side, i.partner_id, i.due_on,
         CASE WHEN i.posted_on <= $2::date THEN i.base_amount ELSE 0 END - i.settled_base_amount + coalesce(l.base_amount, 0) AS open
    FROM open_items i LEFT JOIN later l ON l.open_item_id = i.open_item_id
   WHERE i.company_id = $1
)`;

/** Partners with something open on either side, by name. Reads at most `limit`. */
export async function partnerBalances(tx: Tx, asOf: CalendarDate, limit: number): Promise<PartnerBalance[]> {
  return tx.query<PartnerBalance>(
    `WITH ${OPEN_ON_DAY}, sums AS (
       SELECT partner_id, coalesce(sum(open) FILTER (WHERE side = 'receivable'), 0) AS receivable,
              coalesce(-sum(open) FILTER (WHERE side = 'payable'), 0) AS payable
         FROM items GROUP BY partner_id
     )
     SELECT s.partner_id AS "partnerId", p.name AS "partnerName", s.receivable, s.payable, s.receivable - s.payable AS net
       FROM sums s JOIN partners p ON p.company_id = $1 AND p.partner_id = s.partner_id
      WHERE s.receivable <> 0 OR s.payable <> 0
      ORDER BY p.name, s.partner_id LIMIT $3`,
    [tx.companyId, asOf, limit],
  );
}

/**
 * Partners with something open on a side, by name; debts are positive, and credit notes and payments without a document
 * take off, each in the bucket of its own due date. Reads at most `limit`.
 */
export async function agedDebts(
  tx: Tx,
  side: DebtSide,
  asOf: CalendarDate,
  limit: number,
): Promise<AgedDebt[]> {
  return tx.query<AgedDebt>(
    `WITH ${OPEN_ON_DAY}, debts AS (
       SELECT partner_id, $2::date - due_on AS days, CASE side WHEN 'payable' THEN -open ELSE open END AS debt
         FROM items WHERE side = $3 AND open <> 0
     ), sums AS (
       SELECT partner_id, coalesce(sum(debt) FILTER (WHERE days <= 0), 0) AS current,
              coalesce(sum(debt) FILTER (WHERE days BETWEEN 1 AND 30), 0) AS d1to30,
              coalesce(sum(debt) FILTER (WHERE days BETWEEN 31 AND 60), 0) AS d31to60,
              coalesce(sum(debt) FILTER (WHERE days BETWEEN 61 AND 90), 0) AS d61to90,
              coalesce(sum(debt) FILTER (WHERE days > 90), 0) AS over90, sum(debt) AS total
         FROM debts GROUP BY partner_id
     )
     SELECT s.partner_id AS "partnerId", p.name AS "partnerName", s.current, s.d1to30, s.d31to60, s.d61to90, s.over90, s.total
       FROM sums s JOIN partners p ON p.company_id = $1 AND p.partner_id = s.partner_id
      WHERE (s.current, s.d1to30, s.d31to60, s.d61to90, s.over90) <> (0, 0, 0, 0, 0)
      ORDER BY p.name, s.partner_id LIMIT $4`,
    [tx.companyId, asOf, side === 'receivables' ? 'receivable' : 'payable', limit],
  );
}
