import type { Tx } from '../../platform/database';
import type { ListDefinition } from '../../platform/lists';
import type { JournalEntry } from '../domain/journal-page';

/** The transactions of the journal by date, and within a day as posted (their ids grow with time). */
export const generalJournal: ListDefinition = {
  name: 'general-journal',
  from: 'journal_transactions t',
  select: `t.transaction_id AS id, t.posted_on AS date, t.description, t.document_type AS "documentType",
    t.document_id AS "documentId", t.entry_count AS "entryCount"`,
  fields: { date: { column: 't.posted_on', type: 'date' } },
  key: { column: 't.transaction_id', type: 'id' },
  defaultSort: [{ field: 'date', dir: 'asc' }],
};

/** The entries of these transactions, as numbered. */
export async function journalEntries(tx: Tx, transactionIds: string[]): Promise<JournalEntry[]> {
  return tx.query<JournalEntry>(
    `SELECT e.transaction_id AS "transactionId", a.code AS "accountCode", a.name AS "accountName", e.debit, e.credit
       FROM journal_entries e JOIN accounts a ON a.company_id = e.company_id AND a.account_id = e.account_id
      WHERE e.transaction_id = ANY ($1) ORDER BY e.transaction_id, e.entry_no`,
    [transactionIds],
  );
}
