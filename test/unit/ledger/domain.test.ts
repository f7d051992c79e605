import type { CalendarDate } from '../../../src/shared/calendar-date';
import { readTranslations } from '../../../src/ledger/accounts/domain/account';
import { manualEntries, type ManualEntry } from '../../../src/ledger/journal/domain/manual-entries';
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

describe('manual entries', () => {
  const account = (code: string): [string, never] => [
    code,
    { accountId: code, code, isPostable: true, control: null } as never,
  ];
  const accounts = new Map([account('271'), account('5000')]);
  const entriesIn = (minorUnits: number, ...given: ManualEntry[]): string[] =>
    manualEntries(given, accounts, { code: 'XXX', minorUnits }, false).map(
      ({ side, base }) => `${side} ${base.toString()}`,
    );

  it('have the decimals of the base currency', () => {
    expect(entriesIn(0, { accountCode: '271', debit: '5' }, { accountCode: '5000', credit: '5.00' })).toEqual(
      ['debit 5', 'credit 5'],
    );
    expect(
      entriesIn(3, { accountCode: '271', debit: '0.005' }, { accountCode: '5000', credit: '0.005' }),
    ).toEqual(['debit 0.005', 'credit 0.005']);
    expect(() =>
      entriesIn(0, { accountCode: '271', debit: '5.5' }, { accountCode: '5000', credit: '5.5' }),
    ).toThrow('entries.0.debit');
  });

  it('may write the side that is not meant as zero', () => {
    expect(
      entriesIn(
        2,
        { accountCode: '271', debit: '5.00', credit: '-0.00' },
        { accountCode: '5000', debit: '0', credit: '5.00' },
      ),
    ).toEqual(['debit 5.00', 'credit 5.00']);
  });
});

describe('translations', () => {
  it('are names by language', () => {
    expect(readTranslations({ en: { name: 'Bank' } })).toEqual({ en: { name: 'Bank' } });
  });

  it.each([
    [[]],
    ['en'],
    [null],
    [{ en: 'Bank' }],
    [{ en: { name: '' } }],
    [{ en: { name: 'a', x: 1 } }],
    [{ 'no code': { name: 'a' } }],
    [{ en: { name: 'a\u0002' } }],
  ])('are nothing else: %j', value => {
    expect(() => readTranslations(value)).toThrow('translations');
  });
});
