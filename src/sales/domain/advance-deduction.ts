import type { VatCategory } from '../../shared/arithmetic/document-totals';
import { groupBy } from '../../shared/arithmetic/rate-groups';
import type { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';

interface VatPart {
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  vatCode: string | null;
}

/** What of a tax document on a receipt is left to deduct, at one rate, category and VAT code. */
export interface TaxedPart extends VatPart {
  advanceId: string;
  taxDocumentId: string;
  net: Money;
  vat: Money;
}

/** What a deduction takes of a tax document. */
export type PartTaken = Omit<TaxedPart, 'advanceId'>;

/** What an invoice comes to before deductions, at one rate, category and VAT code. */
export interface InvoicedPart extends VatPart {
  net: Money;
  vat: Money;
  /** A price at this rate includes VAT, so that the gross is exact. */
  isPricedWithVat: boolean;
}

/** A line that takes taxed receipts of one advance off the invoice. */
export interface DeductionLine extends VatPart {
  advanceId: string;
  /** Net, or gross where `priceIncludesVat`; positive. */
  amount: Money;
  priceIncludesVat: boolean;
  /** What the liability is relieved of: the nets of the tax documents. */
  net: Money;
  taken: PartTaken[];
}

/**
 * What of taxed receipts an invoice deducts: per rate, category and VAT code, the earliest tax document first, and never more
 * than the invoice has there. So the final invoice taxes the remainder only.
 *
 *   invoice 200.00 + 42.00, receipt 121.00 taxed 100.00 + 21.00:   deducts 100.00; the invoice comes to 100.00 + 21.00
 *   invoice 60.00 + 12.60, the same receipt:                       deducts 60.00 of 100.00; 40.00 + 8.40 are left
 *
 * The VAT of a part of a tax document is the same part of its VAT; the last one takes the rest. Where prices include VAT the line
 * is a gross one: taken as a net it could leave a cent of VAT on nothing.
 */
export function planDeductions(invoiced: InvoicedPart[], taxed: TaxedPart[]): DeductionLine[] {
  return invoiced.flatMap(part =>
    deductionsAt(
      part,
      taxed.filter(other => keyOf(other) === keyOf(part)),
    ),
  );
}

function deductionsAt(invoiced: InvoicedPart, taxed: TaxedPart[]): DeductionLine[] {
  let net = invoiced.net;
  let gross = invoiced.net.plus(invoiced.vat);
  const lines: DeductionLine[] = [];
  for (const parts of groupBy(taxed, ({ advanceId }) => advanceId)) {
    const taken: PartTaken[] = [];
    for (const part of parts) {
      if (!isPositive(net)) break;
      const some = atMost(part, net);
      taken.push(some);
      net = net.minus(some.net);
    }
    if (taken.length === 0) break;
    const { vatRatePercent, vatCategory, vatCode, isPricedWithVat } = invoiced;
    const ofNet = sum(taken.map(part => part.net));
    const ofGross = ofNet.plus(sum(taken.map(part => part.vat)));
    // The line that uses the invoice up takes what is left of its gross.
    const grossAmount = net.isZero() ? gross : ofGross;
    lines.push({
      vatRatePercent,
      vatCategory,
      vatCode,
      advanceId: parts[0]!.advanceId,
      priceIncludesVat: isPricedWithVat,
      amount: isPricedWithVat ? grossAmount : ofNet,
      net: ofNet,
      taken,
    });
    gross = gross.minus(grossAmount);
  }
  return lines;
}

function atMost({ advanceId: _, ...part }: TaxedPart, net: Money): PartTaken {
  if (part.net.compare(net) <= 0) return part;
  const vat = part.vat.amount.times(net.amount).div(part.net.amount);
  return { ...part, net, vat: Money.round(vat, net.currency) };
}

function keyOf({ vatRatePercent, vatCategory, vatCode }: VatPart): string {
  return JSON.stringify([vatRatePercent.toFixed(), vatCategory, vatCode]);
}

function isPositive(amount: Money): boolean {
  return !amount.isZero() && !amount.isNegative();
}

function sum(amounts: Money[]): Money {
  return Money.sum(amounts, amounts[0]!.currency);
}
