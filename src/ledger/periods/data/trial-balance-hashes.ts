import type { CalendarDate } from '../../../shared/calendar-date';
import { sha256 } from '../../../shared/sha256';
import type { Tx } from '../../../platform/database';
import { trialBalanceText, type AccountTotals } from '../domain/trial-balance-hash';

/**
 * The hash of the trial balance as of each of the days, in their order. The days' months are locked, or being locked, so
 * that nothing of them is in flight. One pass over the journal, account by account (ix_journal_entries__account), however
 * many days there are.
 * @param days ascending
 */
export async function trialBalanceHashes(tx: Tx, days: CalendarDate[]): Promise<string[]> {
  const rows = await tx.query<AccountTotals & { asOf: CalendarDate }>(
    `SELECT day AS "asOf", code, debit, credit FROM (
       SELECT a.code, d.day, sum(r.debit) OVER upto AS debit, sum(r.credit) OVER upto AS credit
         FROM accounts a
         CROSS JOIN (SELECT day, lag(day, 1, '-infinity') OVER (ORDER BY day) AS after FROM unnest($2::date[]) AS given(day)) d
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(e.debit), 0) AS debit, coalesce(sum(e.credit), 0) AS credit
             FROM journal_entries e
            WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on > d.after AND e.posted_on <= d.day
         ) r
        WHERE a.company_id = $1
       WINDOW upto AS (PARTITION BY a.code ORDER BY d.day)) totals
      WHERE debit <> 0 OR credit <> 0 ORDER BY day, code COLLATE "C"`,
    [tx.companyId, days],
  );
  const { companyId } = tx;
  return days.map(asOf =>
    sha256(
      trialBalanceText(
        { companyId, asOf },
        rows.filter(row => row.asOf === asOf),
        tx.company.baseCurrency,
      ),
    ),
  );
}
