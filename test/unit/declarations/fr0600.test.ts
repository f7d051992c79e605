import { Decimal } from '../../../src/shared/decimal';
import { breakdownOf } from '../../../src/declarations/domain/vat-return/breakdown';
import {
  computeReturn,
  type ComputedReturn,
} from '../../../src/declarations/domain/vat-return/compute-return';
import { exactFr0600, FR0600, fr0600PeriodNotes } from '../../../src/declarations/domain/vat-return/fr0600';
import * as checks from '../../../src/declarations/domain/vat-return/fr0600-checks';
import { isLithuanianCompanyCode, isLithuanianVatNumber } from '../../../src/declarations/domain/lt-codes';
import { daysOf } from '../../../src/declarations/domain/vat-return/return-period';
import type { VatMovement } from '../../../src/declarations/domain/vat-return/vat-movement';
import { charged, registered, reverseCharged, rulesOf } from '../../support/vat-movements';

const PERIOD = { year: 2026, month: 3, months: 1 };

const IN_FULL = { deductionPercent: 100, isDeductionOnRows: false };

function compute(movements: VatMovement[], deductionPercent = 100, period = PERIOD): ComputedReturn {
  return computeReturn(FR0600, movements, rulesOf('LT'), {
    period,
    deductionPercent,
    isDeductionOnRows: false,
  });
}

/** The boxes that are not zero, without the percentage. */
function boxes({ figure }: ComputedReturn): Record<string, string> {
  const all = FR0600.boxes.map(({ code }): [string, string] => [code, figure(code).toFixed()]);
  return Object.fromEntries(all.filter(([code, value]) => value !== '0' && code !== '28'));
}

describe('FR0600', () => {
  it('has boxes 11 to 36, all zero for nothing', () => {
    const empty = compute([]);
    expect(FR0600.boxes.map(({ code }) => Number(code))).toEqual(
      Array.from({ length: 26 }, (_, i) => i + 11),
    );
    expect(boxes(empty)).toEqual({});
    expect(empty.figure('28').toFixed()).toBe('100');
    expect(empty.warnings).toEqual([]);
  });

  it('an ordinary month: two rates, exempt, export, EU supplies, purchases', () => {
    const computed = compute([
      registered({ taxCode: 'PVM1', net: '1000.00', vat: '210.00' }),
      registered({ taxCode: 'PVM3', ratePercent: '5', net: '200.00', vat: '10.00' }),
      registered({ taxCode: 'PVM5', ratePercent: '0', category: 'E', net: '50.00' }),
      registered({ taxCode: 'PVM12', ratePercent: '0', category: 'G', net: '300.00' }),
      registered({ taxCode: 'PVM13', ratePercent: '0', category: 'K', net: '400.00' }),
      registered({ taxCode: 'PVM15', ratePercent: '0', category: 'O', net: '70.00' }),
      registered({ taxCode: 'PVM25', ratePercent: '0', category: 'AE', net: '80.00' }),
      charged('100.00', '21.00'),
    ]);
    expect(boxes(computed)).toEqual({
      '11': '1200',
      '12': '80',
      '13': '50',
      '17': '300',
      '18': '400',
      '20': '70',
      '25': '21',
      '29': '210',
      '31': '10',
      '35': '21',
      '36': '199',
    });
    expect(computed.warnings).toEqual([]);
  });

  it('self-assessed VAT is owed and deducted: EU goods, services from abroad, art. 96, imports', () => {
    const computed = compute([
      reverseCharged('PVM16', '1000.00', '210.00'),
      reverseCharged('PVM21', '200.00', '42.00'),
      reverseCharged('PVM20', '100.00', '21.00'),
      reverseCharged('PVM25', '50.00', '10.50'),
      charged('500.00', '105.00', { taxCode: 'PVM23' }),
    ]);
    expect(boxes(computed)).toEqual({
      '21': '1000',
      '23': '300',
      '24': '200',
      '25': '284', // 210 + 42 + 21 + 10.50
      '26': '105',
      '32': '63',
      '33': '11',
      '34': '210',
      '35': '389', // 388.50
      '36': '-105',
    });
    expect(computed.warnings).toEqual([]);
  });

  it('owes all self-assessed VAT, also what it does not deduct', () => {
    const computed = compute([reverseCharged('PVM16', '1000.00', '210.00', { deductibleVat: '105.00' })]);
    expect(boxes(computed)).toEqual({ '21': '1000', '25': '105', '34': '210', '35': '105', '36': '105' });
    expect(computed.warnings).toEqual(['Box 25 is smaller than boxes 32 and 34, whose VAT belongs into it.']);
    expect(breakdownOf(computed.placed)).toMatchObject([
      { direction: 'purchases', taxableFields: ['21'], vatFields: ['34', '25'] },
    ]);
    expect(String(breakdownOf(computed.placed)[0]!.vat)).toBe('210');
  });

  it('import VAT that the authority sets off is in box 27 once, owed and deducted', () => {
    const computed = compute([reverseCharged('PVM24', '1000.00', '210.00')]);
    expect(boxes(computed)).toEqual({ '27': '210', '35': '210' });
  });

  it('rounds each box of exact sums half away from zero, and 36 of rounded boxes', () => {
    const computed = compute([
      registered({ taxCode: 'PVM1', net: '1.20', vat: '0.25' }),
      registered({ taxCode: 'PVM1', net: '1.30', vat: '0.27' }),
      registered({ taxCode: 'PVM3', ratePercent: '5', net: '-10.50', vat: '-0.50', isCreditNote: true }),
    ]);
    expect(boxes(computed)).toMatchObject({ '11': '-8', '29': '1', '31': '-1' });
    expect(computed.figure('36').toFixed()).toBe('0');
    expect(exactFr0600(computed.sums, IN_FULL).due.toFixed(2)).toBe('0.02');
  });

  it('a pro rata that the purchases carry is in box 25 with what it leaves undeducted, and is applied once', () => {
    // 100.00 + 21.00 at 60 %: 12.60 deducted, 8.40 not; reverse charge of 42.00: 25.20 and 16.80
    const movements = [
      charged('100.00', '21.00', { deductibleVat: '12.60', undeductedProRata: '8.40' }),
      reverseCharged('PVM25', '200.00', '42.00', { deductibleVat: '25.20', undeductedProRata: '16.80' }),
    ];
    const options = { period: PERIOD, deductionPercent: 60, isDeductionOnRows: true };
    const computed = computeReturn(FR0600, movements, rulesOf('LT'), options);
    expect(boxes(computed)).toEqual({ '25': '63', '33': '42', '35': '38', '36': '4' });
    expect(exactFr0600(computed.sums, options).deductibleVat.toFixed(2)).toBe('37.80');
    expect(computed.warnings).toEqual([]);
  });

  it('a refund keeps its sign, to the cent and in whole euros', () => {
    const computed = compute([
      registered({ taxCode: 'PVM1', net: '19079.00', vat: '4006.59' }),
      charged('25139.95', '5279.39'),
    ]);
    const { outputVat, deductibleVat, due } = exactFr0600(computed.sums, IN_FULL);
    expect([outputVat, deductibleVat, due].map(amount => amount.toFixed(2))).toEqual([
      '4006.59',
      '5279.39',
      '-1272.80',
    ]);
    expect(computed.figure('36').toFixed()).toBe('-1272');
  });

  it('credits lower the boxes of their code and stand apart in the breakdown', () => {
    const { placed } = compute([
      registered({ taxCode: 'PVM1', net: '1000.00', vat: '210.00' }),
      registered({ taxCode: 'PVM1', net: '-200.00', vat: '-42.00', isCreditNote: true }),
    ]);
    const [row] = breakdownOf(placed);
    expect([row!.net, row!.vat, row!.creditNet, row!.creditVat].map(String)).toEqual([
      '800',
      '168',
      '-200',
      '-42',
    ]);
    expect(row).toMatchObject({
      taxableFields: ['11'],
      vatFields: ['29'],
      reportedAs: 'PVM1',
      confidence: 'reported',
    });
  });

  it('pro rata: box 35 is the percentage of what lines deduct, whatever lines exclude', () => {
    const computed = compute(
      [charged('100.00', '21.00'), charged('100.00', '21.00', { deductibleVat: '10.50', taxCode: 'PVM1' })],
      60,
    );
    expect(boxes(computed)).toEqual({ '25': '32', '35': '19', '36': '-19' }); // 31.50, 18.90
    expect(computed.warnings).toEqual([]);
  });

  it.each([
    ['PVM2', '9', '2025-12', '30', []],
    ['PVM58', '12', '2026-01', '30', [expect.stringContaining('12 %')]],
    ['PVM3', '5', '2026-01', '31', []],
  ])('%s of %s in %s is in box %s', (taxCode, ratePercent, month, box, notes) => {
    const period = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)), months: 1 };
    const vat = new Decimal(ratePercent).times(10).toFixed(2);
    const computed = compute([registered({ taxCode, ratePercent, net: '1000.00', vat })], 100, period);
    expect(boxes(computed)).toMatchObject({ '11': '1000', [box]: new Decimal(vat).toFixed(0) });
    expect(computed.warnings).toEqual([]);
    expect(fr0600PeriodNotes(computed.placed)).toEqual(notes);
  });

  it('sales without a code go by category and rate, and it says so', () => {
    const computed = compute([
      registered({ net: '100.00', vat: '21.00' }),
      registered({ ratePercent: '20', net: '10.00', vat: '2.00' }),
      registered({ ratePercent: '0', category: 'AE', net: '5.00', partnerVatCode: 'DE123456789' }),
      registered({ taxCode: 'OWN', ratePercent: '0', category: 'G', net: '7.00' }),
    ]);
    expect(boxes(computed)).toEqual({ '11': '110', '17': '7', '20': '5', '29': '23', '36': '23' });
    expect(computed.warnings).toEqual([
      'Sales at 21 % (category S) without a VAT code are reported as PVM1: net 100.00, VAT 21.00.',
      'Sales at 20 % (category S) without a VAT code are reported as PVM1, which is not certain: net 10.00, VAT 2.00.',
      'Sales at 0 % (category AE) without a VAT code are reported as PVM15: net 5.00, VAT 0.00.',
      "Sales at 0 % (category G) under the company's own VAT code OWN are reported as PVM12: net 7.00, VAT 0.00.",
    ]);
  });

  it('OSS sales bear no Lithuanian VAT, whatever their code', () => {
    const computed = compute([
      registered({
        scheme: 'oss_union',
        vatCountryCode: 'DE',
        ratePercent: '19',
        net: '100.00',
        vat: '19.00',
        taxCode: 'PVM1',
      }),
    ]);
    expect(boxes(computed)).toEqual({ '20': '100' });
    expect(computed.warnings[0]).toMatch(
      /taxed by another state are reported as PVM15, which is not certain/,
    );
    expect(fr0600PeriodNotes(computed.placed)[0]).toMatch(/OSS/);
  });

  it('says what has no box', () => {
    const { warnings } = compute([
      charged('100.00', '20.00', { taxCode: 'PVM48', ratePercent: '20' }),
      charged('10.00', '1.90', { ratePercent: '19', partnerVatCode: 'DE123456789' }),
      charged('30.00', '6.30', { taxCode: 'PVM1', partnerVatCode: 'DE123456789' }),
    ]);
    expect(warnings).toEqual([
      'VAT on purchases at 20 % (category S) under PVM48 has no box: net 100.00, VAT 20.00.',
      'Purchases at 19 % (category S) from suppliers abroad deduct VAT that the supplier charged; only VAT of LT is deducted here: net 10.00, VAT 1.90.',
      'Purchases at 21 % (category S) from suppliers abroad deduct VAT that the supplier charged; only VAT of LT is deducted here: net 30.00, VAT 6.30.',
    ]);
  });
});

describe("the form's checks", () => {
  const figures =
    (values: Record<string, number>): ((box: string) => Decimal) =>
    box =>
      new Decimal(values[box] ?? 0);
  const options = (deductionPercent: number, year = 2026) => ({
    period: { year, month: 1, months: 1 },
    deductionPercent,
    isDeductionOnRows: false,
  });

  it.each([
    [{}, null],
    [{ 21: 100, 34: 21 }, null],
    [{ 21: 100, 34: 5 }, null],
    [{ 21: 100, 34: 4 }, /not between/],
    [{ 21: 100, 34: 22 }, /not between/],
    [{ 21: 100 }, /no VAT on them/],
    [{ 34: 21 }, /no acquisitions/],
    [{ 21: -100, 34: -21 }, null],
  ])('EU acquisitions carry VAT: %j', (values, expected) => {
    matches(checks.euAcquisitionsCarryVat(figures(values)), expected);
  });

  it.each([
    [checks.euServicesAreWithinForeign, { 23: 100, 24: 100 }, null],
    [checks.euServicesAreWithinForeign, { 23: 100, 24: 101 }, /24 is larger/],
    [checks.foreignServicesCarryVat, { 23: 1000, 32: 210 }, null],
    [checks.foreignServicesCarryVat, { 23: 1000, 32: 207 }, /not 21 %/],
    [checks.triangularPurchasesAreSold, { 22: 100, 20: 101 }, null],
    [checks.triangularPurchasesAreSold, { 22: 100, 20: 100 }, /not larger/],
    [checks.selfAssessedVatIsWithinInput, { 25: 63, 32: 21, 34: 42 }, null],
    [checks.selfAssessedVatIsWithinInput, { 25: 60, 32: 21, 34: 42 }, /25 is smaller/],
    [checks.importVatIsEnteredOnce, { 26: 10 }, null],
    [checks.importVatIsEnteredOnce, { 26: 10, 27: 10 }, /26 and 27/],
    [checks.deductibleVatFitsInput, { 25: 100, 28: 60, 35: 60 }, null],
    [checks.deductibleVatFitsInput, { 25: 100, 28: 60, 35: 63 }, /35 is not/],
  ])('%p of %j', (check, values, expected) => {
    matches(check(figures(values)), expected);
  });

  it.each([
    [2025, { 11: 1000, 30: 90 }, null],
    [2026, { 11: 1000, 30: 120 }, null],
    [2025, { 11: 1000, 30: 120 }, /do not fit/],
    [2026, { 11: 1000, 29: 210, 31: 50 }, /do not fit/],
    [2026, { 29: 210 }, /do not fit/],
    [2026, { 14: 100, 15: 100, 16: 100, 29: 63 }, null],
  ])('output VAT fits supplies in %i: %j', (year, values, expected) => {
    matches(checks.outputVatFitsSupplies(figures(values), options(100, year)), expected);
  });

  it.each([
    [95, null],
    [96, /entered as 100/],
    [99, /entered as 100/],
    [100, null],
  ])('a deduction of %i %%', (percent, expected) => {
    matches(checks.deductionPercentIsPossible(options(percent)), expected);
  });

  it('boxes of unusual size', () => {
    expect(checks.boxesAreOfUsualSize(figures({ 12: 99_999_999, 17: 999_999_999 }))).toEqual([]);
    expect(checks.boxesAreOfUsualSize(figures({ 12: 100_000_000, 20: -1_000_000_000 }))).toEqual([
      'Box 12 has more than 8 digits.',
      'Box 20 has more than 9 digits.',
    ]);
  });

  it('codes of the taxpayer', () => {
    expect(
      ['LT100001234510', 'LT100001234511', 'LT1000012345', '100001234510'].map(isLithuanianVatNumber),
    ).toEqual([true, false, false, false]);
    expect(['305555553', '305555554', '30555555'].map(isLithuanianCompanyCode)).toEqual([true, false, false]);
  });

  function matches(found: string | null, expected: RegExp | null): void {
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatch(expected);
  }
});

describe('the period of a return', () => {
  it.each([
    [{ year: 2026, month: 2, months: 1 }, '2026-02-01', '2026-02-28'],
    [{ year: 2028, month: 1, months: 3 }, '2028-01-01', '2028-03-31'],
    [{ year: 2026, month: 1, months: 12 }, '2026-01-01', '2026-12-31'],
  ])('%j', (period, from, to) => {
    expect(daysOf(period)).toEqual({ from, to });
  });

  it('does not cross years', () => {
    expect(() => daysOf({ year: 2026, month: 12, months: 2 })).toThrow(/within 2026/);
  });
});
