import czechAndSlovak from '../../../migrations/seeds/vat-classifiers-cz-sk.json';
import defaults from '../../../src/declarations/data/return-defaults.json';
import { computeReturn } from '../../../src/declarations/domain/vat-return/compute-return';
import { packOf, VAT_RETURN_PACKS } from '../../../src/declarations/domain/vat-return/packs';
import type { VatMovement } from '../../../src/declarations/domain/vat-return/vat-movement';
import { charged, registered, reverseCharged, rulesOf } from '../../support/vat-movements';

/** The boxes that are not zero. */
function boxes(
  country: 'CZ' | 'SK',
  movements: VatMovement[],
): { boxes: Record<string, string>; warnings: string[] } {
  const pack = packOf(country);
  const options = {
    period: { year: 2026, month: 3, months: 1 },
    deductionPercent: 100,
    isDeductionOnRows: false,
  };
  const { figure, warnings } = computeReturn(pack, movements, rulesOf(country), options);
  const all = pack.boxes.map(({ code }): [string, string] => [code, figure(code).toFixed(pack.decimals)]);
  return { boxes: Object.fromEntries(all.filter(([, value]) => Number(value) !== 0)), warnings };
}

describe('the packs', () => {
  it('are one to a country, say where they are known from, and refuse others', () => {
    expect(VAT_RETURN_PACKS.map(({ countryCode, formKey }) => `${countryCode} ${formKey}`)).toEqual([
      'LT FR0600',
      'CZ DPHDP3',
      'SK DPHv25',
    ]);
    expect(VAT_RETURN_PACKS.filter(({ source, notes }) => source === '' || notes.length === 0)).toEqual([]);
    expect(() => packOf('DE')).toThrow(/no VAT return of DE/);
  });

  it.each(VAT_RETURN_PACKS.map(pack => [pack.countryCode, pack] as const))(
    '%s: every box of its codes is on the form, and defaults name known codes',
    (country, pack) => {
      const known = new Set(pack.boxes.map(({ code }) => code));
      const { codes } = rulesOf(country as 'LT');
      const named = [...codes.values()].flatMap(({ sales, purchases }) =>
        [sales, purchases].flatMap(part => Object.values(part ?? {}).flat() as string[]),
      );
      expect(named.filter(box => !known.has(box))).toEqual([]);
      expect(
        defaults.filter(rule => rule.country === country && rule.asCode !== null && !codes.has(rule.asCode)),
      ).toEqual([]);
    },
  );

  it('codes are named once, with a category for every sale', () => {
    expect(new Set(czechAndSlovak.map(({ code }) => code)).size).toBe(czechAndSlovak.length);
    expect(czechAndSlovak.filter(row => row.registers === 'S' && row.category === null)).toEqual([]);
    expect(
      czechAndSlovak.filter(row => row.registers === 'S' && row.category !== 'S' && row.legalBasis === null),
    ).toEqual([]);
  });
});

describe('the Czech return', () => {
  it('an ordinary month, in whole crowns', () => {
    const month = boxes('CZ', [
      registered({ taxCode: 'CZ1', net: '10000.40', vat: '2100.08' }),
      registered({ ratePercent: '12', net: '1000.00', vat: '120.00' }),
      registered({
        taxCode: 'CZ20',
        ratePercent: '0',
        category: 'K',
        net: '500.00',
        partnerVatCode: 'DE123456789',
      }),
      registered({ taxCode: 'CZ25-4', ratePercent: '0', category: 'AE', net: '700.00' }),
      charged('2000.00', '420.00'),
      charged('100.00', '12.00', { ratePercent: '12' }),
      reverseCharged('CZ3', '8000.00', '1680.00'),
      reverseCharged('CZ10-4', '9000.00', '1890.00'),
    ]);
    expect(month.boxes).toEqual({
      obrat23: '10000',
      dan23: '2100',
      obrat5: '1000',
      dan5: '120',
      p_zb23: '8000',
      dan_pzb23: '1680',
      rez_pren23: '9000',
      dan_rpren23: '1890',
      dod_zb: '500',
      pln_rez_pren: '700',
      pln23: '2000',
      odp_tuz23_nar: '420',
      pln5: '100',
      odp_tuz5_nar: '12',
      nar_zdp23: '17000',
      od_zdp23: '3570',
      odp_sum_nar: '4002',
      dan_zocelk: '5790',
      odp_zocelk: '4002',
      dano_da: '1788',
    });
    expect(month.warnings).toEqual([
      'Sales at 12 % (category S) without a VAT code are reported as CZ2: net 1000.00, VAT 120.00.',
    ]);
  });

  it('an excess of deduction has no sign, and a credit lowers its line', () => {
    expect(
      boxes('CZ', [
        registered({ taxCode: 'CZ1', net: '-100.00', vat: '-21.00', isCreditNote: true }),
        charged('100.00', '21.00'),
      ]).boxes,
    ).toMatchObject({ obrat23: '-100', dan23: '-21', dano_no: '42' });
  });
});

describe('the Slovak return', () => {
  it('an ordinary month, to the cent', () => {
    const month = boxes('SK', [
      registered({ ratePercent: '23', taxCode: 'SK03', net: '1000.00', vat: '230.00' }),
      registered({ ratePercent: '19', taxCode: 'SK01', net: '100.00', vat: '19.00' }),
      registered({ ratePercent: '5', taxCode: 'SK01A', net: '200.00', vat: '10.00' }),
      registered({
        ratePercent: '0',
        category: 'K',
        taxCode: 'SK14',
        net: '1000.00',
        partnerVatCode: 'CZ12345678',
      }),
      registered({
        ratePercent: '0',
        category: 'AE',
        taxCode: 'SKS',
        net: '500.00',
        partnerVatCode: 'CZ12345678',
      }),
      charged('10.00', '1.90', { ratePercent: '19' }),
      charged('20.00', '1.00', { ratePercent: '5' }),
      reverseCharged('SK07', '300.00', '69.00', { ratePercent: '23' }),
      reverseCharged('SK09B', '1000.00', '230.00', { ratePercent: '23' }),
    ]);
    expect(month.boxes).toEqual({
      r01: '100.00',
      r02: '19.00',
      r01a: '200.00',
      r02a: '10.00',
      r03: '1000.00',
      r04: '230.00',
      r07: '300.00',
      r08: '69.00',
      r09b: '1000.00',
      r10b: '230.00',
      r13: '1000.00',
      r14: '1000.00',
      r17: '558.00',
      r18: '1.90',
      r18a: '1.00',
      r19: '299.00',
      r20: '1.90',
      r20a: '1.00',
      r32: '256.10',
      r35: '256.10',
    });
    expect(month.warnings).toEqual([]);
  });

  it('credits are corrections, of supplies and of deduction', () => {
    expect(
      boxes('SK', [
        registered({ ratePercent: '23', taxCode: 'SK03', net: '-100.00', vat: '-23.00', isCreditNote: true }),
        charged('-10.00', '-2.30', { ratePercent: '23', isCreditNote: true }),
      ]).boxes,
    ).toEqual({ r24: '-100.00', r25: '-23.00', r28: '2.30', r33: '20.70' });
  });

  it('a form that wants no sign has the excess in a box of its own', () => {
    expect(
      boxes('SK', [
        registered({ ratePercent: '23', taxCode: 'SK03', net: '17419.96', vat: '4006.59' }),
        charged('22953.87', '5279.39', { ratePercent: '23' }),
      ]).boxes,
    ).toMatchObject({ r17: '4006.59', r19: '5279.39', r33: '1272.80' });
  });
});
