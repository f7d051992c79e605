import type { Tx } from '../../../platform/database';
import { invariant } from '../../../shared/invariant';
import type { SaftEntry, SaftTransaction } from '../domain/saft-ledger';
import type { SaftPeriod } from '../domain/saft-order';
import { asOf } from './saft-as-of';
import { MOST_ROWS, NO_ID, pagesAfter } from './saft-pages';

/** Totals of a section of the file; decimal strings in base currency. */
export interface SectionTotals {
  documents: number;
  /** Lines, entries or events: what makes the file large. */
  rows: number;
  debit: string;
  credit: string;
}

export async function ledgerTotals(tx: Tx, { fromDate, toDate }: SaftPeriod): Promise<SectionTotals> {
  const [row] = await tx.query<SectionTotals>(
    `SELECT count(*) AS documents, coalesce(sum(entry_count), 0)::bigint AS rows,
            coalesce(sum(total), 0) AS debit, coalesce(sum(total), 0) AS credit
       FROM journal_transactions WHERE company_id = $1 AND posted_on BETWEEN $2::date AND $3::date`,
    [tx.companyId, fromDate, toDate],
  );
  return row!;
}

/** The transactions of the journal by day and, within a day, as posted. */
export function journalTransactions(
  tx: Tx,
  { fromDate, toDate }: SaftPeriod,
): AsyncGenerator<SaftTransaction[]> {
  return pagesAfter<SaftTransaction>(last =>
    tx.query(
      `SELECT t.transaction_id AS id, t.posted_on AS "postedOn", p.document_on AS "documentDate",
              coalesce(s.full_number, p.document_number) AS "documentNumber", t.description, t.posted_at AS "postedAt",
              t.partner_id AS "partnerId", t.document_type AS "documentType", t.entry_count AS "entryCount"
         FROM journal_transactions t
         LEFT JOIN sale_invoices s ON s.company_id = t.company_id AND s.invoice_id = t.document_id
          AND t.document_type IN ('sale_invoice', 'sale_credit_note', 'sale_advance', 'sale_advance_tax')
         LEFT JOIN purchase_invoices p ON p.company_id = t.company_id AND p.invoice_id = t.document_id
          AND t.document_type IN ('purchase_invoice', 'purchase_credit_note', 'purchase_void')
        WHERE t.company_id = $1 AND t.posted_on BETWEEN $2::date AND $3::date
          AND (t.posted_on, t.transaction_id) > ($4::date, $5::uuid)
        ORDER BY t.posted_on, t.transaction_id LIMIT ${MOST_ROWS / 2}`,
      [tx.companyId, fromDate, toDate, last?.postedOn ?? fromDate, last?.id ?? NO_ID],
    ),
  );
}

/** What an entry says of its account. */
export type LedgerAccounts = ReadonlyMap<string, Pick<SaftEntry, 'accountCode' | 'accountControl'>>;

/** All accounts by id, as of an instant. There are few, and a join could lead the planner to read the journal by account. */
export async function ledgerAccounts(tx: Tx, instant: string): Promise<LedgerAccounts> {
  const rows = await tx.query<{ id: string } & Pick<SaftEntry, 'accountCode' | 'accountControl'>>(
    `SELECT a.account_id AS id, a.code AS "accountCode", a.control AS "accountControl"
       FROM ${asOf('accounts', 'a', 'account_id', '$2')} WHERE a_now.company_id = $1`,
    [tx.companyId, instant],
  );
  return new Map(rows.map(({ id, ...account }) => [id, account]));
}

export function accountOf(accounts: LedgerAccounts, id: string) {
  const account = accounts.get(id);
  invariant(account, `account ${id} is among the accounts`);
  return account;
}

/**
 * Entries numbered above `after`, at most `MOST_ROWS` of each transaction, by transaction and number. Transaction by
 * transaction (the LIMIT keeps the planner from another way): each is a range of the primary key, whatever statistics say.
 */
export async function entriesOf(
  tx: Tx,
  accounts: LedgerAccounts,
  transactionIds: string[],
  after: number,
): Promise<SaftEntry[]> {
  const rows = await tx.query<Omit<SaftEntry, 'accountCode' | 'accountControl'> & { accountId: string }>(
    `SELECT wanted.id AS "transactionId", e.entry_no AS "entryNo", e.account_id AS "accountId", e.description, e.debit,
            e.credit, e.document_currency AS "documentCurrency", e.document_amount AS "documentAmount"
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, position)
       CROSS JOIN LATERAL (
         SELECT entry_no, account_id, description, debit, credit, document_currency, document_amount FROM journal_entries
          WHERE company_id = $1 AND transaction_id = wanted.id AND entry_no > $3
          ORDER BY entry_no LIMIT ${MOST_ROWS}
       ) e
      ORDER BY wanted.position, e.entry_no`,
    [tx.companyId, transactionIds, after],
  );
  return rows.map(({ accountId, ...entry }) => ({ ...entry, ...accountOf(accounts, accountId) }));
}
