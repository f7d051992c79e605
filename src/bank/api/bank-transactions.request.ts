import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';
import { OPEN_ITEM_SIDES, type OpenItemSide } from '../../ledger';
import { PAID_DOCUMENT_TYPES, type PaidDocumentType } from '../domain/bank-transaction';
import { LARGEST_AMOUNT } from '../domain/largest-amount';

const SIGNED = {
  min: `-${LARGEST_AMOUNT}`,
  max: LARGEST_AMOUNT,
  description: 'Positive: money in; negative: money out.',
};
const UNSIGNED = { min: '0', max: LARGEST_AMOUNT };

class BankTransactionMembers {
  @Field.date() date!: CalendarDate;
  @Field.decimal(SIGNED) amount!: string;
  @Field.text({ optional: true, min: 3, max: 3, description: 'That of the bank account.' }) currency?: string;
  @Field.text({ optional: true }) counterpartyName?: string;
  @Field.text({ optional: true, max: 50 }) counterpartyIban?: string;
  @Field.text({ optional: true, max: 2000 }) description?: string;
  @Field.text({
    optional: true,
    description:
      'Unique per bank account: the same again is skipped. Without it, movements of one day, amount, counterparty and text are told apart by their number in one request.',
  })
  externalId?: string;
}

export class ImportTransactionsRequest {
  @Field.id() bankAccountId!: string;
  @Field.list(() => BankTransactionMembers, { min: 1, max: 10_000 })
  transactions!: BankTransactionMembers[];
}

/** 64 Mi characters: about 80,000 entries of a camt.053 file. */
export const LONGEST_CONTENT = 64 * 1024 * 1024;

export class ImportStatementRequest {
  @Field.id() bankAccountId!: string;
  @Field.text({ optional: true, description: 'Not supported.' }) templateId?: string;
  @Field.oneOf(['camt053', 'mt940', 'stripe-csv'], {
    optional: true,
    description:
      'Default: as the content looks. Payouts (stripe-csv) are imported by bank/settlements/import.',
  })
  format?: 'camt053' | 'mt940' | 'stripe-csv';
  @Field.text({
    max: LONGEST_CONTENT,
    description: 'The file: its text, or its bytes in base64 (then its own encoding is used).',
  })
  content!: string;
  @Field.text({ optional: true, max: LONGEST_CONTENT, description: 'Not supported.' }) transfersCsv?: string;
}

export class SuggestMatchesRequest {
  @Field.id() transactionId!: string;
  @Field.integer({ optional: true, min: 1, max: 100, description: 'Default 10.' }) limit?: number;
}

class TransactionRequest {
  @Field.id() transactionId!: string;
}

const DOCUMENT_TYPE = {
  description:
    'A credit note goes by the name of its kind of invoice, and so does money on account of a customer or supplier (by the documentId of its open item).',
};

export class MatchRequest extends TransactionRequest {
  @Field.oneOf(PAID_DOCUMENT_TYPES, DOCUMENT_TYPE) documentType!: PaidDocumentType;
  @Field.id() documentId!: string;
  @Field.notSupported({ description: 'bank/transactions/match-many takes amounts.' }) invoiceAmount?: null;
}

export class UnmatchRequest extends TransactionRequest {
  @Field.notSupported({
    description:
      'The reversal has the day of the transaction; where its month is locked, unmatching is refused.',
  })
  date?: null;
}

class AllocationMembers {
  @Field.oneOf(PAID_DOCUMENT_TYPES, DOCUMENT_TYPE) documentType!: PaidDocumentType;
  @Field.id() documentId!: string;
  @Field.decimal({
    ...UNSIGNED,
    description:
      "What is paid of the document, in its currency, without sign; a credit note's counts against the others.",
  })
  amount!: string;
  @Field.decimal({
    optional: true,
    ...UNSIGNED,
    addition: true,
    description:
      "What of the transaction that takes, in its currency, where the document is in another one; default: by the day's rate.",
  })
  bankAmount?: string;
}

export class MatchManyRequest extends TransactionRequest {
  @Field.list(() => AllocationMembers, {
    max: 1000,
    description:
      'What the documents do not take becomes an open item of their partner. Empty: bank charges alone.',
  })
  allocations!: AllocationMembers[];
  @Field.decimal({
    optional: true,
    ...UNSIGNED,
    addition: true,
    description:
      'Charges the bank kept back, in the currency of the transaction; posted to settlements.fees.',
  })
  feeAmount?: string;
}

export class MatchOnAccountRequest extends TransactionRequest {
  @Field.id() partnerId!: string;
  @Field.oneOf(OPEN_ITEM_SIDES, {
    optional: true,
    description: 'Default: receivable for money in, payable for money out.',
  })
  side?: OpenItemSide;
  @Field.decimal({
    optional: true,
    ...UNSIGNED,
    description:
      'Charges the bank kept back, in the currency of the transaction; posted to settlements.fees.',
  })
  feeAmount?: string;
}

export class MatchJournalRequest extends TransactionRequest {
  @Field.id({ description: 'Of a manual transaction.' }) journalTransactionId!: string;
}

export class SetAsideRequest extends TransactionRequest {
  @Field.text({ max: 500 }) reason!: string;
}

export class RecordRequest {
  @Field.id() bankAccountId!: string;
  @Field.date() date!: CalendarDate;
  @Field.decimal(SIGNED) amount!: string;
  @Field.text({ optional: true, max: 2000 }) description?: string;
  @Field.oneOf(PAID_DOCUMENT_TYPES, DOCUMENT_TYPE) documentType!: PaidDocumentType;
  @Field.id() documentId!: string;
}
