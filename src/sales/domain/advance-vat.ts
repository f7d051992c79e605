import { isWithin, type CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import rules from './advance-vat-rules.json';
import type { VatCode } from '../../vat';
import { rateOfCode } from './vat-rules';

/** Whether a state wants VAT when an advance is paid. */
interface AdvanceVatRule {
  onPayment: boolean;
  /** The seller may choose otherwise. */
  isChoice: boolean;
  /** Where this is from, and how sure it is. */
  source: string;
  confidence: string;
}

/**
 * The rule of the seller's state. Data, because none of it is certain. Directive 2006/112/EC, art. 65, lets VAT fall due on
 * receipt; a state that the table does not have gets that.
 */
export function advanceVatRule(countryCode: string): AdvanceVatRule {
  const known: Readonly<Record<string, AdvanceVatRule>> = rules;
  return known[countryCode] ?? DIRECTIVE;
}

const DIRECTIVE: AdvanceVatRule = {
  onPayment: true,
  isChoice: false,
  source: 'Directive 2006/112/EC, art. 65',
  confidence: 'memory; the law of the state is not checked',
};

interface RateOfCategory {
  category: string;
  ratePercent: Decimal;
}

/**
 * What a rate has become: that of the same category on the later day. A rate that still holds stays, and so does one that is of
 * no category or of one that the later day does not have exactly once: whether it is lawful is judged at issue.
 *
 *   Slovakia, 20 % standard in 2024, paid in 2025: 23 %
 */
export function rateOfDay(
  rate: Decimal,
  then: readonly RateOfCategory[],
  now: readonly RateOfCategory[],
): Decimal {
  if (now.some(({ ratePercent }) => ratePercent.equals(rate))) return rate;
  const category = then.find(({ ratePercent }) => ratePercent.equals(rate))?.category;
  const successors = now.filter(other => other.category === category);
  return successors.length === 1 ? successors[0]!.ratePercent : rate;
}

/**
 * Whether a VAT code of an advance still holds on the day of a receipt, at the rate of that day.
 *
 *   PVM2 (9 %, until the end of 2025), paid in 2026: no
 */
export function holdsOn(code: VatCode, day: CalendarDate, ratePercent: Decimal): boolean {
  const rate = rateOfCode(code);
  return isWithin(day, code.validFrom, code.validTo) && (rate === null || rate.equals(ratePercent));
}
