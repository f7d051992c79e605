import { invariant } from '../../shared/invariant';
import type { TableRows, Tx } from '../../platform/database';
import type { PaidDocumentType } from '../domain/bank-transaction';

interface BankMatch {
  matchId: string;
  transactionId: string;
  /** The one document that is paid; null for several or none. */
  document: { documentType: PaidDocumentType; documentId: string } | null;
  journalTransactionId: string;
}

export function bankMatchRows(tx: Tx, match: BankMatch): TableRows {
  return {
    table: 'bank_matches',
    rows: [
      {
        company_id: tx.companyId,
        match_id: match.matchId,
        transaction_id: match.transactionId,
        document_type: match.document?.documentType ?? null,
        document_id: match.document?.documentId ?? null,
        journal_transaction_id: match.journalTransactionId,
        matched_at: tx.now,
      },
    ],
  };
}

/** Ends a match by the journal transaction that takes it back. */
export async function endMatch(tx: Tx, matchId: string, reversalTransactionId: string): Promise<void> {
  const ended = await tx.execute(
    `UPDATE bank_matches SET reversal_transaction_id = $3
      WHERE company_id = $1 AND match_id = $2 AND reversal_transaction_id IS NULL`,
    [tx.companyId, matchId, reversalTransactionId],
  );
  invariant(ended === 1, 'the match is live, the transaction being locked');
}
