import { sumOf } from '../../../shared/decimal';
import type { Place } from './placement';
import { isTaxedElsewhere, partnerPlace, type VatMovement } from './vat-movement';

export interface PlacedMovement {
  movement: VatMovement;
  place: Place;
}

/** What to look at before the figures are filed: amounts without a code, in no box, or with VAT that no box takes. */
export function placementWarnings(placed: readonly PlacedMovement[], home: string): string[] {
  return [
    ...summed(placed.filter(isGuessed), ({ movement, place }) => {
      const treatment = isTaxedElsewhere(movement, home)
        ? 'taxed by another state'
        : `${movement.taxCode === null ? 'without a VAT code' : `under the company's own VAT code ${movement.taxCode}`}`;
      const target = place.code === null ? 'left out' : `reported as ${place.code.code}`;
      return `${kindOf(movement)} ${treatment} are ${target}${place.isSure ? '' : ', which is not certain'}`;
    }),
    ...summed(
      placed.filter(({ place }) => place.by === 'nowhere'),
      ({ movement }) =>
        `${kindOf(movement)} ${movement.taxCode === null ? 'without a VAT code' : `under ${movement.taxCode}`} are in no box`,
    ),
    ...summed(
      placed.filter(({ movement, place }) => isVatWithoutBox(movement, place, home)),
      ({ movement }) =>
        `VAT on ${kindOf(movement, 'within')} under ${movement.taxCode ?? 'no code'} has no box`,
    ),
    ...summed(
      placed.filter(({ movement }) => isForeignVatDeducted(movement, home)),
      ({ movement }) =>
        `${kindOf(movement)} from suppliers abroad deduct VAT that the supplier charged; only VAT of ${home} is deducted here`,
    ),
  ];
}

/** Purchases from home need no code: the supplier's VAT says it all. */
function isGuessed({ movement, place }: PlacedMovement): boolean {
  return place.by === 'rule' && movement.side === 'sales';
}

function isVatWithoutBox(movement: VatMovement, { boxes, by }: Place, home: string): boolean {
  if (by === 'nowhere') return false;
  if (movement.side === 'sales')
    return boxes.vat === undefined && !movement.vat.isZero() && !isTaxedElsewhere(movement, home);
  return (
    (boxes.outputVat === undefined && !movement.selfAssessedVat.isZero()) ||
    (boxes.inputVat === undefined && !movement.deductibleVat.isZero())
  );
}

/** Codes of VAT that a supplier charges at home; one from abroad may have a number here that the partner does not show. */
const CHARGED_AT_HOME = new Set(['PVM1', 'PVM2', 'PVM3', 'PVM58']);

function isForeignVatDeducted(movement: VatMovement, home: string): boolean {
  return (
    movement.side === 'purchases' &&
    (movement.taxCode === null || CHARGED_AT_HOME.has(movement.taxCode)) &&
    !movement.deductibleVat.isZero() &&
    partnerPlace(movement, home) !== 'home'
  );
}

function kindOf({ side, ratePercent, category }: VatMovement, place: 'first' | 'within' = 'first'): string {
  const noun = place === 'first' ? (side === 'sales' ? 'Sales' : 'Purchases') : side;
  return `${noun} at ${ratePercent} % (category ${category})`;
}

/** One sentence for all amounts that it is true of. */
function summed(placed: readonly PlacedMovement[], sentence: (one: PlacedMovement) => string): string[] {
  const bySentence = new Map<string, PlacedMovement[]>();
  for (const one of placed) {
    const text = sentence(one);
    bySentence.set(text, [...(bySentence.get(text) ?? []), one]);
  }
  return [...bySentence].map(([text, those]) => {
    const net = sumOf(those.map(({ movement }) => movement.net));
    const vat = sumOf(those.map(({ movement }) => movement.vat));
    return `${text}: net ${net.toFixed(2)}, VAT ${vat.toFixed(2)}.`;
  });
}
