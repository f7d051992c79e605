import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import { planWriteOff, writeOffEntries } from '../../../src/ledger/open-items/domain/write-off';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const item = (amount: string, baseAmount: string): Parameters<typeof planWriteOff>[0] => ({
  openItemId: 'item',
  partnerId: 'partner',
  accountId: 'receivable',
  documentNumber: 'A-1',
  postedOn: '2026-03-01' as CalendarDate,
  amount: Money.of(amount, USD),
  baseAmount: Money.of(baseAmount, EUR),
});
const planned = (open: [string, string], amount?: string, day = '2026-03-31'): string[] => {
  const settled = planWriteOff(item(...open), amount, day as CalendarDate);
  return [settled.amount.toString(), settled.baseAmount.toString()];
};

describe('a write-off', () => {
  it('relieves what the part carries; all of it, all that is carried', () => {
    expect(planned(['100.00', '90.01'])).toEqual(['100.00', '90.01']);
    // 90.01 x 33.33 / 100 = 30.000333
    expect(planned(['100.00', '90.01'], '33.33')).toEqual(['33.33', '30.00']);
    expect(planned(['-50.00', '-45.00'], '-10.00')).toEqual(['-10.00', '-9.00']);
  });

  it.each([
    [['100.00', '90.00'], '100.01', '2026-03-31', 'allocation_refused'],
    [['100.00', '90.00'], '-1.00', '2026-03-31', 'allocation_refused'],
    [['100.00', '90.00'], '1.00', '2026-02-28', 'allocation_refused'],
    [['100.00', '0.01'], '1.00', '2026-03-31', 'allocation_refused'],
    [['0.00', '0.00'], undefined, '2026-03-31', 'document_settled'],
  ] as [[string, string], string | undefined, string, string][])(
    'of %j by %s on %s is refused',
    (open, amount, day, reason) => {
      expect(() => planned(open, amount, day)).toThrow(expect.objectContaining({ reason }));
    },
  );

  it('debits the account named and credits that of the item', () => {
    const settled = planWriteOff(item('100.00', '90.00'), undefined, '2026-03-31' as CalendarDate);
    expect(
      writeOffEntries(settled, 'receivable', 'expense').map(({ accountId, side, base }) => [
        accountId,
        side,
        base.toString(),
      ]),
    ).toEqual([
      ['expense', 'debit', '90.00'],
      ['receivable', 'credit', '90.00'],
    ]);
  });
});
