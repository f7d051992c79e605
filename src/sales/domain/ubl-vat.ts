import { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import { groupBy, rateKey, vatByRate } from '../../shared/arithmetic/rate-groups';
import type { EInvoice, EInvoiceVat } from './e-invoice';
import codes from './peppol-codes.json';
import type { VatScheme } from '../../shared/vat-scheme';

/** EN 16931 knows two decimals of an amount, whatever the currency has (BR-DEC). */
const DECIMALS = 2;

/** The VAT of one category and rate as it is written (BG-23). */
export interface WrittenVat {
  category: VatCategory;
  ratePercent: Decimal;
  taxable: Money;
  vat: Money;
  exemption: { code: string | null; text: string } | null;
}

/** The VAT breakdown and what it leaves to be paid more (or less) than its own total: BT-114. */
export interface WrittenVatTotals {
  breakdown: WrittenVat[];
  vat: Money;
  rounding: Money;
}

/** The category to write for a stored one: services whose VAT the buyer owes are stored as outside the scope. */
export function writtenCategory(stored: VatCategory, scheme: VatScheme | null): VatCategory {
  const rule = codes.categoryUnderScheme.find(
    entry => entry.stored === stored && scheme !== null && entry.schemes.includes(scheme),
  );
  return (rule?.written as VatCategory | undefined) ?? stored;
}

/** VAT totals that came to be of one category and rate, together. */
export function mergedVatTotals(totals: EInvoiceVat[]): EInvoiceVat[] {
  return groupBy(totals, rateKey).map(rows => ({
    ...rows[0]!,
    net: rows.map(({ net }) => net).reduce((sum, net) => sum.plus(net)),
    vat: rows.map(({ vat }) => vat).reduce((sum, vat) => sum.plus(vat)),
    legalBases: [...new Set(rows.flatMap(({ legalBases }) => legalBases))],
  }));
}

/**
 * The VAT to write. EN 16931 wants net x rate, rounded once (BR-CO-17). Where prices include VAT the document's VAT may be a
 * cent off: then that product is written and the cent stands as the rounding amount (BT-114), so that what is to be paid stays
 * the document's. A credit whose VAT was moved to end at its invoice keeps the VAT that is in the books: the published rules
 * tolerate less than one unit.
 */
export function writtenVat(invoice: EInvoice): WrittenVatTotals {
  const breakdown = invoice.vatTotals.map(total => ({
    category: total.vatCategory,
    ratePercent: total.vatRatePercent,
    taxable: total.net,
    vat: invoice.isPricedWithVat ? vatByRate(total.net, total.vatRatePercent) : total.vat,
    exemption: exemptionOf(total),
  }));
  const vat = Money.sum(
    breakdown.map(row => row.vat),
    invoice.currency,
  );
  return { breakdown, vat, rounding: invoice.vat.minus(vat) };
}

/**
 * Why the amounts cannot be written, one sentence each; none when they can: more decimals than the standard has, and VAT
 * that is too far from net x rate: rounded per line, or a credit off by a whole unit of the currency. Next to nothing, what is
 * written may be on the other side of zero than what is accounted for.
 */
export function unwritableAmounts(invoice: EInvoice): string[] {
  const amounts = [
    ...invoice.lines.map(({ net }, index) => ({ what: `the net of line ${index + 1}`, amount: net })),
    ...invoice.vatTotals.flatMap(total => [
      { what: `the net of ${rateName(total)}`, amount: total.net },
      { what: `the VAT of ${rateName(total)}`, amount: total.vat },
    ]),
    { what: 'the VAT in base currency', amount: invoice.baseVat },
    { what: 'what is paid', amount: invoice.prepaid },
  ];
  return [
    ...amounts
      .filter(({ amount }) => amount.amount.decimalPlaces() > DECIMALS)
      .map(({ what, amount }) => `${what} is ${amount.toString()}: only two decimals can be written`),
    ...invoice.vatTotals.flatMap(total => offBy(invoice, total)),
    ...onOtherSide(invoice),
  ];
}

function onOtherSide(invoice: EInvoice): string[] {
  const { vat } = writtenVat(invoice);
  if (!vat.amount.times(invoice.baseVat.amount).lessThan(0)) return [];
  const [document, base] = [vat, invoice.baseVat].map(
    amount => `${amount.toString()} ${amount.currency.code}`,
  );
  return [
    `VAT is ${document} by net x rate, but ${base} in base currency: both need one sign (PEPPOL-EN16931-R055)`,
  ];
}

function offBy(invoice: EInvoice, total: EInvoiceVat): string[] {
  const expected = vatByRate(total.net, total.vatRatePercent);
  const difference = total.vat.minus(expected);
  const exact = total.net.amount.times(total.vatRatePercent).div(100).toDecimalPlaces(DECIMALS);
  const isTolerated = invoice.isPricedWithVat || total.vat.amount.minus(exact).abs().lessThan(1);
  if (difference.isZero() || (invoice.vatRounding === 'total' && isTolerated)) return [];
  return [
    `${rateName(total)}: VAT is ${total.vat.toString()}, net ${total.net.toString()} x rate is ${expected.toString()}, the difference ${difference.toString()}`,
  ];
}

/** "S 21 %" */
function rateName({ vatCategory, vatRatePercent }: EInvoiceVat): string {
  return `${vatCategory} ${vatRatePercent.toString()} %`;
}

function exemptionOf({ vatCategory, legalBases }: EInvoiceVat): WrittenVat['exemption'] {
  if (vatCategory === 'S' || vatCategory === 'Z') return null;
  const { code, text } = codes.exemptionReasons[vatCategory];
  return { code, text: legalBases.length === 0 ? text : `${text}: ${legalBases.join('; ')}` };
}
