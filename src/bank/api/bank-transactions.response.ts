import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import {
  MATCHED_DOCUMENT_TYPES,
  PAID_DOCUMENT_TYPES,
  type BankTransaction,
} from '../domain/bank-transaction';
import type { StatementImport } from '../use-cases/import-statement';

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
  @Field.oneOf(MATCHED_DOCUMENT_TYPES, {
    ...EMPTY,
    description:
      'Null also when several documents are paid, when it is booked on account, and when it is set aside. `settlement`: the arrival of that payout; `journal_transaction`: booked by that.',
  })
  matchedDocumentType!: string | null;
  @Field.id(EMPTY) matchedDocumentId!: string | null;
  @Field.id(EMPTY) journalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
  @Field.date({ ...EMPTY, addition: true }) valueDate!: string | null;
  @Field.text({
    ...EMPTY,
    addition: true,
    description: 'Why it was set aside (its status is `matched` then): it is no movement to be booked.',
  })
  setAsideReason!: string | null;
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

/** Newer clients of the contract read these of an import; here it stores movements, and posting is a call of its own. */
const NEVER = { addition: true, description: 'Always 0: an import posts, matches and makes nothing.' };

export class ImportStatementResponse extends ImportTransactionsResponse {
  @Field.integer(NEVER) posted!: number;
  @Field.integer(NEVER) customersCreated!: number;
  @Field.integer(NEVER) invoicesCreated!: number;
  @Field.integer(NEVER) invoicesLinked!: number;
  @Field.integer(NEVER) creditNotesCreated!: number;
  @Field.integer(NEVER) authorizationsRecorded!: number;
  @Field.integer(NEVER) payoutsPosted!: number;
  @Field.integer(NEVER) commissionsPosted!: number;
  @Field.integer(NEVER) paymentsMatched!: number;
  @Field.texts({
    addition: true,
    description:
      'Of each statement that does not open with what the one before it closed with: both balances and the gap. What cannot be imported is refused.',
  })
  warnings!: string[];
  @Field.list(() => ImportedStatementResponse) statements!: ImportedStatementResponse[];
}

export function importStatementResponse(result: StatementImport): ImportStatementResponse {
  return {
    ...result,
    posted: 0,
    customersCreated: 0,
    invoicesCreated: 0,
    invoicesLinked: 0,
    creditNotesCreated: 0,
    authorizationsRecorded: 0,
    payoutsPosted: 0,
    commissionsPosted: 0,
    paymentsMatched: 0,
  };
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
    setAsideReason: members.setAsideReason,
  };
}
