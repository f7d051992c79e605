import type { Decimal } from '../../../shared/decimal';
import type { Contribution, ReturnBoxes } from './placement';
import type { ReturnPeriod } from './return-period';
import type { VatMovement } from './vat-movement';

/** What a country's VAT return is made by. Where its rules are not certain, `notes` says so. */
export interface VatReturnPack {
  countryCode: string;
  formKey: string;
  formName: string;
  frequency: 'monthly' | 'quarterly' | 'annual';
  /** Where its boxes and rules are known from, and how surely. */
  source: string;
  /** ISO 4217 code the return is in. */
  currency: string;
  /** In the order of the form. */
  boxes: readonly { code: string; label: string }[];
  notes: readonly string[];
  /** What an amount adds to which boxes. */
  contributionsOf: (movement: VatMovement, boxes: ReturnBoxes) => Contribution[];
  /** The figures of every box from the exact sums: rounded, and computed where the form does. */
  figuresOf: (sums: ReadonlyMap<string, Decimal>, options: ReturnOptions) => Map<string, Decimal>;
  /** What the form's own checks find; warnings. */
  check: (figures: Figures, options: ReturnOptions) => string[];
  decimals: 0 | 2;
}

export interface ReturnOptions {
  period: ReturnPeriod;
  /** Share of input VAT that may be deducted, in percent (pro rata); box 28 of the Lithuanian return. */
  deductionPercent: number;
  /** The purchases carry it already: it is shown and never applied again. */
  isDeductionOnRows: boolean;
}

/** The figure of a box; 0 where there is none. */
export type Figures = (box: string) => Decimal;
