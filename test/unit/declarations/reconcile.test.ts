import { added, backwards, bridge, takenOff } from '../../../src/declarations/domain/reconciliation/bridge';
import { isafBridges, ledgerBridges } from '../../../src/declarations/domain/reconciliation/reconcile';
import {
  NO_SUMS,
  type FormOfMonth,
  type IsafOfMonth,
  type RegisterOfMonth,
  type RegisterSums,
  type VatAccountMovement,
} from '../../../src/declarations/domain/reconciliation/reconciled-vat';
import { Decimal } from '../../../src/shared/decimal';

const decimal = (text: string): Decimal => new Decimal(text);
const sums = (net: string, vat: string, members: Partial<RegisterSums> = {}): RegisterSums => ({
  ...NO_SUMS,
  documents: 1,
  net: decimal(net),
  vat: decimal(vat),
  ...members,
});
const register =
  (rows: Record<string, RegisterSums>): RegisterOfMonth =>
  (line, side) =>
    rows[`${line} ${side}`] ?? NO_SUMS;
const account = (
  code: string,
  role: VatAccountMovement['role'],
  total: string,
  manual = '0',
): VatAccountMovement => ({
  code,
  role,
  total: decimal(total),
  manual: decimal(manual),
  manualCount: manual === '0' ? 0 : 1,
  other: decimal('0'),
  otherCount: 0,
});
const NOTHING_POSTED = {
  sales: decimal('0'),
  advancesDeducted: decimal('0'),
  advancesDeductedCount: 0,
  purchases: decimal('0'),
  exchange: decimal('0'),
  exchangeCount: 0,
};
const NOTHING_DUE = { counted: NO_SUMS, earlier: NO_SUMS };

describe('a bridge', () => {
  it('leaves without a name what no line says: 100 - 30 + 5 is 75, not 74.99', () => {
    const lines = [takenOff('manual', decimal('30')), added('rounding', decimal('5'))];
    const from = { label: 'from', amount: decimal('100') };
    expect(bridge('x', from, lines, { label: 'to', amount: decimal('75') }).unexplained.toFixed(2)).toBe(
      '0.00',
    );
    expect(bridge('x', from, lines, { label: 'to', amount: decimal('74.99') }).unexplained.toFixed(2)).toBe(
      '0.01',
    );
    expect(backwards(lines).map(({ amount }) => amount.toFixed())).toEqual(['30', '-5']);
  });
});

describe('the ledger against the register', () => {
  const counted = {
    'counted sales': sums('100.00', '21.00'),
    'counted purchases': sums('50.00', '10.50', { deductible: decimal('8.00'), selfAssessed: decimal('0') }),
  };

  it('is a bridge of output VAT and one of input VAT, which stands on the other side', () => {
    const accounts = [account('4492', 'output', '23.00', '2.00'), account('2441', 'input', '-8.00')];
    const [output, input] = ledgerBridges(accounts, NOTHING_POSTED, register(counted));
    expect([output!.from.amount, output!.lines[0]!.amount, output!.unexplained].map(String)).toEqual([
      '23',
      '-2',
      '0',
    ]);
    expect([input!.from.amount, input!.to.amount, input!.unexplained].map(String)).toEqual(['8', '8', '0']);
  });

  it('is one bridge where an account takes both: 21.00 - 8.00', () => {
    const [vat] = ledgerBridges([account('4492', 'both', '13.00')], NOTHING_POSTED, register(counted));
    expect([vat!.name, String(vat!.to.amount), String(vat!.unexplained)]).toEqual([
      'ledger_to_register.vat',
      '13',
      '0',
    ]);
  });
});

describe('the register against i.SAF and FR0600', () => {
  const zero = {
    salesBase: decimal('0'),
    purchasesBase: decimal('0'),
    outputVat: decimal('0'),
    inputVat: decimal('0'),
  };
  const written = (net: string, vat: string) => ({
    written: { documents: 1, net: decimal(net), vat: decimal(vat) },
    leftOut: { documents: 0, net: decimal('0'), vat: decimal('0') },
  });

  it('VAT of another state leaves before i.SAF and does not come back: 40.00 - 19.00 = 21.00', () => {
    const rows = {
      'counted sales': sums('200.00', '40.00'),
      'taxed_elsewhere sales': sums('100.00', '19.00'),
    };
    const isaf: IsafOfMonth = { sales: written('100.00', '21.00'), purchases: written('0', '0') };
    const form: FormOfMonth = {
      ...zero,
      salesBase: decimal('200'),
      outputVat: decimal('21'),
      noBox: zero,
      rounding: zero,
      foreignVat: decimal('19.00'),
      proRata: decimal('0'),
    };
    const bridges = isafBridges(register(rows), isaf, form, { sales: NOTHING_DUE, purchases: NOTHING_DUE });
    expect(bridges.map(({ unexplained }) => String(unexplained))).toEqual(bridges.map(() => '0'));
    const line = (name: string): string =>
      String(
        bridges.find(each => each.name === name)!.lines.find(({ code }) => code === 'taxed_elsewhere')!
          .amount,
      );
    expect(line('register_to_isaf.output_vat')).toBe('-19');
    expect(line('isaf_to_fr0600.output_vat')).toBe('0');
    expect(line('isaf_to_fr0600.sales_base')).toBe('100');
  });
});
