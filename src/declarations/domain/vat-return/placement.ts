import type { Decimal } from '../../../shared/decimal';
import { isTaxedElsewhere, partnerPlace, type VatMovement } from './vat-movement';

/** Boxes of a return that amounts under a VAT code go into, by kind of amount. */
export interface ReturnBoxes {
  base?: string[];
  /** VAT charged to buyers. */
  vat?: string[];
  /** VAT that the buyer owes. */
  outputVat?: string[];
  /** VAT that is deducted, and the value of what it was paid on. */
  inputVat?: string[];
  inputBase?: string[];
}

/** A VAT code as far as returns look at it. */
export interface ReturnCode {
  code: string;
  sales: ReturnBoxes | null;
  purchases: ReturnBoxes | null;
  /** How the boxes are known. */
  confidence: 'verified' | 'reported' | 'derived' | 'unverified';
  /** What an EC sales list counts it as. */
  ecSales: 'goods' | 'services' | 'triangular' | null;
}

/** Under which code an amount is reported that has none, or whose scheme overrides it; the first that fits counts. */
export interface DefaultPlace {
  side: string;
  /** Only sales that another state taxes. */
  foreign?: boolean;
  category?: string;
  rate?: string;
  partner?: string;
  /** Only what names no scheme but the domestic one: a sale outside the scope without scheme and code is of a seller who is no VAT payer. */
  withoutScheme?: boolean;
  /** null: in no box. */
  asCode: string | null;
  isSure: boolean;
}

/** What amounts of one country are placed by. */
export interface PlacementRules {
  home: string;
  codes: ReadonlyMap<string, ReturnCode>;
  defaults: readonly DefaultPlace[];
}

export interface Place {
  boxes: ReturnBoxes;
  /** The code it is reported under. */
  code: ReturnCode | null;
  /** `rule`: there is no code with boxes, so that a default decided; `nowhere`: not even one of those fits. */
  by: 'code' | 'rule' | 'nowhere';
  isSure: boolean;
}

/** Where an amount goes: by its scheme where that overrides the code, else by its code, else by a default. */
export function placeOf(movement: VatMovement, rules: PlacementRules): Place {
  const isForeign = movement.side === 'sales' && isTaxedElsewhere(movement, rules.home);
  const own = movement.taxCode === null ? undefined : rules.codes.get(movement.taxCode);
  if (own && !isForeign) return placed(movement, own, 'code', own.confidence !== 'unverified');
  const rule = rules.defaults.find(candidate => fits(candidate, movement, isForeign, rules.home));
  if (!rule) return { boxes: {}, code: null, by: 'nowhere', isSure: false };
  const code = rule.asCode === null ? undefined : rules.codes.get(rule.asCode);
  if (!code) return { boxes: {}, code: null, by: 'rule', isSure: rule.isSure };
  return placed(movement, code, 'rule', rule.isSure);
}

function placed({ side }: VatMovement, code: ReturnCode, by: Place['by'], isSure: boolean): Place {
  return { boxes: (side === 'sales' ? code.sales : code.purchases) ?? {}, code, by, isSure };
}

function fits(rule: DefaultPlace, movement: VatMovement, isForeign: boolean, home: string): boolean {
  return (
    rule.side === movement.side &&
    (rule.foreign ?? false) === isForeign &&
    (!rule.withoutScheme || movement.scheme === null || movement.scheme === 'domestic') &&
    (rule.category === undefined || rule.category === movement.category) &&
    (rule.rate === undefined || rule.rate === movement.ratePercent) &&
    (rule.partner === undefined || rule.partner === partnerPlace(movement, home))
  );
}

/** An amount that goes into a box. */
export type Contribution = readonly [box: string, amount: Decimal];

/**
 * What an amount adds to which boxes. A box that holds both owed and deducted VAT (import VAT set off by the authority)
 * is filled once; the value of purchases is given where VAT on them is deducted.
 */
export function contributionsOf(movement: VatMovement, boxes: ReturnBoxes): Contribution[] {
  const { net, vat, selfAssessedVat, deductibleVat } = movement;
  const to = (names: string[] | undefined, amount: Decimal): Contribution[] =>
    (names ?? []).map(name => [name, amount] as const);
  if (movement.side === 'sales') return [...to(boxes.base, net), ...to(boxes.vat, vat)];
  const owed = boxes.outputVat ?? [];
  return [
    ...to(boxes.base, net),
    ...to(owed, selfAssessedVat),
    ...to(
      boxes.inputVat?.filter(name => !owed.includes(name)),
      deductibleVat,
    ),
    ...(deductibleVat.isZero() ? [] : to(boxes.inputBase, net)),
  ];
}

/** Sums of the contributions by box. */
export function boxSums(contributions: Iterable<Contribution>): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const [box, amount] of contributions) sums.set(box, sums.get(box)?.plus(amount) ?? amount);
  return sums;
}
