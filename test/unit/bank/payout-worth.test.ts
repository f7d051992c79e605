import {
  payoutCurrency,
  totalsOf,
  worthOfLines,
  type WorthLine,
} from '../../../src/bank/settlements/domain/payout-worth';
import { possibleNumbers } from '../../../src/bank/settlements/domain/references';
import { chargeIdIn, chargeKeyOf, kindOf } from '../../../src/bank/settlements/domain/settlement';
import { Money } from '../../../src/shared/money';

const CURRENCIES = {
  EUR: { code: 'EUR', minorUnits: 2 },
  USD: { code: 'USD', minorUnits: 2 },
  JPY: { code: 'JPY', minorUnits: 0 },
};
type Code = keyof typeof CURRENCIES;

const money = (amount: string, code: Code = 'EUR'): Money => Money.of(amount, CURRENCIES[code]);
const line = (
  gross: string,
  code: Code = 'EUR',
  more: Partial<WorthLine> & { feeAmount?: string } = {},
): WorthLine => ({
  externalId: 'T',
  category: 'charge',
  gross: money(gross, code),
  fee: money(more.feeAmount ?? '0', code),
  ...more,
});
const texts = (amounts: Money[]): string[] => amounts.map(amount => amount.toString());

describe('what a payout is worth', () => {
  it('is what its lines leave, and what the provider pays beyond', () => {
    const lines = [line('1000.00', 'EUR', { feeAmount: '29.30' }), line('-50.00')];
    const totals = totalsOf('po_1', lines, money('908.36'));
    expect(texts([totals.gross, totals.fee, totals.net, totals.difference])).toEqual([
      '950.00',
      '29.30',
      '908.36',
      '-12.34',
    ]);
    expect(totalsOf('po_1', lines, null).difference.isZero()).toBe(true);
  });

  it('shares what a currency was exchanged for among its lines, to the cent', () => {
    const lines = [
      line('-3.33', 'USD', { category: 'payment' }),
      line('-6.67', 'USD', { category: 'payment' }),
      line('-9.20', 'EUR', { category: 'conversion' }),
      line('10.00', 'USD', { category: 'conversion' }),
      line('20.00'),
    ];
    expect(payoutCurrency('po_1', lines, null).code).toBe('EUR');
    expect(texts(worthOfLines(lines, CURRENCIES.EUR))).toEqual(['-3.06', '-6.14', '0.00', '0.00', '20.00']);
    expect(totalsOf('po_1', lines, null).net.toString()).toBe('10.80');
  });

  it.each<[string, WorthLine[], Money | null]>([
    ['two currencies without a conversion', [line('1.00'), line('1.00', 'USD')], null],
    ['a conversion with one side', [line('10.00'), line('-9.20', 'EUR', { category: 'conversion' })], null],
    ['a payout in another currency', [line('10.00')], money('10.00', 'USD')],
    [
      'foreign lines that cancel each other out',
      [line('1.00', 'USD'), line('-1.00', 'USD'), line('1.00')],
      null,
    ],
  ])('is refused for %s', (_, lines, amount) => {
    expect(() => totalsOf('po_1', lines, amount)).toThrow(
      expect.objectContaining({ reason: 'settlement_refused' }),
    );
  });
});

describe('what a line says', () => {
  it('may be a number: whole words, and two of them', () => {
    expect(possibleNumbers('web-77', 'Payment for INV-0001, thanks')).toEqual(
      expect.arrayContaining(['WEB-77', 'INV-0001']),
    );
    expect(possibleNumbers(null, 'SF 0001')).toContain('SF 0001');
    expect(possibleNumbers(null, 'Subscription creation')).toEqual([]);
    expect(possibleNumbers(null, 'INV-00010')).not.toContain('INV-0001');
  });

  it('names the charge under which it may be booked', () => {
    expect(chargeKeyOf({ category: 'charge', chargeId: 'ch_1', sourceId: 'ch_1' })).toBe('ch_1');
    expect(chargeKeyOf({ category: 'refund', chargeId: 'ch_1', sourceId: 're_1' })).toBe('re_1');
    expect(chargeKeyOf({ category: 'dispute', chargeId: 'ch_1', sourceId: 'du_1' })).toBeNull();
    const [moneyIn, moneyOut] = [money('1.00'), money('-1.00')];
    expect(chargeIdIn(moneyIn, 'X', 'Card py_1A')).toBe('py_1A');
    expect(chargeIdIn(moneyIn, null, 'batch_1')).toBeNull();
    expect(chargeIdIn(moneyIn, 'ch_1', 'ch_2')).toBe('ch_1');
    expect([chargeIdIn(moneyOut, 'Refund of ch_1'), chargeIdIn(moneyOut, 'ch_1 by re_1')]).toEqual([
      null,
      're_1',
    ]);
    expect([kindOf('refund'), kindOf('topup')]).toEqual(['customer', 'other']);
  });
});
