import fc from 'fast-check';
import {
  addDays,
  CalendarDate,
  calendarDateIn,
  compareCalendarDates,
  isWithin,
  lastDayOfMonth,
  monthOf,
  parseCalendarDate,
  periodOf,
  yearOf,
} from '../../../src/shared/calendar-date';

const date = (text: string) => parseCalendarDate(text)!;
const anyDate: fc.Arbitrary<CalendarDate> = fc
  .date({ min: new Date('1910-01-01T00:00:00Z'), max: new Date('2190-01-01T00:00:00Z'), noInvalidDate: true })
  .map(value => date(value.toISOString().slice(0, 10)));

describe('parseCalendarDate', () => {
  it.each(['2026-08-08', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])('reads %s', text => {
    expect(parseCalendarDate(text)).toBe(text);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '2200-01-01',
    '2026-8-8',
    '2026-08-08T00:30:00+03:00',
    ' 2026-08-08',
    '2026-08-08\n',
    '20260808',
    '٢٠٢٦-٠٨-٠٨',
    '',
  ])('refuses %j', text => {
    expect(parseCalendarDate(text)).toBeNull();
  });
});

test('parts of a date', () => {
  expect(yearOf(date('2026-08-09'))).toBe(2026);
  expect(monthOf(date('2026-08-09'))).toBe(8);
  expect(periodOf(date('2026-12-31'))).toEqual({ year: 2026, month: 12 });
});

test('the last day of a month', () => {
  expect(lastDayOfMonth(2026, 2)).toBe('2026-02-28');
  expect(lastDayOfMonth(2028, 2)).toBe('2028-02-29');
  expect(lastDayOfMonth(2026, 12)).toBe('2026-12-31');
  expect(() => lastDayOfMonth(2026, 13)).toThrow('is not a calendar date');
});

test('days are counted over months, years and leap days', () => {
  expect(addDays(date('2026-12-31'), 1)).toBe('2027-01-01');
  expect(addDays(date('2024-03-01'), -1)).toBe('2024-02-29');
  expect(addDays(date('2026-03-29'), 1)).toBe('2026-03-30');
  expect(() => addDays(date('2199-12-31'), 1)).toThrow('1900..2199');
});

test('adding days and taking them away leads back, and order follows the days added', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -3000, max: 3000 }), (start, days) => {
      const moved = addDays(start, days);
      expect(addDays(moved, -days)).toBe(start);
      expect(Math.sign(compareCalendarDates(moved, start))).toBe(Math.sign(days));
    }),
  );
});

describe('calendarDateIn', () => {
  const instant = new Date('2026-08-07T22:30:00Z');

  it.each([
    ['Europe/Vilnius', '2026-08-08'],
    ['UTC', '2026-08-07'],
    ['America/Los_Angeles', '2026-08-07'],
    ['Asia/Tokyo', '2026-08-08'],
    ['Pacific/Kiritimati', '2026-08-08'],
  ])('in %s it is %s', (zone, day) => {
    expect(calendarDateIn(instant, zone)).toBe(day);
    expect(calendarDateIn(instant, zone)).toBe(day);
  });

  it('changes day at local midnight, in summer and winter time', () => {
    expect(calendarDateIn(new Date('2026-08-07T20:59:59.999Z'), 'Europe/Vilnius')).toBe('2026-08-07');
    expect(calendarDateIn(new Date('2026-08-07T21:00:00Z'), 'Europe/Vilnius')).toBe('2026-08-08');
    expect(calendarDateIn(new Date('2026-12-31T21:59:59Z'), 'Europe/Vilnius')).toBe('2026-12-31');
    expect(calendarDateIn(new Date('2026-12-31T22:00:00Z'), 'Europe/Vilnius')).toBe('2027-01-01');
  });

  it('refuses an unknown zone', () => {
    expect(() => calendarDateIn(instant, 'Europe/Nowhere')).toThrow(RangeError);
  });
});

it('a day is within days that are both included, and open ends', () => {
  const day = (text: string) => parseCalendarDate(text)!;
  const [from, to] = [day('2026-01-01'), day('2026-12-31')];
  const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map(day);
  expect(days.map(date => isWithin(date, from, to))).toEqual([false, true, true, false]);
  expect(days.map(date => isWithin(date, from, null))).toEqual([false, true, true, true]);
  expect(days.map(date => isWithin(date, null, to))).toEqual([true, true, true, false]);
  expect(days.map(date => isWithin(date, null, null))).toEqual([true, true, true, true]);
});
