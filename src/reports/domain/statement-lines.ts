import type { AccountType, PlacedAccount } from './account-sum';

/** The lines of balance sheet and profit and loss that accounts are gathered in. */
export type StatementLine =
  | 'intangible'
  | 'tangible'
  | 'financial'
  | 'otherNonCurrent'
  | 'inventories'
  | 'receivables'
  | 'otherCurrent'
  | 'cash'
  | 'capital'
  | 'reserves'
  | 'retainedEarnings'
  | 'otherEquity'
  | 'nonCurrentLiabilities'
  | 'currentLiabilities'
  | 'otherLiabilities'
  | 'salesRevenue'
  | 'costOfSales'
  | 'sellingExpenses'
  | 'adminExpenses'
  | 'otherActivity'
  | 'financialActivity'
  | 'incomeTax';

type Row = readonly [type: AccountType, prefix: string, line: StatementLine];

/**
 * Where accounts of the Lithuanian model chart stand, by the beginning of their code; the longest that fits decides. The
 * classes are those of the model chart of accounts; where its groups are finer than these lines, the nearest line is taken.
 */
const LITHUANIAN: readonly Row[] = [
  ['asset', '1', 'otherNonCurrent'],
  ['asset', '11', 'intangible'],
  ['asset', '12', 'tangible'],
  ['asset', '16', 'financial'],
  ['asset', '2', 'otherCurrent'],
  ['asset', '20', 'inventories'],
  ['asset', '24', 'receivables'],
  ['asset', '27', 'cash'],
  ['equity', '30', 'capital'],
  ['equity', '31', 'capital'],
  ['equity', '32', 'reserves'],
  ['equity', '33', 'reserves'],
  ['equity', '34', 'retainedEarnings'],
  ['liability', '42', 'nonCurrentLiabilities'],
  ['liability', '44', 'currentLiabilities'],
  ['income', '54', 'otherActivity'],
  ['income', '58', 'financialActivity'],
  ['expense', '60', 'costOfSales'],
  ['expense', '62', 'sellingExpenses'],
  ['expense', '63', 'adminExpenses'],
  ['expense', '64', 'otherActivity'],
  ['expense', '68', 'financialActivity'],
  ['expense', '69', 'incomeTax'],
];

const BY_COUNTRY: Readonly<Record<string, readonly Row[]>> = { LT: LITHUANIAN };

/** Where an account stands that no row places: every account stands somewhere, so that the balance sheet balances. */
const BY_TYPE: Readonly<Record<AccountType, StatementLine>> = {
  asset: 'otherCurrent',
  equity: 'otherEquity',
  liability: 'otherLiabilities',
  income: 'salesRevenue',
  expense: 'adminExpenses',
};

/** The line of an account, in a company of this country. */
export function lineOf(account: PlacedAccount, countryCode: string): StatementLine {
  const { type, code, control, isBank } = account;
  if (type === 'asset' && isBank) return 'cash';
  const placed = (BY_COUNTRY[countryCode] ?? [])
    .filter(([ofType, prefix]) => ofType === type && code.startsWith(prefix))
    .sort(([, one], [, other]) => other.length - one.length)[0];
  if (placed) return placed[2];
  if (type === 'asset' && control !== null) return 'receivables';
  if (type === 'liability' && control !== null) return 'currentLiabilities';
  return BY_TYPE[type];
}
