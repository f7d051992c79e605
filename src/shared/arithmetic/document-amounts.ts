import { Currency } from '../currency';
import { Decimal } from '../decimal';
import { Money } from '../money';

/** VAT category codes of EN 16931 (UNCL5305): standard, zero, exempt, reverse charge, intra-EU supply, export, outside scope. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** `total`: one rounding per rate (EN 16931). `line`: each line's VAT is rounded. */
export type VatRounding = 'total' | 'line';

/** What VAT is reported under: rate in percent, category and the national VAT code, if any. */
export interface VatKey {
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  vatCode: string | null;
}

/** One line before arithmetic. Quantity and price may be negative; discounts are percents 0..100. */
export interface DocumentLine extends VatKey {
  quantity: Decimal;
  unitPrice: Decimal;
  priceIncludesVat: boolean;
  discountPercent?: Decimal;
  /**
   * The line amount where it is not quantity x price: a credit of an invoiced line (see `creditedLineAmount`).
   * Document currency, discounts already taken off, with VAT where the price includes it.
   */
  amount?: Money;
}

/** A document before arithmetic. */
export interface DocumentInput {
  currency: Currency;
  baseCurrency: Currency;
  /** Units of the document currency per one unit of the base currency; 1 when they are the same. */
  rate: Decimal;
  vatRounding: VatRounding;
  /** Discount on every line, percent 0..100. */
  discountPercent: Decimal;
  lines: DocumentLine[];
}

/** Net and VAT in document and base currency. */
export interface TaxedAmounts {
  net: Money;
  vat: Money;
  baseNet: Money;
  baseVat: Money;
}

/** Totals of one VAT rate and category. */
export interface RateTotal extends TaxedAmounts, Omit<VatKey, 'vatCode'> {}

/** Totals of one VAT rate, category and VAT code. */
export interface VatTotal extends TaxedAmounts, VatKey {}

/** Amounts of one line. */
export interface LineTotals extends TaxedAmounts {
  gross: Money;
}

/**
 * The amounts of a document. Lines sum to `vatTotals`, those to `rateTotals`, those to the document, exactly and in
 * both currencies.
 */
export interface DocumentTotals extends TaxedAmounts {
  gross: Money;
  baseGross: Money;
  /** In the order of the input. */
  lines: LineTotals[];
  /** By rate (highest first), category and code (none last). */
  vatTotals: VatTotal[];
  /** By rate (highest first) and category. */
  rateTotals: RateTotal[];
  /** Says where VAT is not net x rate rounded once (BR-CO-17), and why; null when it is everywhere. */
  roundingTrace: string | null;
}

/** Order of `rateTotals`: highest rate first, then category. Independent of the order of lines. */
export function compareRates(a: Omit<VatKey, 'vatCode'>, b: Omit<VatKey, 'vatCode'>): number {
  return b.vatRatePercent.comparedTo(a.vatRatePercent) || compareTexts(a.vatCategory, b.vatCategory);
}

/** Order of codes within a rate: by code, none last. */
export function compareVatCodes(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareTexts(a, b);
}

/** Sums rows of net and VAT. */
export function sumAmounts(rows: TaxedAmounts[], currency: Currency, baseCurrency: Currency): TaxedAmounts {
  const sum = (column: keyof TaxedAmounts, of: Currency) =>
    Money.sum(
      rows.map(row => row[column]),
      of,
    );
  return {
    net: sum('net', currency),
    vat: sum('vat', currency),
    baseNet: sum('baseNet', baseCurrency),
    baseVat: sum('baseVat', baseCurrency),
  };
}

/** Each amount through one function. */
export function mapAmounts(
  amounts: TaxedAmounts,
  change: (amount: Money, column: keyof TaxedAmounts) => Money,
) {
  return {
    net: change(amounts.net, 'net'),
    vat: change(amounts.vat, 'vat'),
    baseNet: change(amounts.baseNet, 'baseNet'),
    baseVat: change(amounts.baseVat, 'baseVat'),
  };
}

/** A line's amounts with their gross. */
export function withGross(amounts: TaxedAmounts): LineTotals {
  return { ...amounts, gross: amounts.net.plus(amounts.vat) };
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
