import type { Money } from '../../shared/money';
import type { JournalEntry, Side } from '../../ledger';
import type { GroupAccounts, GroupDepreciation } from './asset-group';

/**
 * Journal entries of depreciation, two a group; its reversal is the mirror image:
 *
 *   100.00 of machines:   debit depreciation expense 100.00, credit accumulated depreciation 100.00
 */
export function depreciationEntries(
  groups: GroupDepreciation[],
  kind: 'posting' | 'reversal' = 'posting',
): JournalEntry[] {
  const [side, against] =
    kind === 'posting' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const);
  return groups.flatMap(({ accounts, amount }) => [
    entry(side, accounts.expenseAccountId, amount, accounts.groupCode),
    entry(against, accounts.depreciationAccountId, amount, accounts.groupCode),
  ]);
}

/** The accounts besides the group's that a disposal moves, by id; only those it needs. */
export interface DisposalAccounts {
  proceeds?: string;
  gain?: string;
  loss?: string;
}

/** Amounts of a disposal, in base currency. */
export interface DisposalAmounts {
  cost: Money;
  accumulatedDepreciation: Money;
  proceeds: Money;
}

/** Proceeds less book value: positive a gain, negative a loss. */
export function disposalResult({ cost, accumulatedDepreciation, proceeds }: DisposalAmounts): Money {
  return proceeds.plus(accumulatedDepreciation).minus(cost);
}

/**
 * Journal entries of a disposal:
 *
 *   cost 1,000.00, depreciated 700.00, sold for 350.00:
 *     debit accumulated depreciation 700.00, debit proceeds 350.00, credit cost 1,000.00, credit gain 50.00
 *   the same scrapped:
 *     debit accumulated depreciation 700.00, debit loss 300.00, credit cost 1,000.00
 */
export function disposalEntries(
  amounts: DisposalAmounts,
  group: GroupAccounts,
  accounts: DisposalAccounts,
): JournalEntry[] {
  const { cost, accumulatedDepreciation, proceeds } = amounts;
  const result = disposalResult(amounts);
  const optional = (side: Side, accountId: string | undefined, amount: Money): JournalEntry[] =>
    accountId === undefined ? [] : [entry(side, accountId, amount)];
  return [
    entry('debit', group.depreciationAccountId, accumulatedDepreciation),
    ...optional('debit', accounts.proceeds, proceeds),
    entry('credit', group.assetAccountId, cost),
    ...optional('credit', accounts.gain, result),
    ...optional('debit', accounts.loss, result.negated()),
  ];
}

function entry(
  side: Side,
  accountId: string,
  amount: Money,
  description: string | null = null,
): JournalEntry {
  return { accountId, side, base: amount, document: amount, description };
}
