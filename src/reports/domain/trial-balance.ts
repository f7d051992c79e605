import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';

/** An account in a trial balance: decimal strings in base currency; opening and closing are debit-positive. */
export interface AccountBalance {
  accountId: string;
  code: string;
  name: string;
  type: string;
  opening: string;
  debit: string;
  credit: string;
  closing: string;
}

export interface TrialBalance {
  /** Accounts with a movement or a balance, by code. */
  rows: AccountBalance[];
  /** The movements of the period; equal, as every transaction balances. */
  totals: { debit: Money; credit: Money };
}

export function trialBalanceOf(rows: AccountBalance[], base: Currency): TrialBalance {
  const sum = (side: 'debit' | 'credit'): Money =>
    Money.sum(
      rows.map(row => Money.of(row[side], base)),
      base,
    );
  return { rows, totals: { debit: sum('debit'), credit: sum('credit') } };
}
