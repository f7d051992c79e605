import type { Decimal } from '../../../shared/decimal';
import { boxSums, placeOf, type PlacementRules } from './placement';
import { placementWarnings, type PlacedMovement } from './placement-warnings';
import type { VatMovement } from './vat-movement';
import type { Figures, ReturnOptions, VatReturnPack } from './vat-return-pack';

export interface ComputedReturn {
  placed: PlacedMovement[];
  /** Exact sums by box, before rounding and formulas. */
  sums: Map<string, Decimal>;
  figure: Figures;
  warnings: string[];
}

/** Places every amount of the period and fills the boxes of the form. */
export function computeReturn(
  pack: VatReturnPack,
  movements: readonly VatMovement[],
  rules: PlacementRules,
  options: ReturnOptions,
): ComputedReturn {
  const placed = movements.map(movement => ({ movement, place: placeOf(movement, rules) }));
  const sums = boxSums(placed.flatMap(({ movement, place }) => pack.contributionsOf(movement, place.boxes)));
  const figures = pack.figuresOf(sums, options);
  const figure: Figures = box => figures.get(box)!;
  return {
    placed,
    sums,
    figure,
    warnings: [...placementWarnings(placed, rules.home), ...pack.check(figure, options)],
  };
}
