import { invariant } from '../../shared/invariant';
import type { TableRows, Tx } from '../../platform/database';
import type { BankTransaction } from '../domain/bank-transaction';
import type { BookingTransaction } from '../domain/booking';

/** What closes a bank transaction without a match: an entry of the journal that has booked it, or a reason to set it aside. */
export type Closing = { journalTransactionId: string; entryNo: number } | { reason: string };

export function closingRows(tx: Tx, bankTransactionId: string, closing: Closing): TableRows {
  const entry = 'reason' in closing ? undefined : closing;
  return {
    table: 'bank_transaction_closings',
    rows: [
      {
        company_id: tx.companyId,
        bank_transaction_id: bankTransactionId,
        journal_transaction_id: entry?.journalTransactionId ?? null,
        entry_no: entry?.entryNo ?? null,
        reason: 'reason' in closing ? closing.reason : null,
        closed_at: tx.now,
      },
    ],
  };
}

export async function deleteClosing(tx: Tx, bankTransactionId: string): Promise<void> {
  const deleted = await tx.execute(
    'DELETE FROM bank_transaction_closings WHERE company_id = $1 AND bank_transaction_id = $2',
    [tx.companyId, bankTransactionId],
  );
  invariant(deleted === 1, 'the transaction is closed, being locked');
}

export async function findBooking(
  tx: Tx,
  journalTransactionId: string,
): Promise<BookingTransaction | undefined> {
  const [row] = await tx.query<BookingTransaction>(
    `SELECT t.posted_on AS date, t.document_type AS "documentType",
            t.reverses_id IS NOT NULL OR EXISTS (
              SELECT 1 FROM journal_transactions r WHERE r.company_id = t.company_id AND r.reverses_id = t.transaction_id
            ) AS "isReversedOrReversal"
       FROM journal_transactions t WHERE t.company_id = $1 AND t.transaction_id = $2`,
    [tx.companyId, journalTransactionId],
  );
  return row;
}

/** The entries on the account of the bank that have the amount of the bank transaction, in its currency, and whether each is taken. */
export async function entriesOfAmount(
  tx: Tx,
  journalTransactionId: string,
  accountId: string,
  { amount, currency }: BankTransaction,
): Promise<{ entryNo: number; takenById: string | null }[]> {
  return tx.query(
    `SELECT e.entry_no AS "entryNo", c.bank_transaction_id AS "takenById"
       FROM journal_entries e
       LEFT JOIN bank_transaction_closings c
         ON c.company_id = e.company_id AND c.journal_transaction_id = e.transaction_id AND c.entry_no = e.entry_no
      WHERE e.company_id = $1 AND e.transaction_id = $2 AND e.account_id = $3 AND e.document_currency = $4
        AND e.document_amount = $5
      ORDER BY e.entry_no`,
    [tx.companyId, journalTransactionId, accountId, currency.code, amount],
  );
}
