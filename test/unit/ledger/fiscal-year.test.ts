import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import { sha256 } from '../../../src/shared/sha256';
import {
  closingEntries,
  fiscalYear,
  refuseUnclosable,
  refuseUnclosedBefore,
  type ResultBalance,
} from '../../../src/ledger/fiscal-years/domain/fiscal-year';
import { trialBalanceText } from '../../../src/ledger/periods/domain/trial-balance-hash';
import { monthsBetween } from '../../../src/ledger/periods/domain/locked-periods';

const EUR = { code: 'EUR', minorUnits: 2 };
const day = (text: string): CalendarDate => text as CalendarDate;
const balance = (accountId: string, atEnd: string, before = '0'): ResultBalance => ({
  accountId,
  balance: Money.of(atEnd, EUR),
  before: Money.of(before, EUR),
});

describe('a fiscal year', () => {
  it.each([
    [2026, 12, null, '2026-01-01', '2026-12-31'],
    [2026, 6, null, '2025-07-01', '2026-06-30'],
    [2024, 2, null, '2023-03-01', '2024-02-29'],
    [2025, 2, null, '2024-03-01', '2025-02-28'],
    [2026, 12, '2025-12-31', '2026-01-01', '2026-12-31'],
    // the month was changed: what is left since the last closed day
    [2026, 6, '2025-12-31', '2026-01-01', '2026-06-30'],
    [2026, 12, '2026-06-30', '2026-07-01', '2026-12-31'],
  ])('%i ending in month %i, closed through %s', (year, month, closed, from, to) => {
    expect(fiscalYear(year, month, closed as CalendarDate | null)).toEqual({ year, from, to });
  });

  it('is closed in order, and not before it ends', () => {
    const latest = { ...fiscalYear(2025, 12, null), id: 'close', transactionId: null };
    const today = day('2026-12-30');
    expect(() => refuseUnclosable(fiscalYear(2025, 12, day('2025-12-31')), latest, today)).toThrow(
      'is closed already',
    );
    expect(() => refuseUnclosable(fiscalYear(2024, 12, day('2025-12-31')), latest, today)).toThrow(
      'closed through 2025-12-31',
    );
    expect(() => refuseUnclosable(fiscalYear(2026, 12, day('2025-12-31')), latest, today)).toThrow(
      'ends on 2026-12-31',
    );
    expect(() =>
      refuseUnclosable(fiscalYear(2026, 12, day('2025-12-31')), latest, day('2026-12-31')),
    ).not.toThrow();
    const year = fiscalYear(2026, 12, null);
    expect(() => refuseUnclosedBefore(year, [balance('5000', '-5.00', '-1.00')])).toThrow(
      'close fiscal year 2025 before 2026',
    );
    expect(() => refuseUnclosedBefore(year, [balance('5000', '-5.00')])).not.toThrow();
  });

  it.each([
    ['a profit', ['-100.00', '60.00'], '40.00', ['credit -100.00', 'credit 60.00', 'debit -40.00']],
    ['a loss', ['-60.00', '100.00'], '-40.00', ['credit -60.00', 'credit 100.00', 'debit 40.00']],
    ['neither', ['-60.00', '60.00'], '0.00', ['credit -60.00', 'credit 60.00']],
    ['nothing', [], '0.00', []],
  ])('closes %s into retained earnings', (_, balances, result, entries) => {
    const closing = closingEntries(
      balances.map((amount, index) => balance(String(index), amount)),
      'retained',
      EUR,
    );
    expect(closing.result.toString()).toBe(result);
    expect(closing.entries.map(({ side, base }) => `${side} ${base.toString()}`)).toEqual(entries);
  });
});

describe('the months of a year', () => {
  it('go over its turn', () => {
    expect(monthsBetween({ year: 2025, month: 11 }, { year: 2026, month: 2 })).toEqual([
      { year: 2025, month: 11 },
      { year: 2025, month: 12 },
      { year: 2026, month: 1 },
      { year: 2026, month: 2 },
    ]);
  });
});

describe('the trial balance as text', () => {
  it('is one text, whose SHA-256 anybody can make', () => {
    const text = trialBalanceText(
      { companyId: '0198c0de-0000-7000-8000-000000000001', asOf: day('2026-03-31') },
      [
        { code: '271', debit: '121.0000', credit: '20' },
        { code: '5000', debit: '0', credit: '101.00' },
      ],
      EUR,
    );
    expect(text).toBe(
      'gapless-trial-balance/1\ncompany 0198c0de-0000-7000-8000-000000000001\nasOf 2026-03-31\ncurrency EUR\n' +
        '271;121.00;20.00\n5000;0.00;101.00\n',
    );
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256(text)).toMatch(/^[0-9a-f]{64}$/);
  });
});
