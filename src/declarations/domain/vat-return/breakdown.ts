import { Decimal } from '../../../shared/decimal';
import type { PlacedMovement } from './placement-warnings';
import type { ReturnCode } from './placement';

/** What stands under one VAT code on one side, and where it goes. */
export interface BreakdownRow {
  direction: 'sales' | 'purchases';
  taxCode: string | null;
  /** The code whose boxes count; another one where there is no code, or its scheme overrides it. */
  reportedAs: string | null;
  confidence: ReturnCode['confidence'] | null;
  net: Decimal;
  /** Charged or owed by the buyer. */
  vat: Decimal;
  deductibleVat: Decimal;
  /** The part of `net` and `vat` that credit notes take back; not positive. */
  creditNet: Decimal;
  creditVat: Decimal;
  taxableFields: string[];
  vatFields: string[];
}

/** The period by direction, VAT code and the boxes it goes to, in the order of the movements. */
export function breakdownOf(placed: readonly PlacedMovement[]): BreakdownRow[] {
  const rows = new Map<string, BreakdownRow>();
  for (const one of placed) {
    const { movement } = one;
    const key = `${movement.side} ${movement.taxCode} ${one.place.code?.code}`;
    const row = rows.get(key) ?? emptyRow(one);
    const vat = movement.vat.plus(movement.selfAssessedVat);
    rows.set(key, {
      ...row,
      net: row.net.plus(movement.net),
      vat: row.vat.plus(vat),
      deductibleVat: row.deductibleVat.plus(movement.deductibleVat),
      ...(movement.isCreditNote && {
        creditNet: row.creditNet.plus(movement.net),
        creditVat: row.creditVat.plus(vat),
      }),
    });
  }
  return [...rows.values()];
}

function emptyRow({ movement, place }: PlacedMovement): BreakdownRow {
  const { base, vat, outputVat, inputVat } = place.boxes;
  const zero = new Decimal(0);
  return {
    direction: movement.side,
    taxCode: movement.taxCode,
    reportedAs: place.code?.code ?? null,
    confidence: place.code?.confidence ?? null,
    net: zero,
    vat: zero,
    deductibleVat: zero,
    creditNet: zero,
    creditVat: zero,
    taxableFields: base ?? [],
    vatFields: [...new Set([...(vat ?? []), ...(outputVat ?? []), ...(inputVat ?? [])])],
  };
}
