import type { Tx } from '../../../platform/database';
import type { PostedEntry, PostedTransaction } from '../domain/posted-transaction';

export const POSTED_TRANSACTIONS = `journal_transactions t
  LEFT JOIN journal_transactions r ON r.company_id = t.company_id AND r.reverses_id = t.transaction_id`;

export const POSTED_TRANSACTION_COLUMNS = `t.transaction_id AS id, t.posted_on AS date, t.description, t.document_type AS "documentType",
  t.document_id AS "documentId", t.partner_id AS "partnerId", t.total, t.posted_at AS "postedAt",
  t.reverses_id AS "reversesId", r.transaction_id AS "reversedById"`;

export async function findTransaction(tx: Tx, id: string): Promise<PostedTransaction | undefined> {
  const [transaction] = await tx.query<PostedTransaction>(
    `SELECT ${POSTED_TRANSACTION_COLUMNS} FROM ${POSTED_TRANSACTIONS} WHERE t.transaction_id = $1`,
    [id],
  );
  return transaction;
}

/** The entries of a transaction, as numbered. */
export async function entriesOf(tx: Tx, transactionId: string): Promise<PostedEntry[]> {
  return tx.query<PostedEntry>(
    `SELECT e.entry_id AS id, e.account_id AS "accountId", a.code AS "accountCode", a.name AS "accountName", e.debit, e.credit,
            e.document_currency AS "documentCurrency", y.minor_units AS "documentMinorUnits",
            e.document_amount AS "documentAmount", e.description, e.cost_center_id AS "costCenterId"
       FROM journal_entries e
       JOIN accounts a ON a.company_id = e.company_id AND a.account_id = e.account_id
       JOIN currencies y ON y.code = e.document_currency
      WHERE e.transaction_id = $1 ORDER BY e.entry_no`,
    [transactionId],
  );
}

/**
 * Attempts to reverse one transaction follow each other, so that the later ones find the first one's reversal. The
 * journal itself cannot be locked: nobody may update it. uq_journal_transactions__reversed_once is the judge.
 */
export async function lockForReversal(tx: Tx, transactionId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('reversal' || $1::text || $2::text, 0))`, [
    tx.companyId,
    transactionId,
  ]);
}
