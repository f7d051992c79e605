import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import type { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { JournalEntry } from '../../ledger';

export const POSITION_KINDS = ['receivable', 'payable', 'bank'] as const;
export type PositionKind = (typeof POSITION_KINDS)[number];

/** Money in a foreign currency, and what it is carried at in base currency; signed: positive is owed to the company, or had. */
export interface ForeignPosition {
  kind: PositionKind;
  accountId: string;
  accountCode: string;
  amount: Money;
  baseAmount: Money;
}

/** Positions of one kind and account, together. Gains and losses of several open items are not netted. */
export interface RevaluedLine {
  kind: PositionKind;
  accountId: string;
  accountCode: string;
  positions: number;
  amount: Money;
  carried: Money;
  worth: Money;
  gain: Money;
  loss: Money;
}

/** What is held in one currency, at the rate of a day: units of the currency per one unit of base currency. */
export interface CurrencyRevaluation {
  currency: Currency;
  date: CalendarDate;
  rate: Decimal;
  lines: RevaluedLine[];
  gain: Money;
  loss: Money;
}

/**
 * Monetary items in one currency at the closing rate (IAS 21.23, 21.28). Each is worth amount / rate, rounded; what that is
 * above what it is carried at is a gain, what it is below it a loss. Amounts are signed, so that it is the same for debts.
 *
 *   100.00 USD owed to the company, carried at 90.00, worth 95.00:   gain 5.00
 *   100.00 USD owed by the company, carried at -90.00, worth -95.00: loss 5.00
 */
export function revalue(
  positions: ForeignPosition[],
  { currency, date, rate }: Pick<CurrencyRevaluation, 'currency' | 'date' | 'rate'>,
  base: Currency,
): CurrencyRevaluation {
  const lines = new Map<string, RevaluedLine>();
  const zero = Money.zero(base);
  for (const position of positions) {
    const { kind, accountId, accountCode, amount, baseAmount } = position;
    const key = `${kind} ${accountId}`;
    const line = lines.get(key) ?? {
      kind,
      accountId,
      accountCode,
      positions: 0,
      amount: Money.zero(currency),
      carried: zero,
      worth: zero,
      gain: zero,
      loss: zero,
    };
    const worth = Money.round(amount.amount.div(rate), base);
    const difference = worth.minus(baseAmount);
    lines.set(key, {
      ...line,
      positions: line.positions + 1,
      amount: line.amount.plus(amount),
      carried: line.carried.plus(baseAmount),
      worth: line.worth.plus(worth),
      gain: difference.isNegative() ? line.gain : line.gain.plus(difference),
      loss: difference.isNegative() ? line.loss.minus(difference) : line.loss,
    });
  }
  const all = [...lines.values()].sort(
    (a, b) =>
      POSITION_KINDS.indexOf(a.kind) - POSITION_KINDS.indexOf(b.kind) ||
      (a.accountCode < b.accountCode ? -1 : 1),
  );
  const sum = (side: 'gain' | 'loss'): Money =>
    Money.sum(
      all.map(line => line[side]),
      base,
    );
  return { currency, date, rate, lines: all, gain: sum('gain'), loss: sum('loss') };
}

/** Accounts of a revaluation, by id. */
export interface RevaluationAccounts {
  receivables: string;
  payables: string;
  gain: string;
  loss: string;
}

/**
 * The entries of open items: against accounts of their own, so that control accounts stay the sum of their open items.
 *
 *   receivables gained 5.00, lost 2.00:  debit revaluation of receivables 3.00, debit loss 2.00, credit gain 5.00
 */
export function itemEntries(
  { lines }: CurrencyRevaluation,
  accounts: RevaluationAccounts,
  base: Currency,
): JournalEntry[] {
  const items = lines.filter(({ kind }) => kind !== 'bank');
  const adjustments = items.map((line): JournalEntry => {
    const difference = line.gain.minus(line.loss);
    const accountId = line.kind === 'receivable' ? accounts.receivables : accounts.payables;
    return {
      accountId,
      side: 'debit',
      base: difference,
      document: difference,
      description: line.accountCode,
    };
  });
  return [...adjustments, ...resultEntries(items, accounts, base)];
}

/** The entries of bank balances: on the account itself, as no amount of the currency. */
export function bankEntries(
  { lines, currency }: CurrencyRevaluation,
  accounts: RevaluationAccounts,
  base: Currency,
): JournalEntry[] {
  const banks = lines.filter(({ kind }) => kind === 'bank');
  const adjustments = banks.map(({ accountId, gain, loss }): JournalEntry => ({
    accountId,
    side: 'debit',
    base: gain.minus(loss),
    document: Money.zero(currency),
  }));
  return [...adjustments, ...resultEntries(banks, accounts, base)];
}

function resultEntries(lines: RevaluedLine[], accounts: RevaluationAccounts, base: Currency): JournalEntry[] {
  const sum = (side: 'gain' | 'loss'): Money =>
    Money.sum(
      lines.map(line => line[side]),
      base,
    );
  const [gain, loss] = [sum('gain'), sum('loss')];
  const entries: JournalEntry[] = [
    { accountId: accounts.loss, side: 'debit', base: loss, document: loss },
    { accountId: accounts.gain, side: 'credit', base: gain, document: gain },
  ];
  return entries.filter(entry => !entry.base.isZero());
}
