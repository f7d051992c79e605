import { refuse, refuseField } from '../../shared/domain-error';
import { parseIban } from '../../shared/iban';
import type { Currency } from '../../shared/currency';

export const BANK_ACCOUNT_TYPES = ['bank', 'stripe'] as const;
/** An account at a bank, or the clearing account of a payment provider. */
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number];

export interface BankAccount {
  id: string;
  name: string;
  type: BankAccountType;
  /** Without spaces. */
  iban: string | null;
  currency: Currency;
  /** The ledger account that its movements are posted to. */
  accountId: string;
  accountCode: string;
  /** Whether the ledger account takes postings. */
  isPostable: boolean;
  /** The provider as a supplier: what it keeps back of payouts to this account counts against its invoices. */
  feePartnerId: string | null;
  isActive: boolean;
  createdAt: string;
}

/** Accounts of the chart template: bank accounts, and cash in transit for what a provider holds. */
export const DEFAULT_ACCOUNT_CODES: Readonly<Record<BankAccountType, string>> = {
  bank: '271',
  stripe: '273',
};

/** @throws DomainError `invalid_request` naming the member */
export function ibanOf(text: string, member: string): string {
  return parseIban(text) ?? refuseField(member, 'is not an IBAN; check its digits');
}

export function refuseInactive({ name, isActive }: BankAccount): void {
  if (isActive) return;
  refuse('bank_account_inactive', `Bank account ${name} is not active; activate it or use another one.`);
}

export function refuseUnpostable({ name, accountCode, isPostable }: BankAccount): void {
  if (isPostable) return;
  refuse(
    'account_unusable',
    `Account ${accountCode} of bank account ${name} takes no postings; make it postable or give the bank account another one.`,
  );
}
