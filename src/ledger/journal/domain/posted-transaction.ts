import type { CalendarDate } from '../../../shared/calendar-date';

/** A posted transaction as stored. */
export interface PostedTransaction {
  id: string;
  date: CalendarDate;
  description: string | null;
  documentType: string | null;
  documentId: string | null;
  partnerId: string | null;
  /** Sum of the debits, in base currency. */
  total: string;
  postedAt: string;
  reversesId: string | null;
  reversedById: string | null;
}

/** An entry as stored; `documentAmount` is positive for debit. */
export interface PostedEntry {
  id: string;
  accountId: string;
  accountCode: string;
  accountName: string;
  debit: string;
  credit: string;
  documentCurrency: string;
  documentMinorUnits: number;
  documentAmount: string;
  description: string | null;
  costCenterId: string | null;
}
