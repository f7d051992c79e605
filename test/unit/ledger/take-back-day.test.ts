import type { CalendarDate } from '../../../src/shared/calendar-date';
import { takeBackDay } from '../../../src/ledger';

describe('the day of what is taken back', () => {
  const tx = { today: '2026-11-15' as CalendarDate };
  const day = '2026-09-20' as CalendarDate;
  const locked = (...months: number[]): { year: number; month: number }[] =>
    months.map(month => ({ year: 2026, month }));

  it('is its own, or the first that is open', () => {
    expect(takeBackDay(tx, day, [])).toBe('2026-09-20');
    expect(takeBackDay(tx, day, locked(9, 10))).toBe('2026-11-01');
  });

  it('is not after today', () => {
    expect(() => takeBackDay(tx, day, locked(9, 10, 11))).toThrow('wait until 2026-12-01');
  });
});
