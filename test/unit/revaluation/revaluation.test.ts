import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import type { CalendarDate } from '../../../src/shared/calendar-date';
import {
  bankEntries,
  itemEntries,
  revalue,
  type ForeignPosition,
  type PositionKind,
} from '../../../src/revaluation/domain/revaluation';
import { revaluationPosting } from '../../../src/revaluation/domain/revaluation-posting';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const DAY = '2026-03-31' as CalendarDate;
const ACCOUNTS = { receivables: '24460', payables: '4494', gain: '5803', loss: '6803' };

const position = (
  kind: PositionKind,
  amount: string,
  carried: string,
  accountCode = kind,
): ForeignPosition => ({
  kind,
  accountId: accountCode,
  accountCode,
  amount: Money.of(amount, USD),
  baseAmount: Money.of(carried, EUR),
});
const at = (rate: string, ...positions: ForeignPosition[]): ReturnType<typeof revalue> =>
  revalue(positions, { currency: USD, date: DAY, rate: new Decimal(rate) }, EUR);
const written = (entries: ReturnType<typeof itemEntries>): string[] =>
  entries.map(({ accountId, side, base }) => `${side} ${accountId} ${base.toString()}`);

describe('a revaluation', () => {
  // 0.95 EUR for a dollar is 1 / 0.95 = 1.05263158 dollars for a euro: 100 / 1.05263158 = 94.99999982...
  it.each([
    ['a receivable that gains', position('receivable', '100.00', '90.00'), '95.00', '5.00', '0.00'],
    ['a receivable that loses', position('receivable', '100.00', '99.00'), '95.00', '0.00', '4.00'],
    ['a debt that costs more', position('payable', '-100.00', '-90.00'), '-95.00', '0.00', '5.00'],
    ['a debt that costs less', position('payable', '-100.00', '-99.00'), '-95.00', '4.00', '0.00'],
    ['a credit note to a customer', position('receivable', '-100.00', '-90.00'), '-95.00', '0.00', '5.00'],
    ['money at a bank', position('bank', '100.00', '90.00'), '95.00', '5.00', '0.00'],
    ['an empty account with a rest', position('bank', '0.00', '-5.00'), '0.00', '5.00', '0.00'],
  ])('of %s', (_, given, worth, gain, loss) => {
    const { lines, ...sums } = at('1.05263158', given);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.worth.toString()).toBe(worth);
    expect([sums.gain.toString(), sums.loss.toString()]).toEqual([gain, loss]);
  });

  it('rounds each item, and nets none with another', () => {
    // 0.10 / 3 = 0.0333 -> 0.03 each; carried at 0.02 and 0.05: gain 0.01, loss 0.02
    const { lines } = at('3', position('receivable', '0.10', '0.02'), position('receivable', '0.10', '0.05'));
    expect(lines).toMatchObject([{ positions: 2 }]);
    const [line] = lines;
    expect([line!.amount, line!.carried, line!.worth, line!.gain, line!.loss].map(String)).toEqual([
      '0.20',
      '0.07',
      '0.06',
      '0.01',
      '0.02',
    ]);
  });

  it('posts open items against accounts of their own and bank balances on theirs', () => {
    const revaluation = at(
      '2',
      position('receivable', '100.00', '45.00'), // worth 50.00: gain 5.00
      position('receivable', '10.00', '7.00'), // worth 5.00: loss 2.00
      position('payable', '-20.00', '-9.00'), // worth -10.00: loss 1.00
      position('bank', '30.00', '11.00'), // worth 15.00: gain 4.00
    );
    expect(written(itemEntries(revaluation, ACCOUNTS, EUR))).toEqual([
      'debit 24460 3.00',
      'debit 4494 -1.00',
      'debit 6803 3.00',
      'credit 5803 5.00',
    ]);
    const bank = bankEntries(revaluation, ACCOUNTS, EUR);
    expect(written(bank)).toEqual(['debit bank 4.00', 'credit 5803 4.00']);
    expect(bank[0]!.document.currency).toEqual(USD);
    expect(bank[0]!.document.isZero()).toBe(true);
  });

  it('takes the difference of open items back on the next day, and leaves that of banks', () => {
    const revaluation = at(
      '2',
      position('receivable', '100.00', '45.00'),
      position('bank', '30.00', '11.00'),
    );
    const { items, nextDay, bank } = revaluationPosting('id', revaluation, ACCOUNTS, EUR);
    expect([items?.date, nextDay?.date, bank?.date]).toEqual([DAY, '2026-04-01', DAY]);
    expect(nextDay?.reversesId).toBe(items?.id);
    expect(written(nextDay!.entries)).toEqual(['credit 24460 5.00', 'debit 5803 5.00']);
  });

  it('posts nothing where nothing moved', () => {
    const revaluation = at(
      '2',
      position('receivable', '100.00', '50.00'),
      position('bank', '30.00', '15.00'),
    );
    expect(revaluationPosting('id', revaluation, ACCOUNTS, EUR)).toEqual({
      items: null,
      nextDay: null,
      bank: null,
    });
  });
});
