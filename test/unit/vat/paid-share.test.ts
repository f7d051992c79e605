import fc from 'fast-check';
import { parseCalendarDate, type CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal, sumOf } from '../../../src/shared/decimal';
import {
  dueAmount,
  settlementShares,
  type CashRow,
} from '../../../src/vat/cash-accounting/domain/paid-share';

const decimal = (value: string | number): Decimal => new Decimal(value);
const due = (amount: string, paid: string, gross: string): string =>
  dueAmount(decimal(amount), { gross: decimal(gross), paid: decimal(paid) }, 2).toFixed(2);

const day = (text: string): CalendarDate => parseCalendarDate(text)!;
const row = (net: string, vat: string, creditedOn?: string): CashRow => ({
  creditedOn: creditedOn === undefined ? null : day(creditedOn),
  gross: decimal(net).plus(vat),
  net: decimal(net),
  vat: decimal(vat),
});
const paid = (settlementId: string, amount: string, reversesId: string | null = null) => ({
  settlementId,
  date: day('2026-10-10'),
  amount: decimal(amount),
  reversesId,
});
const shares = (rows: CashRow[], before: string, settlements: ReturnType<typeof paid>[]): string[] =>
  settlementShares(rows, decimal(before), settlements, 2).map(
    ({ settlement, net, vat }) => `${settlement.settlementId} ${net.toFixed(2)} ${vat.toFixed(2)}`,
  );

describe('what has fallen due of an amount', () => {
  it.each([
    ['nothing is paid', '21.00', '0', '121.00', '0.00'],
    ['a third and a bit: 21 x 40 / 121 = 6.942', '21.00', '40.00', '121.00', '6.94'],
    ['21 x 80 / 121 = 13.884', '21.00', '80.00', '121.00', '13.88'],
    ['half a cent is rounded up: 0.01 x 1 / 2', '0.01', '1.00', '2.00', '0.01'],
    ['and away from zero', '-0.01', '1.00', '2.00', '-0.01'],
    ['all is paid', '21.00', '121.00', '121.00', '21.00'],
    ['a credit note left less to pay than was paid', '21.00', '121.00', '60.50', '21.00'],
    ['a credit note left nothing to pay', '-21.00', '0', '0', '-21.00'],
  ])('%s', (_, amount, paidSoFar, gross, expected) => {
    expect(due(amount, paidSoFar, gross)).toBe(expected);
  });
});

describe('the shares of settlements', () => {
  it('are cumulative: the last takes the rest', () => {
    // 100 x 40/121 = 33.058, 100 x 80/121 = 66.116
    expect(
      shares([row('100.00', '21.00')], '0', [paid('a', '40.00'), paid('b', '40.00'), paid('c', '41.00')]),
    ).toEqual(['a 33.06 6.94', 'b 33.06 6.94', 'c 33.88 7.12']);
  });

  it('begin where the periods before ended', () => {
    expect(shares([row('100.00', '21.00')], '80.00', [paid('c', '41.00')])).toEqual(['c 33.88 7.12']);
  });

  it('are of what a credit note left of each rate', () => {
    const rows = [row('100.00', '21.00'), row('100.00', '5.00'), row('-100.00', '-21.00', '2026-10-10')];
    expect(shares(rows, '0', [paid('a', '105.00')])).toEqual(['a 100.00 5.00']);
    // A credit note that comes later changes no payment before it: 100 x 105/226 = 46.46, 21 -> 9.76, 5 -> 2.32
    const later = [row('100.00', '21.00'), row('100.00', '5.00'), row('-100.00', '-21.00', '2026-10-11')];
    expect(shares(later, '0', [paid('a', '105.00')])).toEqual(['a 92.92 12.08']);
  });

  it('of a settlement that is taken back: none in the same period, else a negative one', () => {
    const rows = [row('100.00', '21.00')];
    expect(shares(rows, '0', [paid('a', '60.50'), paid('back', '-60.50', 'a'), paid('b', '121.00')])).toEqual(
      ['b 100.00 21.00'],
    );
    expect(shares(rows, '60.50', [paid('back', '-60.50', 'a')])).toEqual(['back -50.00 -10.50']);
  });

  it('sum to net and VAT of the document, whatever the parts', () => {
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map(n => decimal(n).div(100));
    fc.assert(
      fc.property(
        fc.array(fc.record({ net: cents(100_000), rate: fc.constantFrom(0, 5, 9, 21) }), { minLength: 1, maxLength: 4 }),
        fc.array(cents(50_000), { maxLength: 6 }),
        (totals, parts) => {
          const rows = totals.map(({ net, rate }) => row(net.toFixed(2), net.times(rate).div(100).toFixed(2)));
          const gross = sumOf(rows.map(one => one.gross));
          const within = parts.filter((_, n) => sumOf(parts.slice(0, n + 1)).lessThan(gross));
          const last = gross.minus(sumOf(within));
          const settlements = [...within, last].map((amount, n) => paid(String(n), amount.toFixed(2)));
          const found = settlementShares(rows, decimal(0), settlements, 2);
          expect(sumOf(found.map(({ net }) => net)).toFixed(2)).toBe(sumOf(rows.map(one => one.net)).toFixed(2));
          expect(sumOf(found.map(({ vat }) => vat)).toFixed(2)).toBe(sumOf(rows.map(one => one.vat)).toFixed(2));
        },
      ),
    ); // prettier-ignore
  });
});
