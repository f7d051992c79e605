import { Decimal, sumOf } from '../decimal';
import { Money } from '../money';
import { compareRates, DocumentInput, DocumentLine, VatCategory } from './document-amounts';

const HUNDRED = new Decimal(100);

/** A line with its rounded amount and the exact share of the group's computed part that falls on it. */
interface PricedLine {
  index: number;
  vatCode: string | null;
  amount: Money;
  share: Decimal;
}

/**
 * The lines of one rate and category that are priced the same way. The sum of line amounts is exact; the other part is
 * computed from it: the VAT where prices are net, the net where prices include VAT.
 */
export interface PriceGroup {
  priceIncludesVat: boolean;
  lines: PricedLine[];
  amount: Money;
  computed: Money;
}

/** The lines of one VAT rate and category. */
export interface RateGroup {
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  priceGroups: PriceGroup[];
  /** The VAT is not the document's own rounding but was moved to make credits add up to their invoice. */
  vatMoved: boolean;
}

/** Net and VAT in the document's currency. */
export interface NetAndVat {
  net: Money;
  vat: Money;
}

/** Groups the lines of a document by rate (highest first) and category and computes each group's net and VAT. */
export function groupByRate(input: DocumentInput): RateGroup[] {
  const numbered = input.lines.map((line, index) => ({ line, index }));
  const byRate = groupBy(numbered, ({ line }) => rateKey(line));
  return byRate
    .map(lines => {
      const { vatRatePercent, vatCategory } = lines[0]!.line;
      const byPrice = groupBy(lines, ({ line }) => String(line.priceIncludesVat));
      const priceGroups = byPrice.map(group => priceGroup(group, input));
      return { vatRatePercent, vatCategory, priceGroups, vatMoved: false };
    })
    .sort(compareRates);
}

/** Splits the amount of a group, or of one line of it, in net and VAT. */
export function netAndVat(priceIncludesVat: boolean, amount: Money, computed: Money): NetAndVat {
  return priceIncludesVat ? { net: computed, vat: amount.minus(computed) } : { net: amount, vat: computed };
}

/** Net and VAT of a rate and category. */
export function rateNetAndVat(group: RateGroup): NetAndVat {
  return group.priceGroups
    .map(({ priceIncludesVat, amount, computed }) => netAndVat(priceIncludesVat, amount, computed))
    .reduce((sum, part) => ({ net: sum.net.plus(part.net), vat: sum.vat.plus(part.vat) }));
}

/** VAT as BR-CO-17 of EN 16931 wants it: net x rate, rounded once. */
export function vatByRate(net: Money, vatRatePercent: Decimal): Money {
  return Money.round(net.amount.times(vatRatePercent).div(HUNDRED), net.currency);
}

/** Groups in order of first appearance. */
export function groupBy<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

/** Text that is equal for rows of one rate and category. */
export function rateKey({
  vatRatePercent,
  vatCategory,
}: Pick<DocumentLine, 'vatRatePercent' | 'vatCategory'>): string {
  return `${vatRatePercent.toString()} ${vatCategory}`;
}

function priceGroup(members: { line: DocumentLine; index: number }[], input: DocumentInput): PriceGroup {
  const { priceIncludesVat, vatRatePercent } = members[0]!.line;
  const computedPart = (amount: Money): Decimal =>
    priceIncludesVat
      ? amount.amount.times(HUNDRED).div(HUNDRED.plus(vatRatePercent))
      : amount.amount.times(vatRatePercent).div(HUNDRED);
  const roundedPart = (amount: Money): Money => Money.round(computedPart(amount), input.currency);
  const perLine = input.vatRounding === 'line';
  const lines = members.map(({ line, index }) => {
    const amount = line.amount ?? lineAmount(line, input);
    const share = perLine ? roundedPart(amount).amount : computedPart(amount);
    return { index, vatCode: line.vatCode, amount, share };
  });
  const amount = Money.sum(
    lines.map(line => line.amount),
    input.currency,
  );
  const computed = perLine
    ? Money.of(sumOf(lines.map(line => line.share)), input.currency)
    : roundedPart(amount);
  return { priceIncludesVat, lines, amount, computed };
}

/** Quantity x price less both discounts, rounded before any VAT is computed. */
function lineAmount(line: DocumentLine, input: DocumentInput): Money {
  const afterDiscount = (percent: Decimal | undefined) => HUNDRED.minus(percent ?? 0).div(HUNDRED);
  const exact = line.quantity
    .times(line.unitPrice)
    .times(afterDiscount(line.discountPercent))
    .times(afterDiscount(input.discountPercent));
  return Money.round(exact, input.currency);
}
