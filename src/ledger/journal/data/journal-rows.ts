import { monthOf, yearOf } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { newId } from '../../../shared/ids';
import { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';
import { signedEntries, type JournalTransaction } from '../domain/journal-transaction';

type Row = Record<string, unknown>;

/**
 * The rows of journal transactions, headers and entries, to be inserted in ONE statement (@invariant INV-01); the periods of their
 * dates are opened before (`openPeriods`). The transactions are numbered within their request: whoever posts more than once
 * in it says how many there were before.
 *
 * A transaction must move something: a document whose amounts are all zero has no journal transaction, and its caller
 * refuses or leaves out the posting. Throws when one moves nothing or does not balance in base currency exactly.
 */
export function journalRows(tx: Tx, transactions: JournalTransaction[], before = 0): TableRows[] {
  const base = tx.company.baseCurrency;
  const rows = transactions.map((transaction, ordinal) =>
    rowsOf(tx.companyId, transaction, before + ordinal, base),
  );
  return [
    { table: 'journal_transactions', rows: rows.map(({ header }) => header) },
    { table: 'journal_entries', rows: rows.flatMap(({ entries }) => entries) },
  ];
}

function rowsOf(
  companyId: string,
  transaction: JournalTransaction,
  ordinal: number,
  base: Currency,
): { header: Row; entries: Row[] } {
  const { entries, total } = signedEntries(transaction, base);
  const pinned = {
    company_id: companyId,
    transaction_id: transaction.id,
    entry_count: entries.length,
    posted_on: transaction.date,
  };
  const zero = Money.zero(base);
  return {
    header: {
      ...pinned,
      period_year: yearOf(transaction.date),
      period_month: monthOf(transaction.date),
      description: transaction.description,
      document_type: transaction.documentType,
      document_id: transaction.documentId,
      partner_id: transaction.partnerId,
      reverses_id: transaction.reversesId ?? null,
      total: total.toString(),
      request_ordinal: ordinal,
    },
    entries: entries.map((entry, index) => ({
      ...pinned,
      entry_no: index + 1,
      entry_id: newId(),
      account_id: entry.accountId,
      debit: (entry.base.isNegative() ? zero : entry.base).toString(),
      credit: (entry.base.isNegative() ? entry.base.negated() : zero).toString(),
      document_currency: entry.document.currency.code,
      document_amount: entry.document.toString(),
      description: entry.description,
      cost_center_id: entry.costCenterId,
    })),
  };
}
