import type { Currency } from '../../../shared/currency';
import { refuse, refuseField } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import { Money } from '../../../shared/money';
import { ACCOUNT_CONTROLS, isResult, type Account, type AccountControl } from '../../accounts/domain/account';
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
 *
 * VAT accounts may be named where no account of income or expense is: the payment of VAT, its set-off, a move between them. The
 * VAT of a supply comes from its document, or the return would not have it; the reconciliation of VAT names every manual entry.
 * A return in whole units leaves a rounding, so up to 1.00 of income or expense is let through.
 * @param accounts by code
 * @param allowControl whether receivable, payable and VAT accounts may be named without limits
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
    const account = usableAccount(
      entry.accountCode,
      accounts.get(entry.accountCode),
      `entries.${index}.accountCode`,
      allowControl ? ACCOUNT_CONTROLS : ['vat'],
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
  if (!allowControl) {
    const named = given.map(({ accountCode }) => accounts.get(accountCode)!);
    refuseVatOfSupply(
      named,
      amounts.map(({ amount }) => amount),
      base,
    );
  }
  return entries;
}

/** What a manual transaction with an entry on a VAT account may have on income and expense, in units of base currency. */
const LARGEST_ROUNDING = '1';

function refuseVatOfSupply(accounts: Account[], amounts: Money[], base: Currency): void {
  const vat = accounts.find(({ control }) => control === 'vat');
  if (!vat) return;
  const ofResult = amounts.filter((_, index) => isResult(accounts[index]!.type));
  if (Money.sum(ofResult, base).amount.lte(LARGEST_ROUNDING)) return;
  refuse(
    'control_account',
    `Account ${vat.code} holds VAT, and income or expense with VAT comes from documents; post the payment or set-off of VAT by itself, or set allowManualControlEntries of the company.`,
  );
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

/**
 * The account that somebody named, where it takes such postings.
 * @param allowed kinds of control accounts that it may be
 * @throws DomainError `account_unusable`, `control_account`
 */
export function usableAccount(
  code: string,
  account: Account | undefined,
  member: string,
  allowed: readonly AccountControl[] = [],
): Account {
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
  if (account.control && !allowed.includes(account.control)) {
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
