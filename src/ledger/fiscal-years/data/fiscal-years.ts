import { Money } from '../../../shared/money';
import type { ListDefinition } from '../../../platform/lists';
import type { TableRows, Tx } from '../../../platform/database';
import type { FiscalYear, ListedYear, ResultBalance, YearClose } from '../domain/fiscal-year';

/**
 * Closings, reopenings and locks of a company follow each other, those of VAT periods among them, and nobody posts, makes or
 * unlocks a month meanwhile.
 */
export async function holdFiscalYears(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(fiscal_year_gate($1))', [tx.companyId]);
}

/**
 * Waits for a closing or lock that is going on or waiting, and keeps the next one waiting. Taken before the rows of months.
 */
export async function shareFiscalYears(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(fiscal_year_gate($1))', [tx.companyId]);
}

/** The latest close that stands. */
export async function latestClose(tx: Tx): Promise<YearClose | undefined> {
  const [close] = await tx.query<YearClose>(
    `SELECT close_id AS id, year, starts_on AS "from", ends_on AS "to", transaction_id AS "transactionId"
       FROM fiscal_year_closes WHERE company_id = $1 AND reopened_at IS NULL ORDER BY ends_on DESC LIMIT 1`,
    [tx.companyId],
  );
  return close;
}

/** Whether a year is closed, by the calendar year in which it ends. */
export async function isYearClosed(tx: Tx, year: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM fiscal_year_closes WHERE company_id = $1 AND year = $2 AND reopened_at IS NULL',
    [tx.companyId, year],
  );
  return rows.length > 0;
}

/** Income and expense accounts with a balance at the end of a year, or before it; by code. */
export async function resultBalances(tx: Tx, { from, to }: FiscalYear): Promise<ResultBalance[]> {
  const rows = await tx.query<{ accountId: string; before: string; during: string }>(
    `SELECT a.account_id AS "accountId", before.balance AS before, during.balance AS during
       FROM accounts a
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) - coalesce(sum(e.credit), 0) AS balance FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on < $2::date) before
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit), 0) - coalesce(sum(e.credit), 0) AS balance FROM journal_entries e
          WHERE e.company_id = a.company_id AND e.account_id = a.account_id AND e.posted_on BETWEEN $2::date AND $3::date) during
      WHERE a.company_id = $1 AND a.type IN ('income', 'expense') AND (before.balance <> 0 OR during.balance <> 0)
      ORDER BY a.code`,
    [tx.companyId, from, to],
  );
  const base = tx.company.baseCurrency;
  return rows.map(({ accountId, before, during }) => ({
    accountId,
    before: Money.of(before, base),
    balance: Money.of(before, base).plus(Money.of(during, base)),
  }));
}

export function closeRows(tx: Tx, close: YearClose, result: Money): TableRows {
  return {
    table: 'fiscal_year_closes',
    rows: [
      {
        company_id: tx.companyId,
        close_id: close.id,
        year: close.year,
        starts_on: close.from,
        ends_on: close.to,
        result: result.toString(),
        transaction_id: close.transactionId,
        closed_at: tx.now,
        reopened_at: null,
        reopen_reason: null,
      },
    ],
  };
}

/** Notes that a close is reopened; its months can be unlocked from then on. */
export async function markReopened(tx: Tx, closeId: string, reason: string): Promise<void> {
  await tx.update('fiscal_year_closes', ['company_id', 'close_id'], {
    company_id: tx.companyId,
    close_id: closeId,
    reopened_at: tx.now,
    reopen_reason: reason,
  });
}

const CLOSES = `fiscal_year_closes c
  LEFT JOIN journal_transactions r ON r.company_id = c.company_id AND r.reverses_id = c.transaction_id`;
const COLUMNS = `c.close_id AS id, c.year, c.starts_on AS "from", c.ends_on AS "to", c.result, c.transaction_id AS "transactionId",
  CASE WHEN c.reopened_at IS NULL THEN 'closed' ELSE 'reopened' END AS status, c.closed_at AS "closedAt",
  c.reopened_at AS "reopenedAt", c.reopen_reason AS "reopenReason", r.transaction_id AS "reversalTransactionId"`;

export async function closeById(tx: Tx, closeId: string): Promise<ListedYear> {
  const [close] = await tx.query<ListedYear>(
    `SELECT ${COLUMNS} FROM ${CLOSES} WHERE c.company_id = $1 AND c.close_id = $2`,
    [tx.companyId, closeId],
  );
  return close!;
}

export const fiscalYearList: ListDefinition = {
  name: 'fiscal-years',
  from: CLOSES,
  select: COLUMNS,
  fields: {
    id: { column: 'c.close_id', type: 'id' },
    year: { column: 'c.year', type: 'integer' },
    fromDate: { column: 'c.starts_on', type: 'date' },
    toDate: { column: 'c.ends_on', type: 'date' },
    status: {
      column: `CASE WHEN c.reopened_at IS NULL THEN 'closed' ELSE 'reopened' END`,
      type: 'text',
      values: ['closed', 'reopened'],
    },
    result: { column: 'c.result', type: 'amount' },
    closedAt: { column: 'c.closed_at', type: 'instant' },
  },
  key: { column: 'c.close_id', type: 'id' },
  defaultSort: [
    { field: 'toDate', dir: 'desc' },
    { field: 'closedAt', dir: 'desc' },
  ],
};
