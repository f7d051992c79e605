import type { JournalEntry } from './journal-transaction';

/** The entries that take others back: the same, on the other side. */
export function mirrored(entries: JournalEntry[]): JournalEntry[] {
  return entries.map(entry => ({ ...entry, side: entry.side === 'debit' ? 'credit' : 'debit' }));
}
