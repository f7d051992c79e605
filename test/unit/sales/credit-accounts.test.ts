import { Decimal } from '../../../src/shared/decimal';
import { DomainError } from '../../../src/shared/domain-error';
import { Money } from '../../../src/shared/money';
import type { LineTotals } from '../../../src/shared/arithmetic/document-amounts';
import { placedCredit } from '../../../src/sales/domain/credit-accounts';
import type { PostedVatTotal } from '../../../src/sales/domain/credit-remainder';
import type { SaleLine } from '../../../src/sales/domain/sale-document';

const EUR = { code: 'EUR', minorUnits: 2 };
const KEY = { vatRatePercent: new Decimal('21'), vatCategory: 'S', vatCode: null } as const;

function amounts(net: string, vat: string): LineTotals {
  const [n, v] = [Money.of(net, EUR), Money.of(vat, EUR)];
  return { net: n, vat: v, gross: n.plus(v), baseNet: n, baseVat: v };
}

const pool = (account: string, net: string, vat: string): PostedVatTotal => ({
  ...KEY,
  revenueAccountCode: account,
  costCenterId: null,
  ...amounts(net, vat),
});

const LINE = {
  ...KEY,
  revenueAccountCode: '5000',
  costCenterId: null,
  creditedLineId: null,
  itemId: null,
} as unknown as SaleLine;

/** `account net vat` of every part. */
function placed(totals: LineTotals[], left: PostedVatTotal[]): string[] {
  return placedCredit(
    totals.map(() => LINE),
    totals,
    left,
  ).map(part => `${part.revenueAccountCode} ${part.amounts.net.toString()} ${part.amounts.vat.toString()}`);
}

describe('the accounts that a credit takes revenue back from', () => {
  it('are those of the invoice, in proportion', () => {
    expect(
      placed([amounts('40.00', '8.40')], [pool('5000', '100.00', '21.00'), pool('5001', '300.00', '63.00')]),
    ).toEqual(['5000 10.00 2.10', '5001 30.00 6.30']);
  });

  it('are all of them, the discount too, where all that is left is credited', () => {
    const left = [pool('5000', '500.00', '105.00'), pool('5090', '-100.00', '-21.00')];
    const all = ['5000 500.00 105.00', '5090 -100.00 -21.00'];
    expect(placed([amounts('400.00', '84.00')], left)).toEqual(all);
    // 300 of 500 first; then 200 - 100 is all.
    expect(placed([amounts('300.00', '63.00'), amounts('100.00', '21.00')], left)).toEqual([
      '5000 300.00 63.00',
      '5000 200.00 42.00',
      '5090 -100.00 -21.00',
    ]);
  });

  it('make no more lines than a document has, and are found without delay', () => {
    const left = ['5000', '5001', '5002'].map(account => pool(account, '40000.00', '8400.00'));
    const lines = (count: number): LineTotals[] =>
      Array.from({ length: count }, () => amounts('3.00', '0.63'));
    expect(placed(lines(3_333), left)).toHaveLength(9_999);
    expect(() => placed(lines(10_000), left)).toThrow(DomainError);
    expect(placed(lines(10_000), left.slice(0, 1))).toHaveLength(10_000);
  });
});
