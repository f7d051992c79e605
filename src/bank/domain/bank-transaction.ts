import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';

/**
 * The documents that a bank transaction pays; an advance and a credit note go by the name of their kind of invoice, and so do
 * items of payouts and those of the old books.
 */
export const PAID_DOCUMENT_TYPES = ['sale_invoice', 'purchase_invoice'] as const;
export type PaidDocumentType = (typeof PAID_DOCUMENT_TYPES)[number];

/** The open items that documents of a type leave. */
export const OPEN_ITEM_TYPES: Readonly<Record<PaidDocumentType, string[]>> = {
  sale_invoice: ['sale_invoice', 'sale_advance', 'sale_credit_note', 'settlement_line', 'opening_receivable'],
  purchase_invoice: ['purchase_invoice', 'purchase_credit_note', 'settlement_payable', 'opening_payable'],
};

/** A movement on a bank account. `amount` is a decimal string, positive for money in. */
export interface NewBankTransaction {
  id: string;
  bankAccountId: string;
  date: CalendarDate;
  valueDate: CalendarDate | null;
  amount: string;
  counterpartyName: string | null;
  counterpartyIban: string | null;
  description: string | null;
  /** The caller's own id. */
  externalId: string | null;
  /** The bank's id. */
  bankReference: string | null;
  dedupeKey: string;
}

export interface BankTransaction extends Omit<
  NewBankTransaction,
  'externalId' | 'bankReference' | 'dedupeKey'
> {
  currency: Currency;
  /** The caller's id, else the bank's. */
  externalId: string | null;
  status: 'new' | 'matched';
  matchId: string | null;
  /** The payout that it is the arrival of. */
  settlementId: string | null;
  matchedDocumentType: PaidDocumentType | null;
  matchedDocumentId: string | null;
  journalTransactionId: string | null;
  createdAt: string;
}
