import type { Tx } from '../../platform/database';
import type { AccountMovement, ReportedAccount } from '../domain/account-detail';
import type { DateRange } from '../domain/date-range';

export async function reportedAccount(tx: Tx, code: string): Promise<ReportedAccount | undefined> {
  const [account] = await tx.query<ReportedAccount>(
    'SELECT account_id AS "accountId", code, name, type FROM accounts WHERE code = $1',
    [code],
  );
  return account;
}

/** Debits less credits before the first day, and how many entries the days have. */
export async function openingAndCount(
  tx: Tx,
  accountId: string,
  { fromDate, toDate }: DateRange,
): Promise<{ opening: string; count: number }> {
  const [row] = await tx.query<{ opening: string; count: number }>(
    `SELECT coalesce(sum(debit - credit) FILTER (WHERE posted_on < $2::date), 0) AS opening,
            count(*) FILTER (WHERE posted_on >= $2::date) AS count
       FROM journal_entries WHERE account_id = $1 AND posted_on <= $3::date`,
    [accountId, fromDate, toDate],
  );
  return row!;
}

/** The account's entries in the order of the journal, with the balance after each. */
export async function accountMovements(
  tx: Tx,
  accountId: string,
  { fromDate, toDate }: DateRange,
  opening: string,
): Promise<AccountMovement[]> {
  return tx.query<AccountMovement>(
    `SELECT e.posted_on AS date, coalesce(e.description, t.description) AS description,
            t.document_type AS "documentType", t.document_id AS "documentId",
            e.transaction_id AS "journalTransactionId", e.debit, e.credit,
            $4::numeric + sum(e.debit - e.credit) OVER journal AS balance
       FROM journal_entries e
       JOIN journal_transactions t ON t.company_id = e.company_id AND t.transaction_id = e.transaction_id
      WHERE e.account_id = $1 AND e.posted_on BETWEEN $2::date AND $3::date
     WINDOW journal AS (ORDER BY e.posted_on, e.transaction_id, e.entry_no ROWS UNBOUNDED PRECEDING)
      ORDER BY e.posted_on, e.transaction_id, e.entry_no`,
    [accountId, fromDate, toDate, opening],
  );
}
