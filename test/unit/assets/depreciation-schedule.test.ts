import fc from 'fast-check';
import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import type { DepreciationTerms, Modernization } from '../../../src/assets/domain/asset';
import { depreciationDue, hasLifeForItsValue } from '../../../src/assets/domain/depreciation-schedule';
import { monthIndexOf, monthName, periodAt } from '../../../src/assets/domain/month-index';

const EUR = { code: 'EUR', minorUnits: 2 };
const money = (amount: string): Money => Money.of(amount, EUR);
const day = (text: string): CalendarDate => text as CalendarDate;

function terms(cost: string, months: number, more: Partial<DepreciationTerms> = {}): DepreciationTerms {
  return {
    acquisitionCost: money(cost),
    salvageValue: money('0'),
    usefulLifeMonths: months,
    method: 'monthly',
    depreciationStartsOn: day('2026-01-01'),
    opening: { accumulated: money('0'), months: 0 },
    modernizations: [],
    ...more,
  };
}

/** What a run through a month posts when nothing is posted in these books yet, or everything up to `posted`. */
function amounts(
  asset: DepreciationTerms,
  through = '2199-12-31',
  posted?: { through: string; sum: string },
): string[] {
  return depreciationDue(
    {
      ...asset,
      accumulatedDepreciation: posted ? money(posted.sum) : asset.opening.accumulated,
      lastDepreciatedMonth: posted ? monthIndexOf(day(posted.through)) : null,
    },
    monthIndexOf(day(through)),
  ).map(({ amount }) => amount.toString());
}
const sum = (rows: string[]): string => Money.sum(rows.map(money), EUR).toString();
const added = (date: string, amount: string, addedLifeMonths = 0): Modernization => ({
  date: day(date),
  amount: money(amount),
  addedLifeMonths,
  notes: null,
});

describe('a straight line', () => {
  it('of 12,509.79 over 18 months begins with 694.99 and ends exactly', () => {
    const rows = amounts(terms('12509.79', 18));
    expect(rows).toHaveLength(18);
    expect(rows[0]).toBe('694.99');
    expect(new Set(rows)).toEqual(new Set(['694.98', '694.99']));
    expect(sum(rows)).toBe('12509.79');
  });

  it('of 10,000.00 over 36 months', () => {
    const rows = amounts(terms('10000.00', 36));
    expect(rows).toHaveLength(36);
    expect(new Set(rows)).toEqual(new Set(['277.77', '277.78']));
    expect(sum(rows)).toBe('10000.00');
  });

  it('by days, in use on the last day of February', () => {
    const rows = amounts(terms('625.58', 36, { method: 'daily', depreciationStartsOn: day('2014-02-28') }));
    expect(rows).toHaveLength(37);
    expect([rows[0], rows.at(-1)]).toEqual(['0.62', '16.76']);
    expect(new Set(rows.slice(1, -1))).toEqual(new Set(['17.37', '17.38']));
    expect(sum(rows)).toBe('625.58');
  });

  it('by days, in use from 15 April', () => {
    const rows = amounts(terms('1200.00', 12, { method: 'daily', depreciationStartsOn: day('2026-04-15') }));
    expect(rows).toEqual(['53.33', ...Array<string>(11).fill('100.00'), '46.67']);
  });

  it('by days from the first of a month is one by months', () => {
    const monthly = terms('12509.79', 18);
    expect(amounts({ ...monthly, method: 'daily' })).toEqual(amounts(monthly));
  });

  it('counts the month of the start whole by months, whatever the day', () => {
    expect(amounts(terms('1200.00', 12, { depreciationStartsOn: day('2026-04-15') }), '2026-04-30')).toEqual([
      '100.00',
    ]);
  });

  it('goes on from what was depreciated elsewhere, down to the salvage value', () => {
    const asset = terms('825000.00', 209, {
      salvageValue: money('41250.00'),
      opening: { accumulated: money('158036.58'), months: 42 },
      depreciationStartsOn: day('2020-01-01'),
    });
    expect(amounts(asset, '2023-06-30')).toEqual([]);
    const rows = amounts(asset);
    expect(rows).toHaveLength(167);
    expect(sum(rows)).toBe('625713.42');
    expect(new Set(rows)).toEqual(new Set(['3746.78', '3746.79']));
  });

  it('goes on by days from what was depreciated elsewhere', () => {
    const daily = { method: 'daily', depreciationStartsOn: day('2026-04-15') } as const;
    const opening = { accumulated: money('153.33'), months: 2 };
    expect(amounts(terms('1200.00', 12, { ...daily, opening }))).toEqual([
      ...Array<string>(10).fill('100.00'),
      '46.67',
    ]);
  });

  it('ends where nothing is left, and gives nothing where nothing is to be depreciated', () => {
    expect(amounts(terms('0.01', 36))).toEqual([...Array<string>(17).fill('0.00'), '0.01']);
    expect(amounts(terms('100.00', 12, { salvageValue: money('100.00') }))).toEqual([]);
    expect(amounts(terms('100.00', 12), '2025-12-31')).toEqual([]);
  });
});

describe('a schedule that is posted in part', () => {
  it('catches up a row for each missing month', () => {
    expect(amounts(terms('1200.00', 12), '2026-04-30', { through: '2026-01-31', sum: '100.00' })).toEqual([
      '100.00',
      '100.00',
      '100.00',
    ]);
    expect(amounts(terms('1200.00', 12), '2026-01-31', { through: '2026-01-31', sum: '100.00' })).toEqual([]);
  });

  it('spreads added value over the life that is left, from the next month on', () => {
    const asset = terms('1200.00', 12, { modernizations: [added('2026-06-20', '60.00')] });
    expect(amounts(asset)).toEqual([...Array<string>(6).fill('100.00'), ...Array<string>(6).fill('110.00')]);
  });

  it('spreads what is left over a longer or a shorter life', () => {
    const life = (months: number): string[] =>
      amounts(terms('1000.00', 10, { modernizations: [added('2026-04-01', '0', months)] }));
    expect(life(6)).toEqual([...Array<string>(4).fill('100.00'), ...Array<string>(12).fill('50.00')]);
    expect(life(-4)).toEqual([...Array<string>(4).fill('100.00'), '300.00', '300.00']);
  });

  it('adds to the schedule as a whole what was added before its start', () => {
    const asset = terms('1000.00', 10, {
      depreciationStartsOn: day('2026-03-16'),
      method: 'daily',
      modernizations: [added('2026-01-10', '200.00', 2)],
    });
    expect(amounts(asset)).toEqual([
      Money.round(money('100.00').amount.times(16).div(31), EUR).toString(),
      ...Array<string>(11).fill('100.00'),
      '48.39',
    ]);
  });

  it('begins again where an asset at its end gets new value and a new life', () => {
    const asset = terms('1000.00', 10, { modernizations: [added('2027-03-01', '90.00', 9)] });
    expect(amounts(asset)).toEqual([...Array<string>(10).fill('100.00'), ...Array<string>(9).fill('10.00')]);
    expect(hasLifeForItsValue(asset)).toBe(true);
    expect(hasLifeForItsValue({ ...asset, modernizations: [added('2027-03-01', '90.00')] })).toBe(false);
    expect(hasLifeForItsValue({ ...asset, modernizations: [added('2026-03-01', '0', -7)] })).toBe(false);
    expect(hasLifeForItsValue({ ...asset, modernizations: [added('2026-03-01', '0', -6)] })).toBe(true);
  });
});

describe('every schedule', () => {
  const cents = (min: number, max: number): fc.Arbitrary<Money> =>
    fc.integer({ min, max }).map(value => Money.round(money('0.01').amount.times(value), EUR));
  const days = fc
    .tuple(
      fc.integer({ min: 2020, max: 2026 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    )
    .map(([year, month, date]) =>
      day([year, String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')),
    );
  const modernization = fc.record({
    date: days,
    amount: cents(0, 500_000),
    addedLifeMonths: fc.integer({ min: -5, max: 30 }),
    notes: fc.constant(null),
  });
  const assets = fc
    .record({
      cost: cents(1, 5_000_000),
      salvagePercent: fc.integer({ min: 0, max: 100 }),
      openingPercent: fc.integer({ min: 0, max: 100 }),
      openingMonths: fc.integer({ min: 0, max: 20 }),
      life: fc.integer({ min: 1, max: 80 }),
      method: fc.constantFrom('monthly' as const, 'daily' as const),
      depreciationStartsOn: days,
      modernizations: fc.array(modernization, { maxLength: 3 }),
    })
    .map(given => {
      const salvageValue = Money.round(given.cost.amount.times(given.salvagePercent).div(100), EUR);
      const accumulated =
        given.openingMonths === 0
          ? money('0')
          : Money.round(given.cost.minus(salvageValue).amount.times(given.openingPercent).div(100), EUR);
      return terms('1', given.life, {
        acquisitionCost: given.cost,
        salvageValue,
        method: given.method,
        depreciationStartsOn: given.depreciationStartsOn,
        opening: { accumulated, months: given.openingMonths },
        modernizations: given.modernizations.sort((a, b) => (a.date < b.date ? -1 : 1)),
      });
    })
    .filter(hasLifeForItsValue);

  it('adds up to cost less salvage value and never takes anything back', () => {
    fc.assert(
      fc.property(assets, asset => {
        const rows = amounts(asset).map(money);
        expect(rows.every(row => !row.isNegative())).toBe(true);
        const cost = Money.sum(
          [asset.acquisitionCost, ...asset.modernizations.map(({ amount }) => amount)],
          EUR,
        );
        expect(Money.sum([asset.opening.accumulated, ...rows], EUR)).toEqual(cost.minus(asset.salvageValue));
      }),
    );
  });

  it('is the same posted month by month, all at once, and around a month in between', () => {
    fc.assert(
      fc.property(assets, fc.integer({ min: 0, max: 60 }), (asset, after) => {
        const whole = amounts(asset);
        const start = monthIndexOf(asset.depreciationStartsOn) + asset.opening.months;
        const { year, month } = periodAt(start + after);
        const through = `${year}-${String(month).padStart(2, '0')}-01`;
        const before = amounts(asset, through);
        const rest = amounts(asset, undefined, {
          through,
          sum: Money.sum([asset.opening.accumulated, ...before.map(money)], EUR).toString(),
        });
        expect([...before, ...rest]).toEqual(whole);
      }),
    );
  });

  it('is not touched before the month after a later modernization', () => {
    fc.assert(
      fc.property(assets, cents(1, 500_000), (asset, amount) => {
        const date = day('2027-01-15');
        const changed = {
          ...asset,
          modernizations: [...asset.modernizations, { date, amount, addedLifeMonths: 12, notes: null }],
        };
        const start = monthIndexOf(asset.depreciationStartsOn) + asset.opening.months;
        fc.pre(start <= monthIndexOf(date));
        expect(amounts(changed, '2027-01-31')).toEqual(amounts(asset, '2027-01-31'));
      }),
    );
  });
});

it('months are counted and named', () => {
  expect(monthName(monthIndexOf(day('2026-12-31')))).toBe('2026-12');
  expect(periodAt(monthIndexOf(day('2026-01-01')))).toEqual({ year: 2026, month: 1 });
});
