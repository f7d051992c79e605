import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import type { AccountDetail } from '../domain/account-detail';

class DetailedAccount {
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.text() type!: string;
}

class AccountDetailRow {
  @Field.date() date!: string;
  @Field.text({ nullable: true, description: 'Of the entry, else of its transaction.' }) description!:
    string | null;
  @Field.text({ nullable: true }) documentType!: string | null;
  @Field.id({ nullable: true }) documentId!: string | null;
  @Field.id() journalTransactionId!: string;
  @Field.decimal() debit!: string;
  @Field.decimal() credit!: string;
  @Field.decimal({ description: 'After this entry, debit-positive.' }) balance!: string;
}

export class AccountDetailResponse {
  @Field.object(() => DetailedAccount) account!: DetailedAccount;
  @Field.decimal({ description: 'Before `fromDate`, debit-positive: a credit balance is negative.' })
  opening!: string;
  @Field.decimal({ description: 'After `toDate`, debit-positive.' }) closing!: string;
  @Field.list(() => AccountDetailRow, { description: 'In base currency, in the order of the journal.' })
  rows!: AccountDetailRow[];
}

export function accountDetailResponse(
  { account, opening, closing, movements }: AccountDetail,
  base: Currency,
): AccountDetailResponse {
  const amount = (text: string): string => Money.of(text, base).toString();
  const { code, name, type } = account;
  return {
    account: { code, name, type },
    opening: amount(opening),
    closing: amount(closing),
    rows: movements.map(movement => ({
      ...movement,
      debit: amount(movement.debit),
      credit: amount(movement.credit),
      balance: amount(movement.balance),
    })),
  };
}
