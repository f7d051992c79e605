import { Field } from '../../platform/http';
import { BANK_ACCOUNT_TYPES, type BankAccountType } from '../domain/bank-account';

const IBAN = { optional: true, max: 50, description: 'Checked by its digits; spaces are taken out. Unique.' };
const ACCOUNT_CODE = { optional: true, max: 30 };
const FEE_PARTNER = {
  optional: true,
  addition: true,
  description:
    'The payment provider as a supplier: the fees that it keeps back of payouts to this account are paid to it, and count against its invoices.',
};

export class CreateBankAccountRequest {
  @Field.text() name!: string;
  @Field.oneOf(BANK_ACCOUNT_TYPES, {
    optional: true,
    description: 'Default bank; stripe is the clearing account of the provider.',
  })
  type?: BankAccountType;
  @Field.text(IBAN) iban?: string;
  @Field.text({ optional: true, min: 3, max: 3, description: 'Default: base currency.' }) currency?: string;
  @Field.text({
    ...ACCOUNT_CODE,
    description: 'Ledger account. Default 271 (bank accounts), for stripe 273 (cash in transit).',
  })
  accountCode?: string;
  @Field.id(FEE_PARTNER) feePartnerId?: string;
  @Field.notSupported() documentRef?: null;
}

export class UpdateBankAccountRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true }) name?: string;
  @Field.oneOf(BANK_ACCOUNT_TYPES, { optional: true, description: 'Cannot change: only what it is.' })
  type?: BankAccountType;
  @Field.text(IBAN) iban?: string;
  @Field.text({ ...ACCOUNT_CODE, description: 'For postings from now on.' }) accountCode?: string;
  @Field.id({ ...FEE_PARTNER, nullable: true }) feePartnerId?: string | null;
  @Field.boolean({ optional: true }) isActive?: boolean;
}
