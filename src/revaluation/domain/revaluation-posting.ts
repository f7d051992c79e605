import { addDays } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import { newId } from '../../shared/ids';
import { mirrored, type JournalEntry, type JournalTransaction } from '../../ledger';
import { bankEntries, itemEntries, type CurrencyRevaluation, type RevaluationAccounts } from './revaluation';

/** The transactions of a revaluation; null where there is nothing to post. */
export interface RevaluationPosting {
  items: JournalTransaction | null;
  /** Takes `items` back. */
  nextDay: JournalTransaction | null;
  bank: JournalTransaction | null;
}

/**
 * What a revaluation posts. Open items keep what they carry: their difference is taken back on the next day, so that a
 * settlement realises the whole of it. A bank balance has no items that would carry anything: its difference stays.
 */
export function revaluationPosting(
  id: string,
  revaluation: CurrencyRevaluation,
  accounts: RevaluationAccounts,
  base: Currency,
): RevaluationPosting {
  const { currency, date, rate } = revaluation;
  const of = (documentType: string, what: string, entries: JournalEntry[]): JournalTransaction | null => {
    const moving = entries.filter(entry => !entry.base.isZero());
    if (moving.length === 0) return null;
    const description = `${what} in ${currency.code} at ${rate.toString()}`;
    return { id: newId(), date, description, documentType, documentId: id, partnerId: null, entries: moving };
  };
  const items = of('revaluation', 'Revaluation of open items', itemEntries(revaluation, accounts, base));
  const nextDay = items && {
    ...items,
    id: newId(),
    date: addDays(date, 1),
    documentType: 'revaluation_reversal',
    description: `${items.description}, taken back`,
    reversesId: items.id,
    entries: mirrored(items.entries),
  };
  const bank = of(
    'bank_revaluation',
    'Revaluation of bank balances',
    bankEntries(revaluation, accounts, base),
  );
  return { items, nextDay, bank };
}
