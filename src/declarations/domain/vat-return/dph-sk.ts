import { Decimal, sumOf } from '../../../shared/decimal';
import { contributionsOf, type Contribution, type ReturnBoxes } from './placement';
import type { VatMovement } from './vat-movement';
import type { VatReturnPack } from './vat-return-pack';

const LABELS: Record<string, string> = {
  r01: 'Domestic supplies at 19 %, value',
  r02: 'Domestic supplies at 19 %, tax',
  r01a: 'Domestic supplies at 5 %, value',
  r02a: 'Domestic supplies at 5 %, tax',
  r03: 'Domestic supplies at 23 %, value',
  r04: 'Domestic supplies at 23 %, tax',
  r05: 'Goods from other EU states at 19 %, value',
  r06: 'Goods from other EU states at 19 %, tax',
  r05a: 'Goods from other EU states at 5 %, value',
  r06a: 'Goods from other EU states at 5 %, tax',
  r07: 'Goods from other EU states at 23 %, value',
  r08: 'Goods from other EU states at 23 %, tax',
  r09: 'Supplies taxed by the buyer (§ 69) at 19 %, value',
  r10: 'Supplies taxed by the buyer (§ 69) at 19 %, tax',
  r09a: 'Supplies taxed by the buyer (§ 69) at 5 %, value',
  r10a: 'Supplies taxed by the buyer (§ 69) at 5 %, tax',
  r09b: 'Supplies taxed by the buyer (§ 69) at 23 %, value',
  r10b: 'Supplies taxed by the buyer (§ 69) at 23 %, tax',
  r11c: 'Import (§ 84a) at 19 %, value',
  r12c: 'Import (§ 84a) at 19 %, tax',
  r11d: 'Import (§ 84a) at 5 %, value',
  r12d: 'Import (§ 84a) at 5 %, tax',
  r11e: 'Import (§ 84a) at 23 %, value',
  r12e: 'Import (§ 84a) at 23 %, tax',
  r13: 'Exempt supplies, value',
  r14: 'of which goods to other EU states (§ 43), value',
  r15: 'of which exports (§ 46 to 48), value',
  r17: 'Output tax, sum',
  r18: 'Deduction at 19 %',
  r18a: 'Deduction at 5 %',
  r19: 'Deduction at 23 %',
  r20: 'of which domestic purchases at 19 %',
  r20a: 'of which domestic purchases at 5 %',
  r21: 'of which domestic purchases at 23 %',
  r22: 'of which import tax paid to customs at 19 %',
  r22a: 'of which import tax paid to customs at 5 %',
  r23: 'of which import tax paid to customs at 23 %',
  r23a: 'of which import (§ 84a) at 19 %',
  r23b: 'of which import (§ 84a) at 5 %',
  r23c: 'of which import (§ 84a) at 23 %',
  r24: 'Corrections of supplies (§ 25), value',
  r25: 'Corrections of supplies (§ 25), tax',
  r28: 'Corrections of deduction (§ 53)',
  r32: 'Tax due',
  r33: 'Excess deduction, without sign',
  r35: 'Tax payable',
};
const OUTPUT_TAX = 'r02 r02a r04 r06 r06a r08 r10 r10a r10b r12c r12d r12e'.split(' ');
const DEDUCTIONS = ['r18', 'r18a', 'r19'];

/** The Slovak VAT return in its form of July 2025; boxes are named by the elements of its file. */
export const DPH_SK: VatReturnPack = {
  countryCode: 'SK',
  formKey: 'DPHv25',
  formName: 'Daňové priznanie k dani z pridanej hodnoty',
  frequency: 'monthly',
  source:
    'Rows and formulas of DPHv25 as reported by published software (Odoo l10n_sk and others); not checked against an official schema',
  currency: 'EUR',
  boxes: Object.entries(LABELS).map(([code, label]) => ({ code, label })),
  notes: [
    'Experimental: rows by VAT code are reported, not verified with the tax office. Before July 2025 the form had one row for 19 % and 5 %.',
    'Credit notes are corrections: of supplies in rows 24 and 25, of deduction in row 28. Whether row 33 is written with a sign is not certain; here it has none.',
    'Not computed: rows 11 to 12b, 16, 26, 27, 29 to 31, 34 and 36 to 38.',
  ],
  contributionsOf: slovakContributions,
  figuresOf: sums => {
    const figures = new Map(Object.keys(LABELS).map(box => [box, sums.get(box) ?? new Decimal(0)]));
    const sum = (boxes: string[]): Decimal => sumOf(boxes.map(box => figures.get(box)!));
    figures.set('r17', sum(OUTPUT_TAX));
    const due = sum(['r17', 'r25', 'r28']).minus(sum(DEDUCTIONS));
    figures.set('r32', Decimal.max(due, 0));
    figures.set('r33', Decimal.max(due.negated(), 0));
    figures.set('r35', Decimal.max(due, 0));
    return figures;
  },
  check: () => [],
  decimals: 2,
};

/** Credits of taxed supplies and of deducted VAT have rows of their own. */
function slovakContributions(movement: VatMovement, boxes: ReturnBoxes): Contribution[] {
  if (movement.isCreditNote && boxes.vat !== undefined)
    return [
      ['r24', movement.net],
      ['r25', movement.vat],
    ];
  if (movement.isCreditNote && movement.side === 'purchases' && boxes.outputVat === undefined)
    return boxes.inputVat === undefined ? [] : [['r28', movement.deductibleVat.negated()]];
  return contributionsOf(movement, boxes);
}
