import { ossReturnOf, type OssMovement, type OssReturn } from '../../../src/declarations/domain/oss';
import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';

const STANDARD_RATES = new Set(['DE 19', 'EE 24', 'FI 25.5', 'LT 21']);

function movement(
  members: Partial<Omit<OssMovement, 'net' | 'vat'>> & { net?: string; vat?: string } = {},
): OssMovement {
  return {
    countryCode: 'DE',
    ratePercent: '19',
    correctedQuarter: null,
    documents: 1,
    deemedDocuments: 0,
    ...members,
    net: new Decimal(members.net ?? '100.00'),
    vat: new Decimal(members.vat ?? '19.00'),
  };
}

function oss(movements: OssMovement[], rate = '1'): OssReturn {
  return ossReturnOf(movements, 'LT', STANDARD_RATES, amount => amount.times(rate).toDecimalPlaces(2));
}

describe('the OSS return', () => {
  it('has a row to a state and rate, with the kind of rate and totals', () => {
    const { rows, totals, warnings } = oss([
      movement({ documents: 2 }),
      movement({ ratePercent: '7', net: '50.00', vat: '3.50' }),
      movement({ countryCode: 'FI', ratePercent: '25.5', net: '10.00', vat: '2.55' }),
      movement({ countryCode: 'EE', ratePercent: '22', net: '10.00', vat: '2.20' }),
    ]);
    expect(
      rows.map(
        row =>
          `${row.countryCode} ${row.rateType} ${row.vatRatePercent} ${row.taxableAmount.toFixed()} ${row.vatAmount.toFixed()} ${row.documents}`,
      ),
    ).toEqual([
      'DE STANDARD 19 100 19 2',
      'DE REDUCED 7 50 3.5 1',
      'FI STANDARD 25.5 10 2.55 1',
      'EE REDUCED 22 10 2.2 1', // 24 % since July 2025
    ]);
    expect([totals.taxableAmount, totals.vatAmount].map(String)).toEqual(['170', '27.25']);
    expect(warnings).toEqual([]);
  });

  it("includes a platform's sales and warns that imports are not of this return", () => {
    const { rows, warnings } = oss([movement({ documents: 2, deemedDocuments: 1 })]);
    expect(rows).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringContaining('1 document(s) of DE at 19 % are sales of a platform'),
    ]);
  });

  it('puts credits of earlier quarters apart, by state and quarter', () => {
    const { rows, corrections, correctionsTotal } = oss([
      movement(),
      movement({
        correctedQuarter: '2025-10-01' as CalendarDate,
        ratePercent: '0',
        net: '-20.00',
        vat: '-3.80',
      }),
      movement({
        correctedQuarter: '2025-07-01' as CalendarDate,
        ratePercent: '0',
        net: '-1.00',
        vat: '-0.19',
      }),
    ]);
    expect(rows).toHaveLength(1);
    expect(
      corrections.map(
        row =>
          `${row.countryCode} ${row.periodYear} Q${row.periodQuarter} ${row.taxableAmount.toFixed()} ${row.vatAmount.toFixed()}`,
      ),
    ).toEqual(['DE 2025 Q4 -20 -3.8', 'DE 2025 Q3 -1 -0.19']);
    expect(String(correctionsTotal.vatAmount)).toBe('-3.99');
  });

  it('leaves out what is of no other member state, and says so', () => {
    const { rows, warnings } = oss([
      movement({ countryCode: null }),
      movement({ countryCode: 'LT', ratePercent: '21', vat: '21.00' }),
      movement({ countryCode: 'US', ratePercent: '0', vat: '0' }),
    ]);
    expect(rows).toEqual([]);
    expect(warnings).toEqual([
      '1 document(s) of OSS at 19 % name no state of consumption (vatCountryCode) and are left out: net 100.00, VAT 19.00.',
      '1 document(s) of OSS at 21 % are taxed by LT, which is no other member state and are left out: net 100.00, VAT 21.00.',
      '1 document(s) of OSS at 0 % are taxed by US, which is no other member state and are left out: net 100.00, VAT 0.00.',
    ]);
  });

  it('is in euros: sums are converted and rounded, totals are of what is declared', () => {
    const { rows, totals } = oss(
      [movement({ net: '1000.00', vat: '190.00' }), movement({ ratePercent: '7', net: '1.00', vat: '0.07' })],
      '0.04123',
    );
    expect(rows.map(row => `${row.taxableAmount.toFixed()} ${row.vatAmount.toFixed()}`)).toEqual([
      '41.23 7.83',
      '0.04 0',
    ]);
    expect(String(totals.taxableAmount)).toBe('41.27');
  });
});
