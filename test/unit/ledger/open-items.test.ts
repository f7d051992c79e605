import fc from 'fast-check';
import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';
import { DomainError } from '../../../src/shared/domain-error';
import { Money } from '../../../src/shared/money';
import {
  accountEntries,
  planAllocation,
  type AllocationLine,
} from '../../../src/ledger/open-items/domain/allocation';
import { mutualAmount, settle, type OpenAmount } from '../../../src/ledger/open-items/domain/open-item';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const eur = (amount: string): Money => Money.of(amount, EUR);
const TODAY = '2026-03-31' as CalendarDate;

function line(open: string, amount: string, changes: Partial<AllocationLine['item']> = {}): AllocationLine {
  const item = {
    openItemId: open,
    amount: eur(open),
    baseAmount: eur(open),
    partnerId: 'p',
    accountId: 'receivable',
    documentNumber: `No ${open}`,
    postedOn: '2026-03-01' as CalendarDate,
    ...changes,
  };
  return { item, amount };
}

describe('settling an open item', () => {
  it('relieves its share of the base amount, and the last one takes the rest', () => {
    const open: OpenAmount = { openItemId: 'i', amount: Money.of('100.00', USD), baseAmount: eur('33.34') };
    const first = settle(open, Money.of('50.00', USD));
    expect(first.baseAmount.toString()).toBe('16.67');
    const left = {
      ...open,
      amount: open.amount.minus(first.amount),
      baseAmount: open.baseAmount.minus(first.baseAmount),
    };
    expect(settle(left, left.amount).baseAmount.toString()).toBe('16.67');
  });

  it('ends at zero in both currencies, whatever the parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.boolean(),
        (cents, baseCents, isCredit) => {
          const sign = isCredit ? -1 : 1;
          const money = (value: number, currency = USD): Money =>
            Money.of(new Decimal(value * sign).div(100), currency);
          const total = cents.reduce((sum, part) => sum + part, 0);
          let open: OpenAmount = { openItemId: 'i', amount: money(total), baseAmount: money(baseCents, EUR) };
          for (const part of cents) {
            const settled = settle(open, money(part));
            open = {
              ...open,
              amount: open.amount.minus(settled.amount),
              baseAmount: open.baseAmount.minus(settled.baseAmount),
            };
            expect(open.baseAmount.amount.times(sign).lt(0)).toBe(false);
          }
          expect([open.amount.isZero(), open.baseAmount.isZero()]).toEqual([true, true]);
        },
      ),
    );
  });

  it.each([
    ['100.00', '-30.00', '30.00'],
    ['20.00', '-30.00', '20.00'],
    ['-20.00', '30.00', '-20.00'],
    ['0.00', '-30.00', '0.00'],
    ['20.00', '30.00', '0.00'],
    ['-20.00', '-30.00', '0.00'],
  ])('%s and %s settle %s of each other', (one, other, expected) => {
    expect(mutualAmount(eur(one), eur(other)).toString()).toBe(expected);
  });
});

describe('an allocation', () => {
  const plan = (lines: AllocationLine[], writeOff?: string): string[] =>
    planAllocation(lines, writeOff, TODAY, EUR).settled.map(({ amount }) => amount.toString());
  const reasonOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof DomainError) return error.reason;
      throw error;
    }
    return 'none';
  };

  it('settles items against each other', () => {
    expect(plan([line('121.00', '20.00'), line('-20.00', '-20.00')])).toEqual(['20.00', '-20.00']);
  });

  it('writes a rest of cents off', () => {
    expect(plan([line('20.01', '20.01'), line('-20.00', '-20.00')], '0.01')).toEqual(['20.01', '-20.00']);
  });

  it.each([
    ['more than is open', [line('20.00', '20.01'), line('-30.00', '-20.01')], undefined],
    ['the wrong sign', [line('20.00', '-20.00'), line('-20.00', '20.00')], undefined],
    ['nothing of an item', [line('20.00', '0.00')], undefined],
    ['sides that differ', [line('20.00', '20.00'), line('-20.00', '-19.99')], undefined],
    ['a write-off of another amount', [line('20.01', '20.01'), line('-20.00', '-20.00')], '0.02'],
    ['a write-off of the other sign', [line('20.01', '20.01'), line('-20.00', '-20.00')], '-0.01'],
    ['a write-off that is no rounding', [line('20.00', '1.01')], '1.01'],
    [
      'items of two partners',
      [line('20.00', '20.00'), line('-20.00', '-20.00', { partnerId: 'q' })],
      undefined,
    ],
    [
      'items of two currencies',
      [line('20.00', '20.00'), line('-20.00', '-20.00', { amount: Money.of('-20', USD) })],
      undefined,
    ],
    [
      'an item of a later day',
      [line('20.00', '20.00', { postedOn: '2026-04-01' as CalendarDate }), line('-20.00', '-20.00')],
      undefined,
    ],
  ])('refuses %s', (_, lines, writeOff) => {
    expect(reasonOf(() => plan(lines, writeOff))).toBe('allocation_refused');
  });

  describe('in another currency', () => {
    const dollars = (open: string, base: string, amount = open): AllocationLine =>
      line(open, amount, { amount: Money.of(open, USD), baseAmount: eur(base) });
    const rest = (lines: AllocationLine[], writeOff?: string): string[] => {
      const { amount, baseAmount } = planAllocation(lines, writeOff, TODAY, EUR).rest;
      return [amount.toString(), baseAmount.toString()];
    };

    it('leaves what the items carry at different rates, of any size', () => {
      expect(rest([dollars('100.00', '90.00'), dollars('-100.00', '-80.00')])).toEqual(['0.00', '10.00']);
      expect(rest([dollars('100.00', '80.00', '50.00'), dollars('-50.00', '-45.00')])).toEqual([
        '0.00',
        '-5.00',
      ]);
    });

    it('writes off no more in base currency than in base currency', () => {
      expect(rest([dollars('1.05', '1.00')], '1.05')).toEqual(['1.05', '1.00']);
      expect(reasonOf(() => rest([dollars('1.05', '1.01')], '1.05'))).toBe('allocation_refused');
    });
  });

  it('refuses fractions of a cent by name', () => {
    expect(() => plan([line('20.00', '0.001')])).toThrow('allocations.0.amount');
  });

  it('moves what is settled between accounts, and nothing within one', () => {
    const posted = (lines: AllocationLine[], writeOff?: string): (string | undefined)[][] =>
      accountEntries(lines, planAllocation(lines, writeOff, TODAY, EUR)).map(({ accountId, base }) => [
        accountId,
        base.toString(),
      ]);
    expect(posted([line('20.00', '20.00'), line('-20.00', '-20.00')])).toEqual([['receivable', '0.00']]);
    expect(posted([line('20.00', '20.00'), line('-20.00', '-20.00', { accountId: 'payable' })])).toEqual([
      ['receivable', '20.00'],
      ['payable', '-20.00'],
    ]);
    expect(posted([line('0.01', '0.01')], '0.01')).toEqual([['receivable', '0.01']]);
  });
});
