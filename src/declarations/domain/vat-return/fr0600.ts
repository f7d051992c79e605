import { Decimal, sumOf, withoutNegativeZero } from '../../../shared/decimal';
import { checkFr0600 } from './fr0600-checks';
import { contributionsOf, type Contribution, type ReturnBoxes } from './placement';
import type { PlacedMovement } from './placement-warnings';
import { isTaxedElsewhere, type VatMovement } from './vat-movement';
import type { ReturnOptions, VatReturnPack } from './vat-return-pack';

const LABELS: Record<string, string> = {
  '11': 'Taxable supplies',
  '12': 'Supplies on which the buyer accounts for VAT (art. 96)',
  '13': 'Exempt supplies',
  '14': 'Goods and services for private use',
  '15': 'Self-made fixed assets',
  '16': 'Supplies under a margin scheme',
  '17': 'Exports at 0 %',
  '18': 'Goods to VAT payers in other EU states at 0 %',
  '19': 'Other supplies at 0 %',
  '20': 'Supplies outside Lithuania',
  '21': 'Goods acquired from other EU states',
  '22': 'Goods acquired for triangular trade',
  '23': 'Services bought from abroad',
  '24': 'of which from VAT payers in other EU states',
  '25': 'Input VAT on purchases',
  '26': 'Import VAT paid',
  '27': 'Import VAT set off by the tax authority',
  '28': 'Deduction percentage',
  '29': 'Output VAT at the standard rate',
  '30': 'Output VAT at 9 % (from 2026: 12 %)',
  '31': 'Output VAT at 5 %',
  '32': 'Output VAT on purchases from abroad (art. 95)',
  '33': 'Output VAT of the buyer (art. 96)',
  '34': 'Output VAT on goods from other EU states',
  '35': 'Deductible VAT',
  '36': 'VAT payable, or refundable where negative',
};

/** What box 36 adds up: import VAT set off and all output VAT. */
export const OUTPUT_VAT = ['27', '29', '30', '31', '32', '33', '34'];

/**
 * The Lithuanian VAT return FR0600, version 2: boxes and formulas of the form of the State Tax Inspectorate. Which VAT code
 * goes into which box is data (vat_classifiers), each with how surely it is known.
 */
export const FR0600: VatReturnPack = {
  countryCode: 'LT',
  formKey: 'FR0600',
  formName: 'Pridėtinės vertės mokesčio deklaracija',
  frequency: 'monthly',
  source:
    'Form FR0600 version 2 of the State Tax Inspectorate (captions and checks, edition of 2016); VAT codes to boxes by the captions and third parties, no official table is known',
  currency: 'EUR',
  boxes: Object.entries(LABELS).map(([code, label]) => ({ code, label })),
  notes: [
    'Boxes are whole euros, each the exact sum rounded half up (away from zero); box 36 is computed of rounded boxes. The rule of rounding is not taken from an official text.',
    'Boxes 25, 26 and 27 hold the VAT that registered lines deduct or that only the pro rata leaves undeducted; what a line itself does not deduct is in none. Box 28 is the pro rata that the company has set (vat/pro-rata/set), which its purchases carry already; only where it has set none is the percentage of the request applied.',
  ],
  contributionsOf: fr0600Contributions,
  figuresOf: fr0600Figures,
  check: checkFr0600,
  decimals: 0,
};

/** Notes that hold only for what the period has. */
export function fr0600PeriodNotes(placed: readonly PlacedMovement[]): string[] {
  const codes = new Set(placed.map(({ place }) => place.code?.code));
  const notes: string[] = [];
  if (codes.has('PVM58') || codes.has('PVM59'))
    notes.push(
      'VAT at 12 % (from 2026) is in box 30; that the box of the former 9 % holds it is not verified.',
    );
  if (codes.has('PVM19'))
    notes.push(
      'The sale of triangular trade (PVM19) is in box 20, as the checks of the form imply; other software puts it into box 18.',
    );
  if (placed.some(({ movement }) => movement.side === 'sales' && isTaxedElsewhere(movement, 'LT')))
    notes.push(
      'Box 20 includes sales that another state taxes (OSS); that they belong there is not verified.',
    );
  if (placed.some(({ movement }) => movement.isDueOnPayment))
    notes.push(
      'Documents under cash accounting (art. 14(9)) count as they are paid, base and VAT in proportion; that the base does so with the VAT is not verified.',
    );
  return notes;
}

/**
 * Input VAT is what the pro rata is a share of; box 35 collects what is deducted of it. `figuresOf` applies the percentage of
 * box 28 where the purchases do not carry it.
 */
function fr0600Contributions(movement: VatMovement, boxes: ReturnBoxes): Contribution[] {
  const deducts = movement.side === 'purchases' && boxes.inputVat !== undefined;
  const input = { ...movement, deductibleVat: movement.deductibleVat.plus(movement.undeductedProRata) };
  return [...contributionsOf(input, boxes), ...(deducts ? [['35', movement.deductibleVat] as const] : [])];
}

function fr0600Figures(sums: ReadonlyMap<string, Decimal>, options: ReturnOptions): Map<string, Decimal> {
  const exact = (box: string): Decimal => sums.get(box) ?? new Decimal(0);
  const figures = new Map(Object.keys(LABELS).map(box => [box, wholeEuros(exact(box))]));
  figures.set('28', new Decimal(options.deductionPercent));
  figures.set('35', wholeEuros(exactDeductible(exact('35'), options)));
  figures.set('36', sumOf(OUTPUT_VAT.map(box => figures.get(box)!)).minus(figures.get('35')!));
  return figures;
}

type Deduction = Pick<ReturnOptions, 'deductionPercent' | 'isDeductionOnRows'>;

/** The return to the cent, before boxes are rounded: the sign of `due` is that of box 36. */
export function exactFr0600(
  sums: ReadonlyMap<string, Decimal>,
  options: Deduction,
): { outputVat: Decimal; deductibleVat: Decimal; due: Decimal } {
  const exact = (box: string): Decimal => sums.get(box) ?? new Decimal(0);
  const outputVat = sumOf(OUTPUT_VAT.map(exact));
  const deductibleVat = exactDeductible(exact('35'), options).toDecimalPlaces(2);
  return { outputVat, deductibleVat, due: outputVat.minus(deductibleVat) };
}

function exactDeductible(deducted: Decimal, { deductionPercent, isDeductionOnRows }: Deduction): Decimal {
  return isDeductionOnRows ? deducted : deducted.times(deductionPercent).div(100);
}

function wholeEuros(amount: Decimal): Decimal {
  return withoutNegativeZero(amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP));
}
