import fc from 'fast-check';
import { addDays, type CalendarDate } from '../../../src/shared/calendar-date';
import { before, lastDayOf, piecesOf } from '../../../src/reports/domain/spans';

const day = (text: string): CalendarDate => text as CalendarDate;
const cut = (from: string | null, to: string): string[] =>
  piecesOf([{ name: 's', fromDate: from === null ? null : day(from), toDate: day(to) }]).map(
    ({ isWholeMonths, fromDate, toDate }) => `${isWholeMonths ? 'months' : 'days'} ${fromDate} ${toDate}`,
  );

describe('spans of days', () => {
  it.each([
    ['2026-10-01', '2026-10-31', ['months 2026-10-01 2026-10-31']],
    ['2026-01-01', '2026-12-31', ['months 2026-01-01 2026-12-31']],
    ['2026-10-05', '2026-10-20', ['days 2026-10-05 2026-10-20']],
    ['2026-10-05', '2026-10-31', ['days 2026-10-05 2026-10-31']],
    ['2026-10-01', '2026-10-20', ['days 2026-10-01 2026-10-20']],
    ['2026-10-05', '2026-11-20', ['days 2026-10-05 2026-10-31', 'days 2026-11-01 2026-11-20']],
    ['2026-10-05', '2026-11-30', ['days 2026-10-05 2026-10-31', 'months 2026-11-01 2026-11-30']],
    [
      '2026-10-05',
      '2026-12-20',
      ['days 2026-10-05 2026-10-31', 'months 2026-11-01 2026-11-30', 'days 2026-12-01 2026-12-20'],
    ],
    [null, '2024-02-29', ['months null 2024-02-29']],
    [null, '1900-01-31', ['months null 1900-01-31']],
    [null, '1900-01-15', ['days 1900-01-01 1900-01-15']],
    [null, '2024-02-28', ['months null 2024-01-31', 'days 2024-02-01 2024-02-28']],
  ])('%s to %s are cut', (from, to, pieces) => {
    expect(cut(from, to)).toEqual(pieces);
  });

  it('are cut into neighbours that cover them, months only where they are whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
        const fromDate = addDays(day('2024-01-01'), start);
        const toDate = addDays(fromDate, length);
        const pieces = piecesOf([{ name: 's', fromDate, toDate }]);
        expect([pieces[0]!.fromDate, pieces.at(-1)!.toDate]).toEqual([fromDate, toDate]);
        pieces.forEach((piece, index) => {
          expect(piece.fromDate! <= piece.toDate).toBe(true);
          if (index > 0) expect(piece.fromDate).toBe(addDays(pieces[index - 1]!.toDate, 1));
          if (!piece.isWholeMonths) return;
          expect(piece.fromDate!.endsWith('-01')).toBe(true);
          expect(lastDayOf(piece.toDate)).toBe(piece.toDate);
        });
      }),
    );
  });

  it('end the day before, where there is one', () => {
    expect(before('opening', day('2026-01-01'))).toEqual([
      { name: 'opening', fromDate: null, toDate: '2025-12-31' },
    ]);
    expect(before('opening', day('1900-01-01'))).toEqual([]);
  });
});
