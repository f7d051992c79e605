import type { PurchaseLine } from './purchase-document';
import { vatKeyOf } from './purchase-totals';

/** What share of its VAT a line deducts, and whether the pro rata said so. */
export type DeductionOfLine = Pick<PurchaseLine, 'deductiblePercent' | 'isProRata'>;

/** A line of the credited invoice, as it was registered. */
export type CreditedLine = DeductionOfLine & Pick<PurchaseLine, 'vatRatePercent' | 'vatCategory' | 'vatCode'>;

/**
 * What a line of a credit note takes back where its author gives no percentage: what the invoice deducted at the same rate,
 * category and VAT code, or of all its lines where it has none there. By the pro rata lines among them, which have one
 * percentage; else by the percentage that they have in common; null where they have none in common.
 *
 *   registered at 100, pro rata 60 set later:      100
 *   lines of 60 (pro rata) and of 100 (given):     60
 *   lines of 40 and 100, both given:               null
 */
export function deductionTaken(
  line: Omit<CreditedLine, keyof DeductionOfLine>,
  invoiced: readonly CreditedLine[],
): DeductionOfLine | null {
  const alike = invoiced.filter(other => vatKeyOf(other) === vatKeyOf(line));
  const candidates = alike.length > 0 ? alike : invoiced;
  const byProRata = candidates.filter(({ isProRata }) => isProRata);
  const [first, ...others] = byProRata.length > 0 ? byProRata : candidates;
  if (!first || others.some(other => !other.deductiblePercent.equals(first.deductiblePercent))) return null;
  return { deductiblePercent: first.deductiblePercent, isProRata: first.isProRata };
}
