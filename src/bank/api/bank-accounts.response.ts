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
  @Field.id({ nullable: true, addition: true }) feePartnerId!: string | null;
}

export function bankAccountResponse(account: BankAccount): BankAccountResponse {
  const { id, name, type, iban, currency, accountCode, isActive, createdAt, feePartnerId } = account;
  return { id, name, type, iban, currency: currency.code, accountCode, isActive, createdAt, feePartnerId };
}
