import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Money } from '../../shared/money';

/** The balances of a statement. */
export interface StatementBalances {
  name: string | null;
  from: CalendarDate;
  to: CalendarDate;
  opening: Money;
  closing: Money;
}

/**
 * What to warn of where a statement does not begin with what the last one before it ended with: movements are missing between
 * them, or stand twice. A statement may begin on the day on which the last one ends (banks date the opening balance so), and
 * a day may have several; then any of those that end last will do. Without an earlier statement nothing can be said.
 * @param earlier other statements of the account
 */
export function statementGap(
  accountName: string,
  statement: StatementBalances,
  earlier: readonly StatementBalances[],
): string | null {
  const until = (isBefore: (to: CalendarDate) => boolean): StatementBalances[] =>
    lastOf(earlier.filter(({ to }) => isBefore(to)));
  const before = until(to => compareCalendarDates(to, statement.from) < 0);
  const touching = until(to => compareCalendarDates(to, statement.from) <= 0);
  const [last] = touching;
  if (!last) return null;
  if ([...before, ...touching].some(({ closing }) => closing.equals(statement.opening))) return null;
  const gap = statement.opening.minus(last.closing);
  const { code } = statement.opening.currency;
  return (
    `${accountName}: statement ${nameOf(statement)} opens with ${statement.opening.toString()} ${code} on ${statement.from}, ` +
    `but the one before it, ${nameOf(last)}, closed with ${last.closing.toString()} ${code} on ${last.to}: ` +
    `${gap.toString()} ${code} in between. Import the statement that is missing.`
  );
}

/** Those that end on the latest day. */
function lastOf(statements: readonly StatementBalances[]): StatementBalances[] {
  const latest = statements
    .map(({ to }) => to)
    .sort(compareCalendarDates)
    .at(-1);
  return statements.filter(({ to }) => to === latest);
}

function nameOf({ name, from, to }: StatementBalances): string {
  return name ?? `of ${from} to ${to}`;
}
