import { Field } from '../../platform/http';
import { BANK_ACCOUNT_TYPES, type BankAccount } from '../domain/bank-account';

export class BankAccountResponse {
  @Field.id() id!: string;
  @Field.text() name!: string;
  @Field.oneOf(BANK_ACCOUNT_TYPES) type!: string;
  @Field.text({ nullable: true }) iban!: string | null;
  @Field.text() currency!: string;
  @Field.text() accountCode!: string;
  @Field.boolean() isActive!: boolean;
  @Field.instant() createdAt!: string;
}

export function bankAccountResponse(account: BankAccount): BankAccountResponse {
  const { id, name, type, iban, currency, accountCode, isActive, createdAt } = account;
  return { id, name, type, iban, currency: currency.code, accountCode, isActive, createdAt };
}
