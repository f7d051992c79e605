import type { CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { invariant } from '../../../shared/invariant';
import { Money } from '../../../shared/money';

export type Side = 'debit' | 'credit';

/** One entry. A negative amount stands on the other side. */
export interface JournalEntry {
  accountId: string;
  side: Side;
  /** In base currency: what balances. */
  base: Money;
  /** The same in the document's currency. */
  document: Money;
  description?: string | null;
  costCenterId?: string | null;
}

/** A transaction to be posted; of a document, or with `documentType` and `documentId` null a manual one. */
export interface JournalTransaction {
  id: string;
  date: CalendarDate;
  description: string | null;
  documentType: string | null;
  documentId: string | null;
  partnerId: string | null;
  /** The transaction that this one takes back. */
  reversesId?: string | null;
  entries: JournalEntry[];
}

/** An entry as the journal holds it: amounts positive for debit, negative for credit, and never zero in base currency. */
export interface SignedEntry {
  accountId: string;
  base: Money;
  document: Money;
  description: string | null;
  costCenterId: string | null;
}

/** Debits less credits, in base currency. Zero in a balanced transaction. */
export function imbalance(entries: JournalEntry[], base: Currency): Money {
  return Money.sum(
    entries.map(entry => signed(entry.side, entry.base)),
    base,
  );
}

/**
 * The entries to store, and what they move (the sum of the debits). Entries of zero say nothing and are dropped.
 * Throws for a transaction that does not balance or moves nothing: whoever posts has made sure of both (INV-01).
 */
export function signedEntries(
  transaction: JournalTransaction,
  base: Currency,
): { entries: SignedEntry[]; total: Money } {
  const difference = imbalance(transaction.entries, base);
  invariant(
    difference.isZero(),
    `journal transaction ${transaction.id} balances but for ${difference.toString()}`,
  );
  const entries = transaction.entries
    .filter(entry => !entry.base.isZero())
    .map(entry => ({
      accountId: entry.accountId,
      base: signed(entry.side, entry.base),
      document: signed(entry.side, entry.document),
      description: entry.description ?? null,
      costCenterId: entry.costCenterId ?? null,
    }));
  invariant(entries.length > 0, `journal transaction ${transaction.id} moves something`);
  const debits = entries.map(entry => entry.base).filter(amount => !amount.isNegative());
  return { entries, total: Money.sum(debits, base) };
}

function signed(side: Side, amount: Money): Money {
  return side === 'debit' ? amount : amount.negated();
}
