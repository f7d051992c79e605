import { Decimal, sumOf } from '../../../shared/decimal';
import { exactFr0600, OUTPUT_VAT } from '../vat-return/fr0600';
import type { ComputedReturn } from '../vat-return/compute-return';
import type { PlacedMovement } from '../vat-return/placement-warnings';
import { isTaxedElsewhere } from '../vat-return/vat-movement';
import type { ReturnOptions } from '../vat-return/vat-return-pack';
import type { FormOfMonth } from './reconciled-vat';

const SALES_BASE = ['11', '12', '13', '14', '15', '16', '17', '18', '19', '20'];
/** 24 is a part of 23. */
const PURCHASES_BASE = ['21', '22', '23'];

/** FR0600 as it is filed, and what of the register it leaves out, each by its own reason. */
export function formOfMonth(
  { placed, sums, figure }: Pick<ComputedReturn, 'placed' | 'sums' | 'figure'>,
  options: ReturnOptions,
): FormOfMonth {
  const exact = (box: string): Decimal => sums.get(box) ?? new Decimal(0);
  const filed = (boxes: readonly string[]): Decimal => sumOf(boxes.map(figure));
  const rounded = (boxes: readonly string[]): Decimal =>
    sumOf(boxes.map(box => figure(box).minus(exact(box))));
  const deducted = exactFr0600(sums, options).deductibleVat;
  const sum = (
    amount: (one: PlacedMovement) => Decimal,
    isIn: (one: PlacedMovement) => boolean,
    side: 'sales' | 'purchases',
  ): Decimal => sumOf(placed.filter(one => one.movement.side === side && isIn(one)).map(amount));
  const isForeign = ({ movement }: PlacedMovement): boolean => isTaxedElsewhere(movement, 'LT');
  return {
    salesBase: filed(SALES_BASE),
    purchasesBase: filed(PURCHASES_BASE),
    outputVat: filed(OUTPUT_VAT),
    inputVat: figure('35'),
    foreignVat: sum(({ movement }) => movement.vat, isForeign, 'sales'),
    noBox: {
      salesBase: sum(
        ({ movement }) => movement.net,
        ({ place }) => place.boxes.base === undefined,
        'sales',
      ),
      purchasesBase: sum(
        ({ movement }) => movement.net,
        ({ place }) => place.boxes.base === undefined,
        'purchases',
      ),
      outputVat: sum(
        ({ movement }) => movement.vat,
        one => !isForeign(one) && one.place.boxes.vat === undefined,
        'sales',
      ).plus(
        sum(
          ({ movement }) => movement.selfAssessedVat,
          ({ place }) => place.boxes.outputVat === undefined,
          'purchases',
        ),
      ),
      inputVat: sum(
        ({ movement }) => movement.deductibleVat,
        ({ place }) => place.boxes.inputVat === undefined,
        'purchases',
      ),
    },
    proRata: exact('35').minus(deducted),
    rounding: {
      salesBase: rounded(SALES_BASE),
      purchasesBase: rounded(PURCHASES_BASE),
      outputVat: rounded(OUTPUT_VAT),
      inputVat: figure('35').minus(deducted),
    },
  };
}
