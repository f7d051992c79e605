import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import type { Tx } from '../../../platform/database';
import type { JournalEntry } from '../domain/journal-transaction';
import type { PostedEntry } from '../domain/posted-transaction';
import { mirrored } from '../domain/reversal';
import { entriesOf } from './journal-transactions';

/** The entries that take a posted transaction back: its mirror image in base and document currency. */
export async function reversedEntries(tx: Tx, transactionId: string): Promise<JournalEntry[]> {
  const entries = await entriesOf(tx, transactionId);
  return mirrored(entries.map(entry => journalEntry(entry, tx.company.baseCurrency)));
}

function journalEntry(entry: PostedEntry, base: Currency): JournalEntry {
  const document = { code: entry.documentCurrency, minorUnits: entry.documentMinorUnits };
  return {
    accountId: entry.accountId,
    side: 'debit',
    base: Money.of(entry.debit, base).minus(Money.of(entry.credit, base)),
    document: Money.of(entry.documentAmount, document),
    description: entry.description,
    costCenterId: entry.costCenterId,
  };
}
