import { Money } from '../../../src/shared/money';
import {
  refundReturnedBy,
  refundsInSum,
  returnOf,
  type BookedCharge,
} from '../../../src/ledger/provider-charges/domain/booked-charge';

const EUR = { code: 'EUR', minorUnits: 2 };
const eur = (text: string): Money => Money.of(text, EUR);

/** Refunds of -10.00, -11.00, ... called by their amounts, on one account. */
const refunds = (...amounts: string[]): BookedCharge[] =>
  amounts.map(amount => ({
    chargeId: amount,
    waiting: { accountId: '273', amount: eur(amount), baseAmount: eur(amount) },
    payoutId: null,
  }));

describe('what a report gives back of a charge in one sum', () => {
  it.each<[string, string[], string, string[] | undefined, string | undefined]>([
    ['is one refund', ['-21.00'], '-21.00', ['-21.00'], '-21.00'],
    ['is two of them', ['-10.00', '-11.00'], '-21.00', ['-10.00', '-11.00'], '-21.00'],
    ['leaves those that came later', ['-10.00', '-11.00', '-5.00'], '-21.00', ['-10.00', '-11.00'], '-21.00'],
    ['is more than is in the books', ['-10.00', '-5.00'], '-21.00', ['-10.00', '-5.00'], '-15.00'],
    ['is not to be told', ['-10.00', '-12.00'], '-21.00', undefined, undefined],
    ['is in the books by nothing', [], '-21.00', undefined, undefined],
  ])('%s', (_, amounts, sum, chargeIds, waiting) => {
    const found = refundsInSum(refunds(...amounts), eur(sum));
    expect([found?.chargeIds, found?.waiting.amount.toString()]).toEqual([chargeIds, waiting]);
  });

  it('has nothing of what another payout cleared, or a payout booked', () => {
    const [one, two, three] = refunds('-10.00', '-11.00', '-21.00') as [
      BookedCharge,
      BookedCharge,
      BookedCharge,
    ];
    const all = [{ ...one, payoutId: 'po_1' }, { ...two, waiting: null }, three];
    expect(refundsInSum(all, eur('-21.00'))?.chargeIds).toEqual(['-21.00']);
  });

  it('is not added up over accounts or currencies', () => {
    const [one, two] = refunds('-10.00', '-11.00') as [BookedCharge, BookedCharge];
    const elsewhere = { ...two, waiting: { ...two.waiting!, accountId: '272' } };
    expect(refundsInSum([one, elsewhere], eur('-21.00'))).toBeUndefined();
    expect(refundsInSum([one, two], Money.of('-21.00', { code: 'USD', minorUnits: 2 }))).toBeUndefined();
  });
});

it('what came back of a refund is named after it', () => {
  expect(returnOf('re_1')).toBe('return of re_1');
  expect([refundReturnedBy('return of re_1'), refundReturnedBy('re_1')]).toEqual(['re_1', undefined]);
});
