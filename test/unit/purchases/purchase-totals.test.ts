import fc from 'fast-check';
import type { DocumentInput } from '../../../src/shared/arithmetic/document-totals';
import { Decimal } from '../../../src/shared/decimal';
import type { PurchaseLine } from '../../../src/purchases/domain/purchase-document';
import { purchaseEntries } from '../../../src/purchases/domain/purchase-posting';
import { computePurchase, type PurchaseAmounts } from '../../../src/purchases/domain/purchase-totals';
import { Money } from '../../../src/shared/money';
import { anyDocument, documentOf, eur, line, usd } from '../sales/documents';

const COLUMNS = [
  'net', 'vat', 'selfAssessedVat', 'deductibleVat', 'undeductedProRata', 'baseNet', 'baseVat', 'baseSelfAssessedVat',
  'baseDeductibleVat', 'baseUndeductedProRata',
] as const; // prettier-ignore

function cost(unitPrice: string, parts: Partial<PurchaseLine> = {}): PurchaseLine {
  return {
    ...line(unitPrice),
    lineId: '',
    description: '',
    unit: '',
    itemId: null,
    accountCode: null,
    costCenterId: null,
    costRule: 'purchases.defaultExpense',
    deductiblePercent: new Decimal(100),
    isProRata: false,
    ...parts,
  };
}

const percent = (value: string): Partial<PurchaseLine> => ({ deductiblePercent: new Decimal(value) });
const proRata = (value: string): Partial<PurchaseLine> => ({ ...percent(value), isProRata: true });
const reverseCharge: Partial<PurchaseLine> = { vatCategory: 'AE', vatCode: 'PVM16' };

function purchase(lines: PurchaseLine[], parts: Partial<DocumentInput> = {}) {
  return computePurchase({ ...documentOf(lines, parts), lines });
}

/** Every amount of a document by name, "net vat own deductible / gross". */
function summary(lines: PurchaseLine[], parts: Partial<DocumentInput> = {}): string {
  const { net, vat, selfAssessedVat, deductibleVat, gross } = purchase(lines, parts);
  return `${[net, vat, selfAssessedVat, deductibleVat].map(String).join(' ')} / ${gross.toString()}`;
}

function entries(
  lines: PurchaseLine[],
  type: 'invoice' | 'credit_note' = 'invoice',
  costs = lines.map(() => 'cost'),
): string[] {
  const accounts = {
    payables: 'payables',
    vatReceivable: 'input VAT',
    vatPayable: 'output VAT',
    nonDeductibleVat: 'non-deductible VAT',
    costs,
    costCenters: lines.map(({ costCenterId }) => costCenterId),
  };
  return purchaseEntries(type, purchase(lines), accounts)
    .filter(({ base }) => !base.isZero())
    .map(
      ({ accountId, side, base, costCenterId }) =>
        `${side} ${accountId}${costCenterId ? ` for ${costCenterId}` : ''} ${base.toString()}`,
    );
}

describe('a supplier document', () => {
  it.each([
    ['charged VAT', [cost('100.00')], '100.00 21.00 0.00 21.00 / 121.00'],
    ['half deductible', [cost('100.00', percent('50'))], '100.00 21.00 0.00 10.50 / 121.00'],
    ['reverse charge', [cost('100.00', reverseCharge)], '100.00 0.00 21.00 21.00 / 100.00'],
    [
      'reverse charge, nothing deductible',
      [cost('100.00', { ...reverseCharge, ...percent('0') })],
      '100.00 0.00 21.00 0.00 / 100.00',
    ],
    [
      'self-assessed VAT is rounded once per rate',
      [cost('0.02', reverseCharge), cost('0.02', reverseCharge), cost('0.02', reverseCharge)],
      '0.06 0.00 0.01 0.01 / 0.06',
    ],
    ['a third of three cents', [cost('0.14', percent('33.3333'))], '0.14 0.03 0.00 0.01 / 0.17'],
    ['both kinds at one rate', [cost('10.00'), cost('10.00', reverseCharge)], '20.00 2.10 2.10 4.20 / 22.10'],
  ])('%s', (_, lines, expected) => {
    expect(summary(lines)).toBe(expected);
  });

  it('rounds the deductible part once per rate, code and percent, and shares it out to the lines', () => {
    const half = percent('50');
    const { lines, deductibleVat } = purchase([
      cost('0.05', half),
      cost('0.05', half),
      cost('0.05', half),
      cost('1.00'),
    ]);
    expect(lines.map(({ vat }) => vat.toString())).toEqual(['0.01', '0.01', '0.01', '0.21']);
    expect(lines.map(row => row.deductibleVat.toString())).toEqual(['0.01', '0.01', '0.00', '0.21']);
    expect(deductibleVat.toString()).toBe('0.23');
  });

  it('tells what the pro rata leaves undeducted from what a line does not deduct', () => {
    const totals = purchase([cost('100.00', proRata('60')), cost('100.00', percent('50')), cost('1.00')]);
    // 60 % of 21.00, 50 % of 21.00 and all of 0.21: 12.60 + 10.50 + 0.21
    expect(totals.deductibleVat.toString()).toBe('23.31');
    expect(totals.undeductedProRata.toString()).toBe('8.40');
    expect(totals.vatTotals.map(row => row.baseUndeductedProRata.toString())).toEqual(['8.40']);
  });

  it('posts what the pro rata leaves undeducted to an account of its own, also under reverse charge', () => {
    expect(entries([cost('100.00', proRata('60')), cost('100.00', percent('50'))])).toEqual([
      'debit cost 210.50', // 200.00 and half of 21.00
      'debit non-deductible VAT 8.40',
      'debit input VAT 23.10', // 12.60 + 10.50
      'credit payables 242.00',
    ]);
    expect(entries([cost('100.00', { ...reverseCharge, ...proRata('60') })], 'credit_note')).toEqual([
      'credit cost 100.00',
      'credit non-deductible VAT 8.40',
      'credit input VAT 12.60',
      'debit output VAT 21.00',
      'debit payables 100.00',
    ]);
  });

  it('keeps codes of one rate apart', () => {
    const { vatTotals } = purchase([
      cost('1.00', { vatCode: 'PVM1', ...percent('0') }),
      cost('2.00', { vatCode: null }),
    ]);
    expect(vatTotals.map(row => [row.vatCode, row.vat.toString(), row.deductibleVat.toString()])).toEqual([
      ['PVM1', '0.21', '0.00'],
      [null, '0.42', '0.42'],
    ]);
  });

  it('adds up in every column and in both currencies, deducts no more than there is, and balances', () => {
    const anyPurchase = anyDocument(true).chain(input =>
      fc.array(fc.record({ own: fc.boolean(), isProRata: fc.boolean(), deducted: fc.constantFrom('0', '33.3333', '50', '100') }), {
        minLength: input.lines.length, maxLength: input.lines.length,
      }).map(kinds => ({
        ...input,
        lines: input.lines.map((given, index) =>
          cost('0', { ...given, ...(kinds[index]!.own ? reverseCharge : {}), ...percent(kinds[index]!.deducted), isProRata: kinds[index]!.isProRata })),
      })),
    ); // prettier-ignore
    fc.assert(
      fc.property(anyPurchase, input => {
        const totals = computePurchase(input);
        for (const rows of [totals.lines, totals.vatTotals] as PurchaseAmounts[][]) {
          for (const column of COLUMNS) {
            const currency = totals[column].currency;
            expect(Money.sum(rows.map(row => row[column]), currency).toString()).toBe(totals[column].toString()); // prettier-ignore
          }
        }
        const accounts = {
          payables: 'p',
          vatReceivable: 'r',
          vatPayable: 'o',
          nonDeductibleVat: 'n',
          costs: input.lines.map((_, n) => `c${n % 3}`),
          costCenters: input.lines.map((_, n) => (n % 2 === 0 ? 'shop' : null)),
        };
        for (const amount of ['base', 'document'] as const) {
          const posted = purchaseEntries('invoice', totals, accounts);
          const balance = posted.map(entry =>
            entry.side === 'debit' ? entry[amount] : entry[amount].negated(),
          );
          expect(Money.sum(balance, balance[0]!.currency).isZero()).toBe(true);
        }
        if (input.lines.every(({ quantity, unitPrice }) => !quantity.times(unitPrice).isNegative())) {
          for (const row of totals.lines) {
            expect(row.deductibleVat.compare(row.vat.plus(row.selfAssessedVat))).toBeLessThanOrEqual(0);
            expect(row.deductibleVat.isNegative()).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has base amounts that add up at an exchange rate', () => {
    const lines = [cost('100.01', percent('50')), cost('33.33', reverseCharge)];
    const totals = purchase(lines, { currency: usd, baseCurrency: eur, rate: new Decimal('1.25') });
    expect([totals.baseNet, totals.baseVat, totals.baseSelfAssessedVat, totals.baseDeductibleVat].map(String)).toEqual([
      '106.67', '16.80', '5.60', '14.00',
    ]); // prettier-ignore
  });
});

describe('the posting of a supplier document', () => {
  it.each([
    [
      'all deductible',
      [cost('100.00')],
      ['debit cost 100.00', 'debit input VAT 21.00', 'credit payables 121.00'],
    ],
    [
      'half deductible',
      [cost('100.00', percent('50'))],
      ['debit cost 110.50', 'debit input VAT 10.50', 'credit payables 121.00'],
    ],
    ['not deductible', [cost('100.00', percent('0'))], ['debit cost 121.00', 'credit payables 121.00']],
    [
      'reverse charge',
      [cost('100.00', reverseCharge)],
      ['debit cost 100.00', 'debit input VAT 21.00', 'credit output VAT 21.00', 'credit payables 100.00'],
    ],
    [
      'reverse charge, 40 %',
      [cost('100.00', { ...reverseCharge, ...percent('40') })],
      ['debit cost 112.60', 'debit input VAT 8.40', 'credit output VAT 21.00', 'credit payables 100.00'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(entries(lines)).toEqual(expected);
  });

  it('mirrors a credit note, on both sides of self-assessed VAT', () => {
    expect(entries([cost('100.00', { ...reverseCharge, ...percent('40') })], 'credit_note')).toEqual([
      'credit cost 112.60',
      'credit input VAT 8.40',
      'debit output VAT 21.00',
      'debit payables 100.00',
    ]);
  });

  it('has one entry per account and per rate', () => {
    const nine = { vatRatePercent: new Decimal(9), vatCode: null };
    expect(entries([cost('10.00'), cost('20.00', nine), cost('30.00')], 'invoice', ['a', 'b', 'a'])).toEqual([
      'debit a 40.00',
      'debit b 20.00',
      'debit input VAT 8.40',
      'debit input VAT 1.80',
      'credit payables 70.20',
    ]);
  });
});
