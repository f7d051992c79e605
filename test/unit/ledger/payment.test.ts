import { Money } from '../../../src/shared/money';
import { settlePayment, type PaidPart } from '../../../src/ledger/open-items/domain/payment';

const EUR = { code: 'EUR', minorUnits: 2 };
const USD = { code: 'USD', minorUnits: 2 };
const eur = (text: string): Money => Money.of(text, EUR);
const usd = (text: string): Money => Money.of(text, USD);

const part = (open: string, carried: string, paid: string, paidBase: string): PaidPart => ({
  item: { openItemId: 'item', accountId: 'account', amount: usd(open), baseAmount: eur(carried) },
  amount: usd(paid),
  paidBase: eur(paidBase),
});

describe('a payment', () => {
  it.each([
    ['received above what is carried', part('100.00', '90.00', '100.00', '95.00'), '90.00', '5.00', '0.00'],
    ['received below it', part('100.00', '90.00', '100.00', '85.00'), '90.00', '0.00', '5.00'],
    ['made above what is owed', part('-100.00', '-90.00', '-100.00', '-95.00'), '-90.00', '0.00', '5.00'],
    ['made below it', part('-100.00', '-90.00', '-100.00', '-85.00'), '-90.00', '5.00', '0.00'],
    ['of a part', part('100.00', '90.01', '33.33', '30.00'), '30.00', '0.00', '0.00'],
    ['of the rest', part('66.67', '60.01', '66.67', '60.02'), '60.01', '0.01', '0.00'],
  ])('%s', (_, given, relieved, gain, loss) => {
    const settlement = settlePayment([given], EUR);
    expect(settlement.entries).toMatchObject([{ accountId: 'account', side: 'credit' }]);
    expect(settlement.entries[0]?.base.toString()).toBe(relieved);
    expect([settlement.gain.toString(), settlement.loss.toString()]).toEqual([gain, loss]);
  });

  it('of several items shows gains and losses apart', () => {
    const parts = [part('10.00', '9.00', '10.00', '9.50'), part('-10.00', '-9.00', '-10.00', '-9.25')];
    const { gain, loss, settled } = settlePayment(parts, EUR);
    expect([gain.toString(), loss.toString()]).toEqual(['0.50', '0.25']);
    expect(settled.map(({ baseAmount }) => baseAmount.toString())).toEqual(['9.00', '-9.00']);
  });
});
