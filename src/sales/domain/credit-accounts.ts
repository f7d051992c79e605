import type { Decimal } from '../../shared/decimal';
import { refuseField } from '../../shared/domain-error';
import { Money } from '../../shared/money';
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

/** As many as a request may have. */
const MOST_LINES = 10_000;

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
 * @throws DomainError `validation` where the parts are more lines than a document can have
 */
export function placedCredit(
  lines: readonly SaleLine[],
  totals: readonly LineTotals[],
  left: readonly PostedVatTotal[],
): CreditedPart[] {
  const pools = new Map(groupBy([...left], codeKey).map(group => [codeKey(group[0]!), poolsOfCode(group)]));
  const take = (ofCode: PoolsOfCode, position: number, amounts: TaxedAmounts): void => {
    const less = (given: TaxedAmounts): TaxedAmounts =>
      mapAmounts(given, (sum, name) => sum.minus(amounts[name]));
    const from = ofCode.pools[position]!;
    ofCode.pools[position] = { ...from, ...less(from) };
    ofCode.sum = less(ofCode.sum);
  };
  const whole = (index: number): CreditedPart => ({
    index,
    revenueAccountCode: lines[index]!.revenueAccountCode,
    costCenterId: lines[index]!.costCenterId,
    amounts: totals[index]!,
  });
  lines.forEach((line, index) => {
    if (isUnplaced(line)) return;
    const ofCode = pools.get(codeKey(line));
    const own = ofCode?.pools.findIndex(pool => isOfLine(pool, line)) ?? -1;
    if (ofCode && own >= 0) take(ofCode, own, totals[index]!);
  });
  let partCount = 0;
  return lines.flatMap((line, index) => {
    const ofCode = isUnplaced(line) ? pools.get(codeKey(line)) : undefined;
    const positions = ofCode ? poolsOf(line, totals[index]!, ofCode) : [];
    partCount += positions.length || 1;
    if (partCount > MOST_LINES) refuseTooManyParts();
    if (!ofCode || positions.length === 0) return [whole(index)];
    const from = positions.map(position => ofCode.pools[position]!);
    const parts = shares(totals[index]!, from);
    positions.forEach((position, part) => take(ofCode, position, parts[part]!));
    return partsOf(index, line, from, parts);
  });
}

/** What is left of one rate and code. */
interface PoolsOfCode {
  pools: PostedVatTotal[];
  sum: TaxedAmounts;
}

function poolsOfCode(pools: PostedVatTotal[]): PoolsOfCode {
  const { net, baseNet } = pools[0]!;
  return { pools, sum: sumAmounts(pools, net.currency, baseNet.currency) };
}

function refuseTooManyParts(): never {
  refuseField(
    'lines',
    `come to more than ${MOST_LINES} lines when each is split over the revenue accounts and cost centers of the invoice; sum them up, or name creditedLineId`,
  );
}

function isOfLine(pool: PostedVatTotal, line: SaleLine): boolean {
  return pool.revenueAccountCode === line.revenueAccountCode && pool.costCenterId === line.costCenterId;
}

/**
 * Which of its code's pools a line is taken of: of all where it is all that is left, discounts too; else where something of
 * its sign is left, first of its cost center; else where anything was.
 */
function poolsOf(line: SaleLine, { net, vat }: LineTotals, { pools, sum }: PoolsOfCode): number[] {
  const having = (isWanted: (pool: PostedVatTotal) => boolean): number[] =>
    pools.flatMap((pool, position) => (isWanted(pool) ? [position] : []));
  if (!net.isZero() && net.equals(sum.net) && vat.equals(sum.vat))
    return having(pool => !pool.net.isZero() || !pool.vat.isZero());
  const leftIn = having(pool => !pool.net.isZero() && pool.net.isNegative() === net.isNegative());
  const ofCenter = leftIn.filter(position => pools[position]!.costCenterId === line.costCenterId);
  if (line.costCenterId !== null && ofCenter.length > 0) return ofCenter;
  return leftIn.length > 0 ? leftIn : [0];
}

/** The line's amounts, each in proportion to what is left of it; what has no proportion of its own as the nets. */
function shares(line: LineTotals, from: readonly PostedVatTotal[]): TaxedAmounts[] {
  const of = (name: Amounts): Money[] => {
    if (from.length === 1) return [line[name]];
    const all = Money.sum(
      from.map(pool => pool[name]),
      line[name].currency,
    );
    if (line[name].equals(all)) return from.map(pool => pool[name]);
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
