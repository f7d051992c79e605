import { Decimal, sumOf, withoutNegativeZero } from '../../../shared/decimal';
import { contributionsOf } from './placement';
import type { VatReturnPack } from './vat-return-pack';

const OUTPUT_BOXES: Record<string, string> = {
  obrat23: 'Line 1: domestic supplies at 21 %, value',
  dan23: 'Line 1: tax',
  obrat5: 'Line 2: domestic supplies at 12 %, value',
  dan5: 'Line 2: tax',
  p_zb23: 'Line 3: goods from other EU states at 21 %, value',
  dan_pzb23: 'Line 3: tax',
  p_zb5: 'Line 4: goods from other EU states at 12 %, value',
  dan_pzb5: 'Line 4: tax',
  p_sl23_e: 'Line 5: services from EU VAT payers at 21 %, value',
  dan_psl23_e: 'Line 5: tax',
  p_sl5_e: 'Line 6: services from EU VAT payers at 12 %, value',
  dan_psl5_e: 'Line 6: tax',
  dov_zb23: 'Line 7: import of goods at 21 %, value',
  dan_dzb23: 'Line 7: tax',
  dov_zb5: 'Line 8: import of goods at 12 %, value',
  dan_dzb5: 'Line 8: tax',
  rez_pren23: 'Line 10: domestic reverse charge, buyer, at 21 %, value',
  dan_rpren23: 'Line 10: tax',
  rez_pren5: 'Line 11: domestic reverse charge, buyer, at 12 %, value',
  dan_rpren5: 'Line 11: tax',
  p_sl23_z: 'Line 12: other supplies taxed by the buyer at 21 %, value',
  dan_psl23_z: 'Line 12: tax',
  p_sl5_z: 'Line 13: other supplies taxed by the buyer at 12 %, value',
  dan_psl5_z: 'Line 13: tax',
};
const UNTAXED_BOXES: Record<string, string> = {
  dod_zb: 'Line 20: goods to VAT payers in other EU states',
  pln_sluzby: 'Line 21: services to VAT payers in other EU states',
  pln_vyvoz: 'Line 22: export of goods',
  pln_zaslani: 'Line 24: distance sales under OSS',
  pln_rez_pren: 'Line 25: domestic reverse charge, supplier',
  pln_ost: 'Line 26: other supplies with right of deduction',
  tri_pozb: 'Line 30: triangular trade, acquisition by the middle party',
  tri_dozb: 'Line 31: triangular trade, supply by the middle party',
};
const INPUT_BOXES: Record<string, string> = {
  pln23: 'Line 40: domestic purchases at 21 %, value',
  odp_tuz23_nar: 'Line 40: deduction in full',
  pln5: 'Line 41: domestic purchases at 12 %, value',
  odp_tuz5_nar: 'Line 41: deduction in full',
  dov_cu: 'Line 42: import, tax assessed by customs, value',
  odp_cu_nar: 'Line 42: deduction in full',
  nar_zdp23: 'Line 43: of lines 3 to 13 at 21 %, value',
  od_zdp23: 'Line 43: deduction in full',
  nar_zdp5: 'Line 44: of lines 3 to 13 at 12 %, value',
  od_zdp5: 'Line 44: deduction in full',
};
const RESULT_BOXES: Record<string, string> = {
  odp_sum_nar: 'Line 46: deduction in full, sum',
  plnosv_kf: 'Line 50: exempt supplies without right of deduction',
  dan_zocelk: 'Line 62: output tax',
  odp_zocelk: 'Line 63: deduction',
  dano_da: 'Line 64: tax due',
  dano_no: 'Line 65: excess deduction, without sign',
};
const LABELS = { ...OUTPUT_BOXES, ...UNTAXED_BOXES, ...INPUT_BOXES, ...RESULT_BOXES };

const OUTPUT_TAX = Object.keys(OUTPUT_BOXES).filter(box => box.startsWith('dan'));
const DEDUCTIONS = Object.keys(INPUT_BOXES).filter(box => box.startsWith('od'));

/** The Czech VAT return DPHDP3; boxes are named by the attributes of its file. */
export const DPHDP3: VatReturnPack = {
  countryCode: 'CZ',
  formKey: 'DPHDP3',
  formName: 'Přiznání k dani z přidané hodnoty',
  frequency: 'monthly',
  source:
    'Lines and attribute names of DPHDP3 as reported by published software; not checked against an official schema',
  currency: 'CZK',
  boxes: Object.entries(LABELS).map(([code, label]) => ({ code, label })),
  notes: [
    'Experimental: lines by VAT code and whole crowns (half up) are reported or from memory, not verified with the tax office.',
    'Not computed: reduced deduction (lines 40 to 45, second column), lines 9, 23, 32 to 34, 45, 47 and 51 to 61.',
  ],
  contributionsOf,
  figuresOf: sums => {
    const figures = new Map(
      Object.keys(LABELS).map(box => [box, wholeCrowns(sums.get(box) ?? new Decimal(0))]),
    );
    const sum = (boxes: string[]): Decimal => sumOf(boxes.map(box => figures.get(box)!));
    const output = sum(OUTPUT_TAX);
    const deduction = sum(DEDUCTIONS);
    const due = output.minus(deduction);
    figures.set('odp_sum_nar', deduction);
    figures.set('dan_zocelk', output);
    figures.set('odp_zocelk', deduction);
    figures.set('dano_da', Decimal.max(due, 0));
    figures.set('dano_no', Decimal.max(due.negated(), 0));
    return figures;
  },
  check: () => [],
  decimals: 0,
};

function wholeCrowns(amount: Decimal): Decimal {
  return withoutNegativeZero(amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP));
}
