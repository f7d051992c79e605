import type { Decimal } from '../../shared/decimal';
import type { Money } from '../../shared/money';
import {
  mapAmounts,
  sumAmounts,
  withGross,
  type LineTotals,
  type TaxedAmounts,
} from '../../shared/arithmetic/document-amounts';
import { groupBy } from '../../shared/arithmetic/rate-groups';
import { codeKey, type PostedVatTotal } from './credit-remainder';
import type { SaleLine } from './sale-document';

/** What of a credit note's line goes to one revenue account and cost center. */
export interface CreditedPart {
  /** Of the line, from 0. */
  index: number;
  revenueAccountCode: string | null;
  costCenterId: string | null;
  amounts: LineTotals;
}

type Amounts = keyof TaxedAmounts;

/** A line that says nothing of where its revenue was: it credits the invoice, and neither a line of it nor an item. */
export function isUnplaced({ creditedLineId, itemId, deductedAdvanceId }: SaleLine): boolean {
  return creditedLineId === null && itemId === null && deductedAdvanceId === undefined;
}

/**
 * Where the lines of a credit note take revenue back: a line that names a line of the invoice or an item there, every other
 * line where the invoice has revenue of its rate and code, in proportion to what is left on each account and cost center, so
 * that a credit of all that is left empties each. A cost center that the line names itself is kept.
 *
 *   goods 100.00 on 5000 and services 300.00 on 5001, one line of 40.00: 10.00 on 5000, 30.00 on 5001
 *
 * @param left of the invoice, before this credit note
 */
export function placedCredit(
  lines: readonly SaleLine[],
  totals: readonly LineTotals[],
  left: readonly PostedVatTotal[],
): CreditedPart[] {
  const pools = [...left];
  const take = (from: PostedVatTotal | undefined, amounts: TaxedAmounts): void => {
    if (from)
      pools[pools.indexOf(from)] = { ...from, ...mapAmounts(from, (sum, name) => sum.minus(amounts[name])) };
  };
  const whole = (index: number): CreditedPart => ({
    index,
    revenueAccountCode: lines[index]!.revenueAccountCode,
    costCenterId: lines[index]!.costCenterId,
    amounts: totals[index]!,
  });
  lines.forEach((line, index) => {
    if (!isUnplaced(line))
      take(
        pools.find(pool => isOfLine(pool, line)),
        totals[index]!,
      );
  });
  return lines.flatMap((line, index) => {
    if (!isUnplaced(line)) return [whole(index)];
    const from = poolsOf(line, totals[index]!, pools);
    if (from.length === 0) return [whole(index)];
    const parts = shares(totals[index]!, from);
    from.forEach((pool, position) => take(pool, parts[position]!));
    return partsOf(index, line, from, parts);
  });
}

function isOfLine(pool: PostedVatTotal, line: SaleLine): boolean {
  return (
    codeKey(pool) === codeKey(line) &&
    pool.revenueAccountCode === line.revenueAccountCode &&
    pool.costCenterId === line.costCenterId
  );
}

/** What a line is taken of: where something of its sign is left, first of its cost center; else where anything was. */
function poolsOf(line: SaleLine, { net }: LineTotals, pools: readonly PostedVatTotal[]): PostedVatTotal[] {
  const ofCode = pools.filter(pool => codeKey(pool) === codeKey(line));
  const leftIn = ofCode.filter(pool => !pool.net.isZero() && pool.net.isNegative() === net.isNegative());
  const ofCenter = leftIn.filter(pool => pool.costCenterId === line.costCenterId);
  if (line.costCenterId !== null && ofCenter.length > 0) return ofCenter;
  return leftIn.length > 0 ? leftIn : ofCode.slice(0, 1);
}

/** The line's amounts, each in proportion to what is left of it; what has no proportion of its own as the nets. */
function shares(line: LineTotals, from: readonly PostedVatTotal[]): TaxedAmounts[] {
  const of = (name: Amounts): Money[] => {
    if (from.length === 1) return [line[name]];
    const weights = from.map(pool => pool[name].amount);
    const isUsable = weights.some(isPositive) !== weights.some(isNegative);
    return line[name].allocate(isUsable ? weights : from.map(({ net }) => net.amount));
  };
  const [nets, vats, baseNets, baseVats] = [of('net'), of('vat'), of('baseNet'), of('baseVat')];
  return from.map((_, index) => ({
    net: nets[index]!,
    vat: vats[index]!,
    baseNet: baseNets[index]!,
    baseVat: baseVats[index]!,
  }));
}

function isPositive(amount: Decimal): boolean {
  return amount.greaterThan(0);
}

function isNegative(amount: Decimal): boolean {
  return amount.lessThan(0);
}

/** Pools of one account are one part where the line names its cost center. */
function partsOf(
  index: number,
  line: SaleLine,
  from: readonly PostedVatTotal[],
  parts: readonly TaxedAmounts[],
): CreditedPart[] {
  const placed = from.map((pool, position) => ({
    revenueAccountCode: pool.revenueAccountCode,
    costCenterId: line.costCenterId ?? pool.costCenterId,
    amounts: parts[position]!,
  }));
  const { currency } = parts[0]!.net;
  const base = parts[0]!.baseNet.currency;
  const together = groupBy(placed, ({ revenueAccountCode, costCenterId }) =>
    JSON.stringify([revenueAccountCode, costCenterId]),
  ).map(group => ({
    index,
    revenueAccountCode: group[0]!.revenueAccountCode,
    costCenterId: group[0]!.costCenterId,
    amounts: withGross(
      sumAmounts(
        group.map(({ amounts }) => amounts),
        currency,
        base,
      ),
    ),
  }));
  const some = together.filter(({ amounts }) => !amounts.net.isZero() || !amounts.vat.isZero());
  return some.length > 0 ? some : together.slice(0, 1);
}
