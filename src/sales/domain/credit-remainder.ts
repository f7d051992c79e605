import { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import {
  compareRates,
  compareVatCodes,
  DocumentLine,
  DocumentTotals,
  mapAmounts,
  sumAmounts,
  VatKey,
  VatTotal,
  withGross,
} from '../../shared/arithmetic/document-amounts';
import { documentSums, roundingTrace } from '../../shared/arithmetic/document-totals';
import { groupBy, rateKey } from '../../shared/arithmetic/rate-groups';

/** What an invoice or its credit notes hold of one VAT rate, category, code, revenue account (null: the default one) and cost center. */
export interface PostedVatTotal extends VatTotal {
  revenueAccountCode: string | null;
  costCenterId: string | null;
}

/** What is left of an invoice, as the lines of a credit note and their totals; `totals.lines[i]` belongs to `lines[i]`. */
interface CreditRemainder {
  lines: (DocumentLine & Pick<PostedVatTotal, 'revenueAccountCode' | 'costCenterId'>)[];
  totals: DocumentTotals;
}

/**
 * The credit note without lines of its own: all that earlier credit notes left, one line per VAT rate, category, code,
 * revenue account and cost center of the invoice. Nothing is computed, so nothing can be rounded: the invoice ends at zero in every code and on
 * every account, in both currencies. A line is one unit at the net that is left (a negative one is quantity -1: EN 16931, BR-27, wants
 * prices that are not negative). No lines when nothing is left.
 *
 * @param invoice the invoice's lines, summed
 * @param credited the lines of all its earlier credit notes, summed; positive where the invoice's are
 */
export function remainingCreditLines(
  invoice: PostedVatTotal[],
  credited: PostedVatTotal[],
  currency: Currency,
  baseCurrency: Currency,
): CreditRemainder {
  const sums = (rows: VatTotal[]) => sumAmounts(rows, currency, baseCurrency);
  const lines = leftByAccount(invoice, credited, currency, baseCurrency)
    .filter(isSomething)
    .sort((a, b) => compareRates(a, b) || compareVatCodes(a.vatCode, b.vatCode));
  const byCode = groupBy(lines, codeKey).map(rows => {
    const { vatRatePercent, vatCategory, vatCode } = rows[0]!;
    return { vatRatePercent, vatCategory, vatCode, ...sums(rows) };
  });
  // Where all lines cancel out (an invoice that advances cover), the document still has its codes, at zero.
  const vatTotals = byCode.some(isSomething) ? byCode.filter(isSomething) : byCode;
  const rateTotals = groupBy(vatTotals, rateKey).map(rows => {
    const { vatRatePercent, vatCategory } = rows[0]!;
    return { vatRatePercent, vatCategory, ...sums(rows) };
  });
  const totals = {
    ...documentSums(rateTotals, currency, baseCurrency),
    lines: lines.map(({ net, vat, baseNet, baseVat }) => withGross({ net, vat, baseNet, baseVat })),
    vatTotals,
    rateTotals,
    roundingTrace: roundingTrace(rateTotals, () => 'the rest of the invoice'),
  };
  return { lines: lines.map(lineOf), totals };
}

/** What earlier credit notes left of an invoice, by VAT rate, category, code, revenue account and cost center. */
export function leftByAccount(
  invoice: PostedVatTotal[],
  credited: PostedVatTotal[],
  currency: Currency,
  baseCurrency: Currency,
): PostedVatTotal[] {
  const taken = credited.map(row => ({ ...row, ...mapAmounts(row, amount => amount.negated()) }));
  return groupBy([...invoice, ...taken], row =>
    JSON.stringify([codeKey(row), row.revenueAccountCode, row.costCenterId]),
  ).map(rows => ({ ...rows[0]!, ...sumAmounts(rows, currency, baseCurrency) }));
}

export function codeKey(row: VatKey): string {
  return JSON.stringify([rateKey(row), row.vatCode]);
}

function isSomething({ net, vat, baseNet, baseVat }: VatTotal): boolean {
  return [net, vat, baseNet, baseVat].some(amount => !amount.isZero());
}

function lineOf({
  vatRatePercent,
  vatCategory,
  vatCode,
  revenueAccountCode,
  costCenterId,
  net,
}: PostedVatTotal) {
  return {
    quantity: new Decimal(net.isNegative() ? -1 : 1),
    unitPrice: net.amount.abs(),
    priceIncludesVat: false,
    vatRatePercent,
    vatCategory,
    vatCode,
    revenueAccountCode,
    costCenterId,
  };
}
