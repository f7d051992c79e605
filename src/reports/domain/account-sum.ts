import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

/** An account as reports place it. */
export interface PlacedAccount {
  accountId: string;
  code: string;
  name: string;
  type: AccountType;
  /** What it sums up, if it is a control account. */
  control: string | null;
  /** The ledger account of a bank account or of a balance at a payment provider. */
  isBank: boolean;
}

/** What moved an account in a span of days; decimal strings in base currency. */
export interface AccountSum extends PlacedAccount {
  span: string;
  debit: string;
  credit: string;
}

/** Debits less credits of the accounts that `among` takes. */
export function netDebit(
  sums: readonly AccountSum[],
  base: Currency,
  among: (sum: AccountSum) => boolean = () => true,
): Money {
  return sums
    .filter(among)
    .reduce(
      (total, { debit, credit }) => total.plus(Money.of(debit, base)).minus(Money.of(credit, base)),
      Money.zero(base),
    );
}

/** The same with others taken off. */
export function without(sums: readonly AccountSum[], others: readonly AccountSum[]): AccountSum[] {
  return [...sums, ...others.map(other => ({ ...other, debit: other.credit, credit: other.debit }))];
}
