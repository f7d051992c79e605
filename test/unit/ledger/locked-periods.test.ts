import type { CalendarDate } from '../../../src/shared/calendar-date';
import { periodsOf, refuseLocked } from '../../../src/ledger/periods/domain/locked-periods';

const dates = (...texts: string[]): CalendarDate[] => texts as CalendarDate[];

describe('locked periods', () => {
  const locked = [
    { year: 2025, month: 12, lockedAt: '2026-01-15T08:00:00.000Z' },
    { year: 2026, month: 1, lockedAt: '2026-02-15T08:00:00.000Z' },
    { year: 2026, month: 3, lockedAt: '2026-02-15T08:00:00.000Z' },
  ];

  it('are those of the dates, each once', () => {
    expect(periodsOf(dates('2026-02-28', '2025-12-01', '2026-02-01'))).toEqual([
      { year: 2025, month: 12 },
      { year: 2026, month: 2 },
    ]);
  });

  it('name the first day that is open', () => {
    expect(() => refuseLocked([{ year: 2025, month: 12 }], locked)).toThrow(
      'Period 2025-12 is locked since 2026-01-15T08:00:00.000Z; unlock it or use a date from 2026-02-01.',
    );
    expect(() => refuseLocked([{ year: 2026, month: 2 }], locked)).not.toThrow();
  });
});
