import { parseCalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';
import { yearKey } from '../../../src/purchases/domain/document-key';
import { numberKey } from '../../../src/shared/document-number';
import { firstOpenDay } from '../../../src/ledger/periods/domain/first-open-day';
import { treatmentOf } from '../../../src/purchases/domain/purchase-vat';
import type { VatCode } from '../../../src/vat';
import classifier from '../../../migrations/seeds/vat-classifiers.json';

const date = (text: string) => parseCalendarDate(text)!;

/** A code as the database gives it. */
function known(name: string): VatCode {
  const row = classifier.find(({ code }) => code === name)!;
  const boxes = (row.fr0600Purchase ?? {}) as { inputVat?: string[]; outputVat?: string[] };
  return {
    code: name,
    ratePercent: row.ratePercent === null ? null : new Decimal(row.ratePercent),
    validFrom: null,
    validTo: null,
    category: row.category as VatCode['category'],
    registers: row.registers as VatCode['registers'],
    legalBasis: null,
    hasInputVat: boxes.inputVat !== undefined,
    isSelfAssessed: boxes.outputVat !== undefined,
  };
}

describe('the VAT treatment of a purchase', () => {
  it.each([
    ['PVM1', null, '21 S'],
    ['PVM2', null, '9 S'],
    ['PVM5', null, '0 E'],
    ['PVM14', null, '0 Z'],
    ['PVM16', null, '21 AE'],
    ['PVM18', null, '5 AE'],
    ['PVM19', null, '0 AE'],
    ['PVM20', null, '21 AE'],
    ['PVM21', null, '21 AE'],
    ['PVM23', '21', '21 S'],
    ['PVM23', null, 'needs a rate'],
    ['PVM24', '21', '21 AE'],
    ['PVM24', null, 'needs a rate'],
    ['PVM25', null, '21 AE'],
    ['PVM32', null, '0 E'],
    ['PVM35', null, '0 Z'],
    ['PVM48', null, '0 O'],
    ['PVM49', null, '6 S'],
    ['PVM58', null, '12 S'],
    ['PVM60', null, '12 AE'],
    ['PVM100', null, '0 O'],
  ])('under %s with rate %s: %s', (name, rate, expected) => {
    const treatment = treatmentOf(known(name), rate === null ? null : new Decimal(rate));
    expect(
      treatment ? `${treatment.vatRatePercent.toString()} ${treatment.vatCategory}` : 'needs a rate',
    ).toBe(expected);
  });

  it('without a code is what the supplier charged', () => {
    expect(treatmentOf(null, new Decimal(21))).toMatchObject({ vatCategory: 'S' });
    expect(treatmentOf(null, new Decimal(0))).toMatchObject({ vatCategory: 'Z' });
    expect(treatmentOf(null, null)).toBeNull();
  });
});

describe("the key of a supplier's number", () => {
  it.each([
    ['AB-001', 'ab-001'],
    [' \u00a0AB-001\t', 'ab-001'],
    ['AB\u2010001', 'ab-001'],
    ['AB\u2011001', 'ab-001'],
    ['AB\u2212001', 'ab-001'],
    ['AB\u2014001', 'ab-001'],
    ['\uff21\uff22\uff0d001', 'ab-001'],
    ['A\u00adB-001\u200b', 'ab-001'],
    ['AB-0001', 'ab-0001'],
    ['AB 001', 'ab 001'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['\u0116-1', 'ė-1'],
    ['E\u0307-1', 'ė-1'],
    ['№ 5', 'no 5'],
    [' \u200b', ''],
  ])('of %j is %j', (number, key) => {
    expect(numberKey(number)).toBe(key);
    expect(numberKey(numberKey(number))).toBe(key);
  });

  it('holds the year only where the company says so', () => {
    expect([yearKey(date('2026-05-01'), 'ever'), yearKey(date('2026-05-01'), 'year')]).toEqual([0, 2026]);
  });
});

describe('the first open day', () => {
  const closed = [
    { year: 2026, month: 12 },
    { year: 2027, month: 1 },
    { year: 2026, month: 10 },
  ];
  it.each([
    ['2026-11-17', '2026-11-17'],
    ['2026-10-17', '2026-11-01'],
    ['2026-12-31', '2027-02-01'],
  ])('from %s on is %s', (day, expected) => {
    expect(firstOpenDay(date(day), closed)).toBe(expected);
  });
});
