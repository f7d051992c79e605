import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import { PAID_DOCUMENT_TYPES, type BankTransaction } from '../domain/bank-transaction';

const EMPTY = { nullable: true };

export class BankTransactionResponse {
  @Field.id() id!: string;
  @Field.id() bankAccountId!: string;
  @Field.date({ description: 'The day the bank booked it.' }) date!: string;
  @Field.decimal({ description: 'Positive: money in; negative: money out.' }) amount!: string;
  @Field.text() currency!: string;
  @Field.text(EMPTY) counterpartyName!: string | null;
  @Field.text(EMPTY) counterpartyIban!: string | null;
  @Field.text(EMPTY) description!: string | null;
  @Field.text({ ...EMPTY, description: "The caller's id, else the bank's reference." })
  externalId!: string | null;
  @Field.oneOf(['new', 'matched']) status!: 'new' | 'matched';
  @Field.oneOf(PAID_DOCUMENT_TYPES, { ...EMPTY, description: 'Null also when several documents are paid.' })
  matchedDocumentType!: string | null;
  @Field.id(EMPTY) matchedDocumentId!: string | null;
  @Field.id(EMPTY) journalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
  @Field.date({ ...EMPTY, addition: true }) valueDate!: string | null;
}

export class ImportTransactionsResponse {
  @Field.integer() imported!: number;
  @Field.integer({ description: 'There already.' }) skipped!: number;
}

class ImportedStatementResponse {
  @Field.text(EMPTY) statementId!: string | null;
  @Field.text(EMPTY) iban!: string | null;
  @Field.date(EMPTY) fromDate!: string | null;
  @Field.date(EMPTY) toDate!: string | null;
  @Field.decimal(EMPTY) openingBalance!: string | null;
  @Field.decimal(EMPTY) closingBalance!: string | null;
  @Field.integer() transactionCount!: number;
}

export class ImportStatementResponse extends ImportTransactionsResponse {
  @Field.list(() => ImportedStatementResponse) statements!: ImportedStatementResponse[];
}

class SuggestionResponse {
  @Field.oneOf(PAID_DOCUMENT_TYPES) documentType!: string;
  @Field.id() documentId!: string;
  @Field.text() number!: string;
  @Field.text() partnerName!: string;
  @Field.text() currency!: string;
  @Field.decimal() grossTotal!: string;
  @Field.decimal() remaining!: string;
  @Field.integer({ description: '1 to 100.' }) score!: number;
  @Field.texts() reasons!: string[];
}

export class SuggestMatchesResponse {
  @Field.list(() => SuggestionResponse) suggestions!: SuggestionResponse[];
}

export function bankTransactionResponse(transaction: BankTransaction): BankTransactionResponse {
  const { currency, amount, ...members } = transaction;
  return {
    id: members.id,
    bankAccountId: members.bankAccountId,
    date: members.date,
    amount: Money.of(amount, currency).toString(),
    currency: currency.code,
    counterpartyName: members.counterpartyName,
    counterpartyIban: members.counterpartyIban,
    description: members.description,
    externalId: members.externalId,
    status: members.status,
    matchedDocumentType: members.matchedDocumentType,
    matchedDocumentId: members.matchedDocumentId,
    journalTransactionId: members.journalTransactionId,
    createdAt: members.createdAt,
    valueDate: members.valueDate,
  };
}
