import fc from 'fast-check';
import { fullNumber, namesYear, prefixFault } from '../../../src/numbering/domain/series';
import type { CalendarDate } from '../../../src/shared/calendar-date';

const on = (date: string): CalendarDate => date as CalendarDate;

describe('the full number', () => {
  it.each([
    ['INV-', 4, 7, '2026-10-05', 'INV-0007'],
    ['INV-', 4, 123456, '2026-10-05', 'INV-123456'],
    ['INV-{YYYY}-', 4, 7, '2026-10-05', 'INV-2026-0007'],
    ['{YY}{MM}/', 3, 12, '2026-03-31', '2603/012'],
    ['{YYYY}{YYYY}', 1, 1, '1999-12-31', '199919991'],
    ['Ž ', 1, 1, '2026-01-01', 'Ž 1'],
  ])('of %s with %i digits and number %i on %s is %s', (prefix, numberLength, number, date, expected) => {
    expect(fullNumber({ prefix, numberLength }, number, on(date))).toBe(expected);
  });

  it('tells two numbers of one series and day apart', () => {
    const number = fc.integer({ min: 1, max: 10 ** 12 });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 12 }), (a, b, numberLength) => {
        const written = (value: number): string =>
          fullNumber({ prefix: 'A{YY}-', numberLength }, value, on('2026-01-01'));
        expect(written(a) === written(b)).toBe(a === b);
      }),
    );
  });
});

describe('a prefix', () => {
  it.each(['INV-', 'INV-{YYYY}-', '{YY}/{MM}.', 'SĄSK Nr. #', 'A_B&C'])('may be "%s"', prefix => {
    expect(prefixFault(prefix)).toBeNull();
  });

  it.each([
    ' INV',
    'INV ',
    '{DD}',
    '{yyyy}',
    'A{YYYY',
    'A}',
    'A\nB',
    'A\tB',
    '<x>',
    'A"',
    'A;B',
    '\u202EABC',
  ])('may not be "%s"', prefix => {
    expect(prefixFault(prefix)).not.toBeNull();
  });

  it('names the year by either token', () => {
    expect(['A{YY}-', 'A{YYYY}-', 'A{MM}-', 'A'].map(namesYear)).toEqual([true, true, false, false]);
  });
});
