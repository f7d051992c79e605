import type { CalendarDate } from '../../shared/calendar-date';
import type { Tx } from '../../platform/database';
import type { AgedDebt, DebtSide, PartnerBalance } from '../domain/partner-debts';

/**
 * What was open at the end of a day, at carrying amounts in base currency: what is open now of items posted by then, and
 * what was settled of any item since. A settlement dated before its item counts from its own day on, as on the control account.
 * Two lists instead of a join, so that no wrong guess of their sizes makes it slow. $1 is the company, $2 the day.
 */
const OPEN_ON_DAY = `open_on_day AS (
  SELECT side, partner_id, due_on,
         CASE WHEN posted_on <= $2::date THEN base_amount ELSE 0 END - settled_base_amount AS amount
    FROM open_items WHERE company_id = $1
  UNION ALL
  SELECT i.side, i.partner_id, i.due_on, a.base_amount
    FROM open_item_allocations a JOIN open_items i ON i.company_id = $1 AND i.open_item_id = a.open_item_id
   WHERE a.company_id = $1 AND a.allocated_on > $2::date
)`;

/** Looked up one by one, again so that a wrong guess of how many there are costs little. */
const PARTNER_NAME = `(SELECT p.name FROM partners p WHERE p.company_id = $1 AND p.partner_id = s.partner_id) AS "partnerName"`;

/** Partners with something open on either side, by name. Reads at most `limit`. */
export async function partnerBalances(tx: Tx, asOf: CalendarDate, limit: number): Promise<PartnerBalance[]> {
  return tx.query<PartnerBalance>(
    `WITH ${OPEN_ON_DAY}, sides AS (
       SELECT partner_id, side, sum(amount) AS amount FROM open_on_day GROUP BY 1, 2
     ), sums AS (
       SELECT partner_id, coalesce(sum(amount) FILTER (WHERE side = 'receivable'), 0) AS receivable,
              coalesce(-sum(amount) FILTER (WHERE side = 'payable'), 0) AS payable
         FROM sides GROUP BY 1
     )
     SELECT s.partner_id AS "partnerId", ${PARTNER_NAME}, s.receivable, s.payable, s.receivable - s.payable AS net
       FROM sums s WHERE s.receivable <> 0 OR s.payable <> 0
      ORDER BY "partnerName", s.partner_id LIMIT $3`,
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
  const [itemSide, owed] =
    side === 'receivables' ? ['receivable', 'sum(amount)'] : ['payable', '-sum(amount)'];
  return tx.query<AgedDebt>(
    `WITH ${OPEN_ON_DAY}, buckets AS (
       SELECT partner_id,
              CASE WHEN due_on >= $2::date THEN 0 WHEN due_on >= $2::date - 30 THEN 1 WHEN due_on >= $2::date - 60 THEN 2
                   WHEN due_on >= $2::date - 90 THEN 3 ELSE 4 END AS bucket,
              ${owed} AS debt
         FROM open_on_day WHERE side = $3 GROUP BY 1, 2
     ), sums AS (
       SELECT partner_id, coalesce(sum(debt) FILTER (WHERE bucket = 0), 0) AS current,
              coalesce(sum(debt) FILTER (WHERE bucket = 1), 0) AS d1to30,
              coalesce(sum(debt) FILTER (WHERE bucket = 2), 0) AS d31to60,
              coalesce(sum(debt) FILTER (WHERE bucket = 3), 0) AS d61to90,
              coalesce(sum(debt) FILTER (WHERE bucket = 4), 0) AS over90, sum(debt) AS total
         FROM buckets WHERE debt <> 0 GROUP BY 1
     )
     SELECT s.partner_id AS "partnerId", ${PARTNER_NAME}, s.current, s.d1to30, s.d31to60, s.d61to90, s.over90, s.total
       FROM sums s ORDER BY "partnerName", s.partner_id LIMIT $4`,
    [tx.companyId, asOf, itemSide, limit],
  );
}
