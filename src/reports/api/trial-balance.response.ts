import { Field } from '../../platform/http';
import type { DateRange } from '../domain/date-range';
import type { TrialBalance } from '../domain/trial-balance';

class TrialBalanceRow {
  @Field.id() accountId!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.oneOf(['asset', 'liability', 'equity', 'income', 'expense']) type!: string;
  @Field.decimal({ description: 'Before `fromDate`, debit-positive: a credit balance is negative.' })
  opening!: string;
  @Field.decimal({ description: 'Debits of the period.' }) debit!: string;
  @Field.decimal({ description: 'Credits of the period.' }) credit!: string;
  @Field.decimal({ description: 'opening + debit - credit.' }) closing!: string;
}

class TrialBalanceTotals {
  @Field.decimal() debit!: string;
  @Field.decimal({ description: 'Equals `debit`: every transaction balances.' }) credit!: string;
}

export class TrialBalanceResponse {
  @Field.date() fromDate!: string;
  @Field.date() toDate!: string;
  @Field.list(() => TrialBalanceRow, {
    description: 'Accounts with a movement or a balance, by code; in base currency.',
  })
  rows!: TrialBalanceRow[];
  @Field.object(() => TrialBalanceTotals) totals!: TrialBalanceTotals;
}

export function trialBalanceResponse(
  { fromDate, toDate }: DateRange,
  { rows, totals }: TrialBalance,
): TrialBalanceResponse {
  return {
    fromDate,
    toDate,
    rows: rows.map(({ accountId, code, name, type, opening, debit, credit, closing }) => ({
      accountId,
      code,
      name,
      type,
      opening: opening.toString(),
      debit: debit.toString(),
      credit: credit.toString(),
      closing: closing.toString(),
    })),
    totals: { debit: totals.debit.toString(), credit: totals.credit.toString() },
  };
}
