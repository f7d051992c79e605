import { Currency } from '../../shared/currency';
import { Decimal } from '../../shared/decimal';
import {
  compareRates,
  compareVatCodes,
  DocumentLine,
  DocumentTotals,
  mapAmounts,
  sumAmounts,
  VatTotal,
  withGross,
} from './document-amounts';
import { documentSums, roundingTrace } from './document-totals';
import { groupBy, rateKey } from './rate-groups';

/** What is left of an invoice, as the lines of a credit note and their totals; `totals.lines[i]` belongs to `lines[i]`. */
export interface CreditRemainder {
  lines: DocumentLine[];
  totals: DocumentTotals;
}

/**
 * The credit note without lines of its own: all that earlier credit notes left, one line per VAT rate, category and
 * code of the invoice. Nothing is computed, so nothing can be rounded: the invoice ends at zero in every code and in
 * both currencies. A line is one unit at the net that is left (a negative one is quantity -1: EN 16931, BR-27, wants
 * prices that are not negative). No lines when nothing is left.
 *
 * @param invoice the invoice's `vatTotals`
 * @param credited the `vatTotals` of all its earlier credit notes, positive where the invoice's are
 */
export function remainingCreditLines(
  invoice: VatTotal[],
  credited: VatTotal[],
  currency: Currency,
  baseCurrency: Currency,
): CreditRemainder {
  const taken = credited.map(row => ({ ...row, ...mapAmounts(row, amount => amount.negated()) }));
  const sums = (rows: VatTotal[]) => sumAmounts(rows, currency, baseCurrency);
  const vatTotals = groupBy([...invoice, ...taken], row => JSON.stringify([rateKey(row), row.vatCode]))
    .map(rows => ({ ...rows[0]!, ...sums(rows) }))
    .filter(({ net, vat, baseNet, baseVat }) => [net, vat, baseNet, baseVat].some(amount => !amount.isZero()))
    .sort((a, b) => compareRates(a, b) || compareVatCodes(a.vatCode, b.vatCode));
  const rateTotals = groupBy(vatTotals, rateKey).map(rows => {
    const { vatRatePercent, vatCategory } = rows[0]!;
    return { vatRatePercent, vatCategory, ...sums(rows) };
  });
  const totals = {
    ...documentSums(rateTotals, currency, baseCurrency),
    lines: vatTotals.map(({ net, vat, baseNet, baseVat }) => withGross({ net, vat, baseNet, baseVat })),
    vatTotals,
    rateTotals,
    roundingTrace: roundingTrace(rateTotals, () => 'the rest of the invoice'),
  };
  return { lines: vatTotals.map(lineOf), totals };
}

function lineOf({ vatRatePercent, vatCategory, vatCode, net }: VatTotal): DocumentLine {
  return {
    quantity: new Decimal(net.isNegative() ? -1 : 1),
    unitPrice: net.amount.abs(),
    priceIncludesVat: false,
    vatRatePercent,
    vatCategory,
    vatCode,
  };
}
