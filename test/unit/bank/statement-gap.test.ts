import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import { statementGap, type StatementBalances } from '../../../src/bank/domain/statement-gap';

const EUR = { code: 'EUR', minorUnits: 2 };
const of = (from: string, to: string, opening: string, closing: string): StatementBalances => ({
  name: null,
  from: from as CalendarDate,
  to: to as CalendarDate,
  opening: Money.of(opening, EUR),
  closing: Money.of(closing, EUR),
});
const gap = (statement: StatementBalances, ...earlier: StatementBalances[]): string | null =>
  statementGap('Main', statement, earlier);

describe('the gap between statements', () => {
  const october = of('2026-10-01', '2026-10-31', '100.00', '120.00');

  it('is none without an earlier one, or where that ended with what this one begins with', () => {
    expect(gap(october)).toBeNull();
    expect(gap(october, of('2026-11-01', '2026-11-30', '1.00', '2.00'))).toBeNull();
    expect(gap(october, of('2026-09-01', '2026-09-30', '0.00', '100.00'))).toBeNull();
    expect(gap(october, of('2026-09-01', '2026-10-01', '0.00', '100.00'))).toBeNull();
  });

  it('looks at the last one only', () => {
    expect(
      gap(
        october,
        of('2026-08-01', '2026-08-31', '0.00', '100.00'),
        of('2026-09-01', '2026-09-30', '100.00', '90.00'),
      ),
    ).toBe(
      'Main: statement of 2026-10-01 to 2026-10-31 opens with 100.00 EUR on 2026-10-01, but the one before it, of 2026-09-01 to 2026-09-30, closed with 90.00 EUR on 2026-09-30: 10.00 EUR in between. Import the statement that is missing.',
    );
  });

  it('takes any of several that end on the day, or on the day before', () => {
    const afternoon = of('2026-10-01', '2026-10-01', '5.00', '9.00');
    const morning = of('2026-10-01', '2026-10-01', '0.00', '5.00');
    expect(gap(afternoon, of('2026-09-30', '2026-09-30', '0.00', '0.00'), morning)).toBeNull();
    // A whole month after the statement of its first day.
    expect(
      gap(
        october,
        of('2026-09-30', '2026-09-30', '0.00', '100.00'),
        of('2026-10-01', '2026-10-01', '100.00', '101.00'),
      ),
    ).toBeNull();
    expect(gap(of('2026-10-01', '2026-10-31', '7.00', '7.00'), morning)).toContain('2.00 EUR in between');
  });
});
