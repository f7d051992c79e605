/** A transaction as the general journal shows it. */
export interface JournalRow {
  id: string;
  date: string;
  description: string | null;
  documentType: string | null;
  documentId: string | null;
  entryCount: number;
}

/** An entry of the general journal; decimal strings in base currency. */
export interface JournalEntry {
  transactionId: string;
  accountCode: string;
  accountName: string;
  debit: string;
  credit: string;
}
