import type { Tx } from '../../platform/database';
import type { AccountSum, PlacedAccount } from '../domain/account-sum';
import { piecesOf, type Span } from '../domain/spans';

export const PLACED_ACCOUNT = `a.account_id AS "accountId", a.code, a.name, a.type, a.control,
  EXISTS (SELECT 1 FROM bank_accounts k WHERE k.company_id = a.company_id AND k.account_id = a.account_id) AS "isBank"`;

/** All accounts, by code. */
export async function placedAccounts(tx: Tx): Promise<PlacedAccount[]> {
  return tx.query<PlacedAccount>(
    `SELECT ${PLACED_ACCOUNT} FROM accounts a WHERE a.company_id = $1 ORDER BY a.code`,
    [tx.companyId],
  );
}

/**
 * What moved the accounts in each span; an account without a movement in it is missing. Whole months are read from
 * account_balances, which the posting statement keeps; the days around them account by account from
 * ix_journal_entries__account, which holds all that is summed.
 */
export async function accountSums(tx: Tx, spans: readonly Span[]): Promise<AccountSum[]> {
  const pieces = piecesOf(spans).map(({ span, isWholeMonths, fromDate, toDate }) => ({
    span,
    is_whole_months: isWholeMonths,
    from_on: fromDate ?? '-infinity',
    to_on: toDate,
  }));
  return tx.query<AccountSum>(
    `WITH pieces AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS p(span text, is_whole_months boolean, from_on date, to_on date)
     ), sums AS (
       SELECT p.span, b.account_id, sum(b.debit) AS debit, sum(b.credit) AS credit
         FROM account_balances b JOIN pieces p ON p.is_whole_months AND b.month_on BETWEEN p.from_on AND p.to_on
        WHERE b.company_id = $1
        GROUP BY p.span, b.account_id
       UNION ALL
       SELECT p.span, a.account_id, e.debit, e.credit
         FROM pieces p
         CROSS JOIN accounts a
         CROSS JOIN LATERAL (
           SELECT sum(j.debit) AS debit, sum(j.credit) AS credit FROM journal_entries j
            WHERE j.company_id = $1 AND j.account_id = a.account_id AND j.posted_on BETWEEN p.from_on AND p.to_on
         ) e
        WHERE NOT p.is_whole_months AND a.company_id = $1 AND e.debit IS NOT NULL
     )
     SELECT s.span, ${PLACED_ACCOUNT}, s.debit, s.credit
       FROM (SELECT span, account_id, sum(debit) AS debit, sum(credit) AS credit FROM sums GROUP BY 1, 2) s
       JOIN accounts a ON a.company_id = $1 AND a.account_id = s.account_id
      ORDER BY a.code, s.span`,
    [tx.companyId, JSON.stringify(pieces)],
  );
}

/** A kind of posting that is no business of the days it stands on, by the types of its transactions. */
const APART = {
  /** They move the result into equity and are no income or expense. */
  closes: ['year_end_close'],
  /** What the books began with is no movement of the period they were opened in. */
  openings: ['opening_balance', 'opening_items'],
} as const;

/** The transactions of such a kind and what takes them back, as `name(transaction_id)` of a WITH clause; $1 is the company. */
export function apart(name: keyof typeof APART): string {
  return `${name}_made AS MATERIALIZED (
       SELECT t.transaction_id FROM journal_transactions t
        WHERE t.company_id = $1 AND t.document_type IN (${APART[name].map(type => `'${type}'`).join(', ')})
     ), ${name} AS MATERIALIZED (
       SELECT transaction_id FROM ${name}_made
       UNION
       SELECT r.transaction_id FROM ${name}_made m JOIN journal_transactions r ON r.company_id = $1 AND r.reverses_id = m.transaction_id
     )`;
}

/** What year-end closes, or openings, and what took them back moved each account by in each span. */
export async function sumsApart(
  tx: Tx,
  name: keyof typeof APART,
  spans: readonly Span[],
): Promise<AccountSum[]> {
  const days = spans.map(({ name: span, fromDate, toDate }) => ({
    span,
    from_on: fromDate ?? '-infinity',
    to_on: toDate,
  }));
  return tx.query<AccountSum>(
    `WITH ${apart(name)}
     SELECT s.span, ${PLACED_ACCOUNT}, s.debit, s.credit
       FROM (
         SELECT p.span, e.account_id, sum(e.debit) AS debit, sum(e.credit) AS credit
           FROM ${name} t
           JOIN journal_entries e ON e.company_id = $1 AND e.transaction_id = t.transaction_id
           JOIN jsonb_to_recordset($2::jsonb) AS p(span text, from_on date, to_on date) ON e.posted_on BETWEEN p.from_on AND p.to_on
          GROUP BY 1, 2
       ) s
       JOIN accounts a ON a.company_id = $1 AND a.account_id = s.account_id
      ORDER BY a.code, s.span`,
    [tx.companyId, JSON.stringify(days)],
  );
}
