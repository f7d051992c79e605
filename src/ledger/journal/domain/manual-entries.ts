import type { Currency } from '../../../shared/currency';
import { refuse, refuseField } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import type { Money } from '../../../shared/money';
import type { Account } from '../../accounts/domain/account';
import { imbalance, type JournalEntry, type Side } from './journal-transaction';

/** An entry as somebody wrote it: amounts are decimal strings of 0 or more, exactly one of them above 0. */
export interface ManualEntry {
  accountCode: string;
  debit?: string;
  credit?: string;
  description?: string;
  costCenterId?: string;
}

/**
 * The journal entries of a manual transaction, in base currency.
 * @param accounts by code
 * @param allowControl whether receivable, payable and VAT accounts may be named
 * @throws DomainError `invalid_request`, `account_unusable`, `control_account`, `unbalanced`
 */
export function manualEntries(
  given: ManualEntry[],
  accounts: Map<string, Account>,
  base: Currency,
  allowControl: boolean,
): JournalEntry[] {
  const amounts = given.map((entry, index) => sideAndAmount(entry, `entries.${index}`, base));
  const entries = given.map((entry, index) => {
    const { side, amount } = amounts[index]!;
    const account = usable(
      entry.accountCode,
      accounts.get(entry.accountCode),
      `entries.${index}.accountCode`,
      allowControl,
    );
    return {
      accountId: account.accountId,
      side,
      base: amount,
      document: amount,
      description: entry.description ?? null,
      costCenterId: entry.costCenterId ?? null,
    };
  });
  refuseUnbalanced(entries, base);
  return entries;
}

function sideAndAmount(
  { debit = '0', credit = '0' }: ManualEntry,
  member: string,
  base: Currency,
): { side: Side; amount: Money } {
  const [left, right] = [
    givenMoney(debit, `${member}.debit`, base),
    givenMoney(credit, `${member}.credit`, base),
  ];
  if (left.isZero() === right.isZero()) refuseField(member, 'must have either a debit or a credit above 0');
  return left.isZero() ? { side: 'credit', amount: right } : { side: 'debit', amount: left };
}

function usable(code: string, account: Account | undefined, member: string, allowControl: boolean): Account {
  const fieldError = (what: string): { fieldErrors: Record<string, string[]> } => ({
    fieldErrors: { [member]: [what] },
  });
  if (!account)
    refuse(
      'account_unusable',
      `Account ${code} does not exist; create it or name another.`,
      fieldError('does not exist'),
    );
  if (!account.isPostable) {
    refuse(
      'account_unusable',
      `Account ${code} takes no postings; make it postable or name another.`,
      fieldError('takes no postings'),
    );
  }
  if (account.control && !allowControl) {
    refuse(
      'control_account',
      `Account ${code} is a control account (${account.control}), which documents move; use a document, or set allowManualControlEntries of the company.`,
      fieldError('is a control account'),
    );
  }
  return account;
}

function refuseUnbalanced(entries: JournalEntry[], base: Currency): void {
  const difference = imbalance(entries, base);
  if (difference.isZero()) return;
  const [larger, size] = difference.isNegative() ? ['credits', difference.negated()] : ['debits', difference];
  refuse(
    'unbalanced',
    `Debits and credits differ: the ${larger} are larger by ${size.toString()} ${base.code}.`,
  );
}
