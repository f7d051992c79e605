import type { Currency } from '../../shared/currency';
import { groupBy } from '../../shared/arithmetic/rate-groups';
import { Money } from '../../shared/money';
import { netDebit, type AccountSum } from './account-sum';
import type { DateRange } from './date-range';
import { before, type Span } from './spans';

/** An account in a trial balance, in base currency; opening and closing are debit-positive. */
export interface AccountBalance {
  accountId: string;
  code: string;
  name: string;
  type: string;
  opening: Money;
  debit: Money;
  credit: Money;
  closing: Money;
}

export interface TrialBalance {
  /** Accounts with a movement or a balance, by code. */
  rows: AccountBalance[];
  /** The movements of the period; equal, as every transaction balances. */
  totals: { debit: Money; credit: Money };
}

/** What a trial balance is made of: all that was posted before, and the days themselves. */
export function spansOf({ fromDate, toDate }: DateRange): Span[] {
  return [...before('opening', fromDate), { name: 'period', fromDate, toDate }];
}

/** @param sums of the spans of `spansOf`, by account code */
export function trialBalanceOf(sums: readonly AccountSum[], base: Currency): TrialBalance {
  const rows = groupBy([...sums], ({ accountId }) => accountId)
    .map(ofAccount => balanceOf(ofAccount, base))
    .filter(({ opening, debit, credit }) => [opening, debit, credit].some(amount => !amount.isZero()));
  const sum = (side: 'debit' | 'credit'): Money =>
    Money.sum(
      rows.map(row => row[side]),
      base,
    );
  return { rows, totals: { debit: sum('debit'), credit: sum('credit') } };
}

function balanceOf(sums: AccountSum[], base: Currency): AccountBalance {
  const { accountId, code, name, type } = sums[0]!;
  const opening = netDebit(sums, base, ({ span }) => span === 'opening');
  const period = sums.find(({ span }) => span === 'period');
  const [debit, credit] = [Money.of(period?.debit ?? '0', base), Money.of(period?.credit ?? '0', base)];
  return {
    ...{ accountId, code, name, type },
    ...{ opening, debit, credit, closing: opening.plus(debit).minus(credit) },
  };
}
