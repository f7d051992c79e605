import fc from 'fast-check';
import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { exchangeDifference, settleMutually } from '../../../src/ledger/open-items/domain/credit-settlement';
import { mutualAmount, settle, type OpenAmount } from '../../../src/ledger/open-items/domain/open-item';
import type { CalendarDate } from '../../../src/shared/calendar-date';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const usd = (text: string): Money => Money.of(text, USD);
const eur = (text: string): Money => Money.of(text, EUR);
const open = (amount: string, baseAmount: string): OpenAmount => ({
  openItemId: amount,
  amount: usd(amount),
  baseAmount: eur(baseAmount),
});

describe('a credit note against its invoice in another currency', () => {
  const settled = (invoice: OpenAmount, credit: OpenAmount): string[] => {
    const amount = mutualAmount(invoice.amount, credit.amount);
    const { ofInvoice, ofCredit, difference } = settleMutually(invoice, credit, amount);
    return [ofInvoice.baseAmount, ofCredit.baseAmount, difference].map(String);
  };

  it.each([
    [
      'relieves the invoice of what the credit carries',
      ['100.00', '90.91'],
      ['-33.33', '-30.30'],
      ['30.30', '-30.30', '0.00'],
    ],
    [
      'that is larger than what is open keeps its rest',
      ['10.00', '9.09'],
      ['-100.00', '-90.91'],
      ['9.09', '-9.09', '0.00'],
    ],
    [
      'that empties the invoice takes all it carries',
      ['10.00', '9.10'],
      ['-10.00', '-9.09'],
      ['9.10', '-9.09', '0.01'],
    ],
    [
      'that empties it with more than it carries',
      ['10.00', '9.08'],
      ['-10.00', '-9.09'],
      ['9.08', '-9.09', '-0.01'],
    ],
    [
      'with more than the invoice carries, not emptying it',
      ['10.00', '0.01'],
      ['-9.00', '-0.02'],
      ['0.01', '-0.02', '-0.01'],
    ],
    [
      'with less than the invoice carries, not used up',
      ['9.00', '0.02'],
      ['-10.00', '-0.01'],
      ['0.02', '-0.01', '0.01'],
    ],
    ['of a supplier', ['-10.00', '-9.10'], ['10.00', '9.09'], ['-9.10', '9.09', '-0.01']],
  ] as const)('%s', (_, invoice, credit, expected) => {
    expect(settled(open(invoice[0], invoice[1]), open(credit[0], credit[1]))).toEqual(expected);
  });

  it('posts a carried cent as a loss, and a missing one as a gain', () => {
    const of = {
      allocationId: 'a',
      date: '2026-10-05' as CalendarDate,
      accountId: 'receivable',
      partnerId: 'p',
      documentNumber: 'K-1',
    };
    const posted = (text: string): string[] =>
      exchangeDifference(eur(text), of, usd('1.00'), { gain: 'gain', loss: 'loss' }).entries.map(
        ({ accountId, side, base, document }) =>
          `${side} ${accountId} ${base.toString()} ${document.toString()}`,
      );
    expect(posted('0.01')).toEqual(['debit loss 0.01 0.00', 'credit receivable 0.01 0.00']);
    expect(posted('-0.01')).toEqual(['debit gain -0.01 0.00', 'credit receivable -0.01 0.00']);
  });

  it('never settles beyond what either carries, and empties both columns together', () => {
    const cents = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.integer({ min: 1, max: 500 }),
        fc.boolean(),
        (total, paid, credited, rate, isOwed) => {
          const sign = isOwed ? -1 : 1;
          const item = (amount: number): OpenAmount => {
            const value = new Decimal(amount * sign).div(100);
            return {
              openItemId: 'x',
              amount: Money.of(value, USD),
              baseAmount: Money.round(value.times(100).div(rate), EUR),
            };
          };
          let invoice = item(total);
          if (paid < total) {
            const payment = settle(invoice, item(paid).amount);
            invoice = {
              ...invoice,
              amount: invoice.amount.minus(payment.amount),
              baseAmount: invoice.baseAmount.minus(payment.baseAmount),
            };
          }
          const part = item(Math.min(credited, total));
          const credit = { ...part, amount: part.amount.negated(), baseAmount: part.baseAmount.negated() };
          const amount = mutualAmount(invoice.amount, credit.amount);
          const { ofInvoice, ofCredit, difference } = settleMutually(invoice, credit, amount);
          for (const [whole, settledPart] of [
            [invoice, ofInvoice],
            [credit, ofCredit],
          ] as const) {
            const left = whole.baseAmount.minus(settledPart.baseAmount);
            expect(left.isZero() || left.isNegative() === whole.baseAmount.isNegative()).toBe(true);
            if (whole.amount.equals(settledPart.amount)) expect(left.isZero()).toBe(true);
          }
          expect(ofInvoice.baseAmount.plus(ofCredit.baseAmount).equals(difference)).toBe(true);
          expect(difference.amount.abs().lessThanOrEqualTo('0.01')).toBe(true);
        },
      ),
    );
  });
});
