import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import type { AccountType, PlacedAccount } from './account-sum';

export const CASH_ACTIVITIES = ['operating', 'investing', 'financing'] as const;
export type CashActivity = (typeof CASH_ACTIVITIES)[number];

/** What transactions that moved cash posted on one other account; decimal strings in base currency. */
export interface ContraMovement extends PlacedAccount {
  inflow: string;
  outflow: string;
}

/** A contra account in the statement. */
export interface CashFlowRow {
  code: string;
  name: string;
  inflow: Money;
  outflow: Money;
}

export interface ActivityFlow {
  inflow: Money;
  outflow: Money;
  net: Money;
  rows: CashFlowRow[];
}

/** Cash at both ends of the days and what moved it. */
export interface CashFlow extends Record<CashActivity, ActivityFlow> {
  openingCash: Money;
  closingCash: Money;
  netChange: Money;
  /** Opening and the flows make up closing: always, as every transaction balances. */
  balanced: boolean;
}

type Row = readonly [type: AccountType, prefix: string, activity: CashActivity];

/**
 * Activities by the contra account, for the Lithuanian model chart; the longest prefix decides. Interest paid and dividends
 * are financing, as in the Lithuanian form of the statement (business accounting standard 5).
 */
const LITHUANIAN: readonly Row[] = [
  ['asset', '1', 'investing'],
  ['asset', '26', 'investing'],
  ['liability', '42', 'financing'],
  ['liability', '441', 'financing'],
  ['liability', '4490', 'financing'],
  ['expense', '6802', 'financing'],
];

/** Equity is financing everywhere; what no row places is operating. */
export function activityOf({ type, code }: PlacedAccount, countryCode: string): CashActivity {
  const placed = (countryCode === 'LT' ? LITHUANIAN : [])
    .filter(([ofType, prefix]) => ofType === type && code.startsWith(prefix))
    .sort(([, one], [, other]) => other.length - one.length)[0];
  return placed?.[2] ?? (type === 'equity' ? 'financing' : 'operating');
}

/**
 * The cash flow statement by the direct method. A receipt of 121.00 of which a provider kept 3.00 is an inflow of 124.00 by
 * receivables and an outflow of 3.00 by fees: each contra account counts with what is posted on it.
 * @param movements by account code
 */
export function cashFlowOf(
  openingCash: Money,
  closingCash: Money,
  movements: readonly ContraMovement[],
  countryCode: string,
  base: Currency,
): CashFlow {
  const flow = (activity: CashActivity): ActivityFlow => {
    const rows = movements
      .filter(movement => activityOf(movement, countryCode) === activity)
      .map(({ code, name, inflow, outflow }) => ({
        ...{ code, name },
        inflow: Money.of(inflow, base),
        outflow: Money.of(outflow, base),
      }));
    const sum = (side: 'inflow' | 'outflow'): Money =>
      Money.sum(
        rows.map(row => row[side]),
        base,
      );
    const [inflow, outflow] = [sum('inflow'), sum('outflow')];
    return { inflow, outflow, net: inflow.minus(outflow), rows };
  };
  const [operating, investing, financing] = [flow('operating'), flow('investing'), flow('financing')];
  const netChange = operating.net.plus(investing.net).plus(financing.net);
  const balanced = openingCash.plus(netChange).equals(closingCash);
  return { openingCash, closingCash, netChange, operating, investing, financing, balanced };
}
