import type { CalendarDate } from '../../../shared/calendar-date';
import type { TableRows, Tx } from '../../../platform/database';

export interface Deposit {
  settlementId: string;
  transactionId: string;
}

/** A posting that is on its way. */
export interface Posting {
  settlementId: string;
  date: CalendarDate;
}

/** Days from the day of a payout on which it may arrive. */
const EARLIEST = -5;
const LATEST = 15;

/**
 * Bank transactions that are clearly the arrival of a posted payout: on its account, of its amount, about its day, naming
 * the provider or the payout, and the only one, for the only payout. The payout of the posting given counts as posted.
 */
export async function clearDeposits(tx: Tx, bankAccountId: string, posting?: Posting): Promise<Deposit[]> {
  return tx.query<Deposit>(
    `WITH candidates AS (
       SELECT s.settlement_id, t.transaction_id
         FROM settlements s
         JOIN (SELECT settlement_id, posted_on FROM settlement_postings WHERE company_id = $1 AND reversal_transaction_id IS NULL
               UNION ALL SELECT $3::uuid, $4::date WHERE $3::uuid IS NOT NULL) p ON p.settlement_id = s.settlement_id
         JOIN bank_transactions t ON t.company_id = s.company_id AND t.bank_account_id = s.bank_account_id AND t.amount = s.net_total
          AND t.booked_on BETWEEN coalesce(s.paid_on, p.posted_on) + ${EARLIEST} AND coalesce(s.paid_on, p.posted_on) + ${LATEST}
          AND (position(s.provider IN lower(concat_ws(' ', t.counterparty_name, t.description))) > 0
            OR position(lower(s.payout_id) IN lower(t.description)) > 0)
        WHERE s.company_id = $1 AND s.bank_account_id = $2 AND s.net_total > 0
          AND NOT EXISTS (SELECT 1 FROM settlement_deposits d WHERE d.company_id = s.company_id
                             AND (d.settlement_id = s.settlement_id OR d.bank_transaction_id = t.transaction_id))
          AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.company_id = t.company_id AND m.transaction_id = t.transaction_id
                             AND m.reversal_transaction_id IS NULL)
          AND NOT EXISTS (SELECT 1 FROM bank_transaction_closings c WHERE c.company_id = t.company_id AND c.bank_transaction_id = t.transaction_id))
     SELECT settlement_id AS "settlementId", transaction_id AS "transactionId"
       FROM (SELECT c.*, count(*) OVER (PARTITION BY settlement_id) AS transactions, count(*) OVER (PARTITION BY transaction_id) AS payouts
               FROM candidates c) counted
      WHERE transactions = 1 AND payouts = 1 ORDER BY transaction_id`,
    [tx.companyId, bankAccountId, posting?.settlementId ?? null, posting?.date ?? null],
  );
}

export function depositRows(
  tx: Tx,
  deposits: (Deposit & { journalTransactionId: string | null })[],
): TableRows {
  return {
    table: 'settlement_deposits',
    rows: deposits.map(({ settlementId, transactionId, journalTransactionId }) => ({
      company_id: tx.companyId,
      settlement_id: settlementId,
      bank_transaction_id: transactionId,
      journal_transaction_id: journalTransactionId,
      linked_at: tx.now,
    })),
  };
}

/** Takes a deposit away; returns the journal transaction of its own that it had. */
export async function deleteDeposit(
  tx: Tx,
  transactionId: string,
): Promise<{ settlementId: string; journalTransactionId: string | null } | undefined> {
  const [deposit] = await tx.query<{ settlementId: string; journalTransactionId: string | null }>(
    `DELETE FROM settlement_deposits WHERE company_id = $1 AND bank_transaction_id = $2
     RETURNING settlement_id AS "settlementId", journal_transaction_id AS "journalTransactionId"`,
    [tx.companyId, transactionId],
  );
  return deposit;
}

/** Takes the deposit of a payout away whose money the payout itself posted: with its posting goes the money. */
export async function deleteOwnDeposit(tx: Tx, settlementId: string): Promise<void> {
  await tx.execute(
    'DELETE FROM settlement_deposits WHERE company_id = $1 AND settlement_id = $2 AND journal_transaction_id IS NULL',
    [tx.companyId, settlementId],
  );
}
