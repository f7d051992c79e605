import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import type { OpenItemSide } from '../../ledger';

/**
 * The documents that a bank transaction pays; an advance and a credit note go by the name of their kind of invoice, and so do
 * items of payouts, those of the old books, and money that was left or put on account (by the id of its match).
 */
export const PAID_DOCUMENT_TYPES = ['sale_invoice', 'purchase_invoice'] as const;
export type PaidDocumentType = (typeof PAID_DOCUMENT_TYPES)[number];

/** The open item of money that no document took: of a document of this type whose id is that of the match. */
export const ON_ACCOUNT_TYPE = 'bank_payment';

/** The open items that documents of a type leave. */
export const OPEN_ITEM_TYPES: Readonly<Record<PaidDocumentType, string[]>> = {
  sale_invoice: [
    'sale_invoice',
    'sale_advance',
    'sale_credit_note',
    'settlement_line',
    'opening_receivable',
    ON_ACCOUNT_TYPE,
  ],
  purchase_invoice: [
    'purchase_invoice',
    'purchase_credit_note',
    'settlement_payable',
    'opening_payable',
    ON_ACCOUNT_TYPE,
  ],
};

/** The side on which the items of a type stand: money on account is on either. */
export const SIDE_OF: Readonly<Record<PaidDocumentType, OpenItemSide>> = {
  sale_invoice: 'receivable',
  purchase_invoice: 'payable',
};

/** What a bank transaction may be explained by. */
export const MATCHED_DOCUMENT_TYPES = [...PAID_DOCUMENT_TYPES, 'settlement', 'journal_transaction'] as const;
export type MatchedDocumentType = (typeof MATCHED_DOCUMENT_TYPES)[number];

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
  /** A journal transaction has booked it, or it is set aside; then without a match. */
  isClosed: boolean;
  /** Why it is set aside, where it is. */
  setAsideReason: string | null;
  matchedDocumentType: MatchedDocumentType | null;
  matchedDocumentId: string | null;
  journalTransactionId: string | null;
  createdAt: string;
}
