import { Currency } from '../currency';
import { Decimal, sumOf } from '../decimal';
import { invariant } from '../invariant';
import { Money } from '../money';
import {
  compareVatCodes,
  DocumentInput,
  DocumentTotals,
  LineTotals,
  RateTotal,
  sumAmounts,
  TaxedAmounts,
  VatTotal,
  withGross,
} from './document-amounts';
import {
  groupBy,
  groupByRate,
  netAndVat,
  PriceGroup,
  RateGroup,
  rateNetAndVat,
  vatByRate,
} from './rate-groups';

export type {
  DocumentInput,
  DocumentLine,
  DocumentTotals,
  LineTotals,
  RateTotal,
  TaxedAmounts,
  VatCategory,
  VatKey,
  VatRounding,
  VatTotal,
} from './document-amounts';

/**
 * Computes a document of sales or purchases: the one total of everything that is made of it (@invariant INV-12).
 *
 * - Line amount = quantity x price x (1 - line discount) x (1 - document discount), rounded first. Where the price
 *   includes VAT it is the line's exact gross.
 * - VAT is one rounding per rate and category on the sum of line nets (EN 16931, BR-CO-17) and is then allocated to VAT
 *   codes and to lines. From gross prices: net = gross / (1 + rate) rounded, VAT = gross - net. Net and gross prices
 *   under one rate are computed apart and added up. `vatRounding: 'line'` rounds each line instead.
 * - Base amounts: the document's net and VAT are converted once each (document / rate) and allocated downwards.
 *
 * All rounding is half away from zero. Amounts may come out negative: whether that is allowed is the caller's rule.
 */
export function computeDocument(input: DocumentInput): DocumentTotals {
  invariant(input.rate.greaterThan(0), 'the exchange rate is positive');
  invariant(
    input.currency.code !== input.baseCurrency.code || input.rate.equals(1),
    'a document in the base currency has rate 1',
  );
  const groups = groupByRate(input);
  const rates = groups.map(group => rateNetAndVat(group));
  const baseNets = convert(
    rates.map(rate => rate.net),
    input,
  );
  const baseVats = convert(
    rates.map(rate => rate.vat),
    input,
  );
  const rateTotals = groups.map(({ vatRatePercent, vatCategory }, index) => {
    const base = { baseNet: baseNets[index]!, baseVat: baseVats[index]! };
    return { vatRatePercent, vatCategory, ...rates[index]!, ...base };
  });
  return completeTotals(input, groups, rateTotals);
}

/**
 * Allocates the totals of each rate to VAT codes and lines and sums them up to the document.
 * `rateTotals[i]` belongs to `groups[i]`.
 */
export function completeTotals(
  input: DocumentInput,
  groups: RateGroup[],
  rateTotals: RateTotal[],
): DocumentTotals {
  const lines: LineTotals[] = [];
  const vatTotals: VatTotal[] = [];
  groups.forEach((group, index) => {
    const rateTotal = rateTotals[index]!;
    const members = splitRate(group, rateTotal, input);
    for (const { index: position, amounts } of members) lines[position] = withGross(amounts);
    vatTotals.push(...sumByCode(rateTotal, members, input));
  });
  return {
    ...documentSums(rateTotals, input.currency, input.baseCurrency),
    lines,
    vatTotals,
    rateTotals,
    roundingTrace: roundingTrace(rateTotals, index => roundingReason(input, groups[index]!)),
  };
}

/** Totals of a document with their gross. */
export function documentSums(rows: TaxedAmounts[], currency: Currency, baseCurrency: Currency) {
  const sums = sumAmounts(rows, currency, baseCurrency);
  return { ...sums, gross: sums.net.plus(sums.vat), baseGross: sums.baseNet.plus(sums.baseVat) };
}

/** Where VAT is not net x rate rounded once (EN 16931, BR-CO-17), and by how much; null when it is everywhere. */
export function roundingTrace(rateTotals: RateTotal[], reasonOf: (index: number) => string): string | null {
  const traces = rateTotals.flatMap(({ vatRatePercent, vatCategory, net, vat }, index) => {
    const expected = vatByRate(net, vatRatePercent);
    if (vat.equals(expected)) return [];
    return [
      `${vatCategory} ${vatRatePercent.toString()} %: VAT ${vat.toString()}, ` +
        `net ${net.toString()} x rate = ${expected.toString()}, ` +
        `difference ${vat.minus(expected).toString()} ${vat.currency.code} (${reasonOf(index)})`,
    ];
  });
  return traces.length === 0 ? null : traces.join('; ');
}

interface SplitLine {
  index: number;
  vatCode: string | null;
  amounts: TaxedAmounts;
}

/** Sums amounts, converts the sum once and shares it out again. */
function convert(amounts: Money[], input: DocumentInput): Money[] {
  const exact = Money.sum(amounts, input.currency).amount.div(input.rate);
  return Money.round(exact, input.baseCurrency).apportion(
    amounts.map(({ amount }) => amount.div(input.rate)),
  );
}

function splitRate(group: RateGroup, rateTotal: RateTotal, input: DocumentInput): SplitLine[] {
  const members = group.priceGroups.flatMap(splitPriceGroup);
  const inBase = (total: Money, column: 'net' | 'vat') =>
    apportionByCode(
      total,
      members.map(line => ({ vatCode: line.vatCode, share: line[column].amount.div(input.rate) })),
    );
  const baseNets = inBase(rateTotal.baseNet, 'net');
  const baseVats = inBase(rateTotal.baseVat, 'vat');
  return members.map(({ index, vatCode, net, vat }, position) => ({
    index,
    vatCode,
    amounts: { net, vat, baseNet: baseNets[position]!, baseVat: baseVats[position]! },
  }));
}

function splitPriceGroup({ priceIncludesVat, lines, computed }: PriceGroup) {
  const parts = apportionByCode(computed, lines);
  return lines.map(({ index, vatCode, amount }, position) => ({
    index,
    vatCode,
    ...netAndVat(priceIncludesVat, amount, parts[position]!),
  }));
}

/** Shares a total out to VAT codes, in the order of codes, and each code's part to its lines. */
function apportionByCode(total: Money, lines: { vatCode: string | null; share: Decimal }[]): Money[] {
  const numbered = lines.map((line, position) => ({ ...line, position }));
  const codes = groupByCode(numbered);
  const sharesOf = (members: { share: Decimal }[]) => members.map(({ share }) => share);
  const codeParts = total.apportion(codes.map(members => sumOf(sharesOf(members))));
  const parts: Money[] = [];
  codes.forEach((members, index) => {
    const lineParts = codeParts[index]!.apportion(sharesOf(members));
    members.forEach(({ position }, member) => (parts[position] = lineParts[member]!));
  });
  return parts;
}

function sumByCode(rateTotal: RateTotal, members: SplitLine[], input: DocumentInput): VatTotal[] {
  const { vatRatePercent, vatCategory } = rateTotal;
  return groupByCode(members).map(lines => {
    const amounts = lines.map(line => line.amounts);
    const sums = sumAmounts(amounts, input.currency, input.baseCurrency);
    return { vatRatePercent, vatCategory, vatCode: lines[0]!.vatCode, ...sums };
  });
}

function groupByCode<T extends { vatCode: string | null }>(lines: T[]): T[][] {
  const groups = groupBy(lines, ({ vatCode }) => JSON.stringify(vatCode));
  return groups.sort(([a], [b]) => compareVatCodes(a!.vatCode, b!.vatCode));
}

function roundingReason(input: DocumentInput, group: RateGroup): string {
  if (group.vatMoved) return 'credits add up to the invoice';
  if (input.vatRounding === 'line') return 'VAT rounded per line';
  return group.priceGroups.length > 1 ? 'prices with and without VAT' : 'prices include VAT';
}
