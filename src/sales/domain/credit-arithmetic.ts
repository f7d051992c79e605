import { Decimal } from '../../shared/decimal';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import {
  DocumentInput,
  DocumentTotals,
  mapAmounts,
  RateTotal,
  TaxedAmounts,
  VatCategory,
} from '../../shared/arithmetic/document-amounts';
import { completeTotals, documentSums } from '../../shared/arithmetic/document-totals';
import { groupByRate, NetAndVat, RateGroup, rateNetAndVat } from '../../shared/arithmetic/rate-groups';

const HUNDRED = new Decimal(100);

/** What an invoice holds of one VAT rate and category, and what earlier credit notes took of it. */
export interface CreditableRate {
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  invoiced: TaxedAmounts;
  credited: TaxedAmounts;
}

/** What a credit note takes of one rate and category, with the VAT by its own rounding. */
interface CreditClaim extends NetAndVat {
  /** Prices include VAT: net + VAT is exact and the net gives way. Otherwise the net is exact. */
  grossIsExact: boolean;
}

/**
 * `over_credit`: more than is left of the rate and category.
 * `opposite_sign`: a negative amount where the invoice is positive, or the reverse.
 */
type CreditVatResult =
  { ok: true; amounts: TaxedAmounts } | { ok: false; reason: 'over_credit' | 'opposite_sign' };

/** A refused credit note: the first rate and category that does not fit, and what is left of it (document currency). */
export interface CreditRefusal {
  ok: false;
  reason: 'over_credit' | 'opposite_sign' | 'not_invoiced';
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  creditable: NetAndVat;
}

type CreditNoteResult = { ok: true; totals: DocumentTotals } | CreditRefusal;

/**
 * VAT and base amounts of a credit of one rate and category.
 *
 * - The VAT is the credit's own rounding, moved where needed so that all credited VAT stays within one minor unit of
 *   rate x credited net, within 0 and what is left. Where the invoice itself charged further from its rate (rounding per
 *   line), the rate it charged on average takes the rate's place.
 * - A credit that empties the net (the gross, where prices include VAT) takes the rest of everything, so the credits of
 *   an invoice add up to it exactly.
 * - Base amounts are the same part of what is left as the document amounts.
 *
 * A rate that is negative on the invoice (a discount line) is credited by negative amounts. Rounding alone can leave net
 * and VAT of opposite signs; each is then credited in its own direction. A refusal is returned.
 */
function creditVat(rate: CreditableRate, claim: CreditClaim): CreditVatResult {
  const left = leftOf(rate);
  const claimed = exactOf(claim, claim.grossIsExact);
  const available = exactOf(left, claim.grossIsExact);
  if (claimed.equals(available)) return { ok: true, amounts: left };
  const direction = available.isZero() ? exactOf(rate.invoiced, claim.grossIsExact) : available;
  if (direction.isNegative()) return mirrored(rate, claim);
  if (claimed.isNegative()) return { ok: false, reason: 'opposite_sign' };
  if (claimed.compare(available) > 0) return { ok: false, reason: 'over_credit' };
  const vat = withinLeft(withinRate(claim.vat, claimed, rate, claim.grossIsExact), claim, left);
  const net = claim.grossIsExact ? claimed.minus(vat) : claimed;
  const baseNet = partOf(left.baseNet, net, left.net);
  return { ok: true, amounts: { net, vat, baseNet, baseVat: partOf(left.baseVat, vat, left.vat) } };
}

/**
 * Computes a credit note against an invoice: as `computeDocument`, with the VAT and base amounts of each rate and
 * category by `creditVat`, allocated to VAT codes and lines. `input` has the invoice's currencies, exchange rate and VAT
 * rounding; its amounts are positive where the invoice's are.
 * The rounding trace says where keeping to the invoice costs the cent of BR-CO-17.
 */
export function computeCreditNote(input: DocumentInput, invoice: CreditableRate[]): CreditNoteResult {
  const nothing = { net: Money.zero(input.currency), vat: Money.zero(input.currency) };
  const groups: RateGroup[] = [];
  const rateTotals: RateTotal[] = [];
  for (const group of groupByRate(input)) {
    const { vatRatePercent, vatCategory } = group;
    const rate = invoice.find(row => isSameRate(row, group));
    if (!rate) return { ok: false, reason: 'not_invoiced', vatRatePercent, vatCategory, creditable: nothing };
    const own = rateNetAndVat(group);
    const grossIsExact = group.priceGroups.every(({ priceIncludesVat }) => priceIncludesVat);
    const result = creditVat(rate, { ...own, grossIsExact });
    if (!result.ok) {
      const { net, vat } = leftOf(rate);
      return { ok: false, reason: result.reason, vatRatePercent, vatCategory, creditable: { net, vat } };
    }
    groups.push(withVatMovedBy(group, result.amounts.vat.minus(own.vat)));
    rateTotals.push({ vatRatePercent, vatCategory, ...result.amounts });
  }
  return { ok: true, totals: completeTotals(input, groups, rateTotals) };
}

/**
 * What is left of an invoice in total, with VAT, if the credit note does not fit into it; null when it does. Where a
 * discount stands at another rate, each rate may have room while the whole has none. A credit note that leaves nothing
 * in total must empty every rate: no later one could, as no document has a total of zero.
 */
export function exceededTotal(invoice: CreditableRate[], credit: DocumentTotals): Money | null {
  const lefts = invoice.map(leftOf);
  const left = documentSums(lefts, credit.gross.currency, credit.baseGross.currency).gross;
  const rest = left.minus(credit.gross);
  const emptiesAll = invoice.every((rate, index) => {
    const taken = credit.rateTotals.find(row => isSameRate(row, rate));
    return lefts[index]!.net.equals(taken?.net ?? Money.zero(left.currency));
  });
  return rest.isNegative() || (rest.isZero() && !emptiesAll) ? left : null;
}

/**
 * The amount of a credit of `quantity` units of an invoiced line: the same part of the line's amount that is left as of
 * the quantity that is left, rounded, so that the last unit takes the rest of the line. `left` is what earlier credits
 * left of the line; its amount includes VAT where the line's price does. More than that quantity is the caller's refusal.
 */
export function creditedLineAmount(left: { quantity: Decimal; amount: Money }, quantity: Decimal): Money {
  invariant(!left.quantity.isZero(), 'nothing is left of the line');
  return Money.round(left.amount.amount.times(quantity).div(left.quantity), left.amount.currency);
}

function leftOf({ invoiced, credited }: CreditableRate): TaxedAmounts {
  return mapAmounts(invoiced, (amount, column) => amount.minus(credited[column]));
}

/** The amount that a credit names exactly: the gross or the net. */
function exactOf({ net, vat }: NetAndVat, grossIsExact: boolean): Money {
  return grossIsExact ? net.plus(vat) : net;
}

/** Keeps credited VAT within one minor unit of rate x credited net, this credit included. */
function withinRate(vat: Money, claimed: Money, rate: CreditableRate, grossIsExact: boolean): Money {
  const { credited } = rate;
  const share = chargedShare(rate);
  if (share.isNegative()) return vat; // rounding alone made the VAT: there is no rate to keep to
  const unit = Money.minorUnit(vat.currency).amount;
  const total = exactOf(credited, grossIsExact).plus(claimed).amount;
  // From a gross, |VAT - share x (gross - VAT)| <= unit is an interval for the VAT that is narrower by 1 + share.
  const divisor = grossIsExact ? share.plus(1) : new Decimal(1);
  const bound = (side: Decimal) => total.times(share).plus(side).div(divisor);
  const lowest = bound(unit.negated()).toDecimalPlaces(vat.currency.minorUnits, Decimal.ROUND_CEIL);
  const highest = bound(unit).toDecimalPlaces(vat.currency.minorUnits, Decimal.ROUND_FLOOR);
  const creditVatAt = (creditedVat: Decimal) => Money.of(creditedVat, vat.currency).minus(credited.vat);
  return clamp(vat, creditVatAt(lowest), creditVatAt(highest));
}

/** VAT per unit of net: the rate, or what the invoice charged on average where that is further off than a rounding. */
function chargedShare({ vatRatePercent, invoiced }: CreditableRate): Decimal {
  const { net, vat } = invoiced;
  const share = vatRatePercent.div(HUNDRED);
  const isByRate = vat.amount
    .minus(net.amount.times(share))
    .abs()
    .lessThanOrEqualTo(Money.minorUnit(net.currency).amount);
  return isByRate || net.isZero() ? share : vat.amount.div(net.amount);
}

/** Keeps VAT and net within 0 and what is left; from a gross, also leaves net for as long as gross is left. */
function withinLeft(vat: Money, claim: CreditClaim, left: TaxedAmounts): Money {
  const nothing = Money.zero(vat.currency);
  const [lowest, highest] = between(nothing, left.vat);
  if (!claim.grossIsExact) return clamp(vat, lowest, highest);
  const gross = claim.net.plus(claim.vat);
  const [lowestNet, highestNet] = between(nothing, oneUnitLess(left.net));
  return clamp(vat, max(lowest, gross.minus(highestNet)), min(highest, gross.minus(lowestNet)));
}

function oneUnitLess(amount: Money): Money {
  if (amount.isZero()) return amount;
  const unit = Money.minorUnit(amount.currency);
  return amount.isNegative() ? amount.plus(unit) : amount.minus(unit);
}

function between(a: Money, b: Money): [lowest: Money, highest: Money] {
  return [min(a, b), max(a, b)];
}

function partOf(leftInBase: Money, amount: Money, left: Money): Money {
  if (amount.equals(left)) return leftInBase;
  return Money.round(leftInBase.amount.times(amount.amount).div(left.amount), leftInBase.currency);
}

function mirrored(rate: CreditableRate, claim: CreditClaim): CreditVatResult {
  const negated = (amounts: TaxedAmounts) => mapAmounts(amounts, amount => amount.negated());
  const result = creditVat(
    { ...rate, invoiced: negated(rate.invoiced), credited: negated(rate.credited) },
    { ...claim, net: claim.net.negated(), vat: claim.vat.negated() },
  );
  return result.ok ? { ok: true, amounts: negated(result.amounts) } : result;
}

/** Moves VAT into (out of) the group: at net prices the gross follows, at prices with VAT the net. */
function withVatMovedBy(group: RateGroup, difference: Money): RateGroup {
  const moved = group.priceGroups.find(({ priceIncludesVat }) => !priceIncludesVat) ?? group.priceGroups[0]!;
  const change = moved.priceIncludesVat ? difference.negated() : difference;
  const priceGroups = group.priceGroups.map(part =>
    part === moved ? { ...part, computed: part.computed.plus(change) } : part,
  );
  return { ...group, priceGroups, vatMoved: !difference.isZero() };
}

function isSameRate(a: Pick<RateGroup, 'vatRatePercent' | 'vatCategory'>, b: typeof a): boolean {
  return a.vatCategory === b.vatCategory && a.vatRatePercent.equals(b.vatRatePercent);
}

function clamp(value: Money, lowest: Money, highest: Money): Money {
  return max(lowest, min(value, highest));
}

function max(a: Money, b: Money): Money {
  return a.compare(b) < 0 ? b : a;
}

function min(a: Money, b: Money): Money {
  return a.compare(b) > 0 ? b : a;
}
