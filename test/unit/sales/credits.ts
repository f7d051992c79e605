import { Decimal } from '../../../src/shared/decimal';
import { Money } from '../../../src/shared/money';
import { CreditableRate } from '../../../src/sales/domain/credit-arithmetic';
import { DocumentTotals, RateTotal, TaxedAmounts } from '../../../src/shared/arithmetic/document-totals';

const COLUMNS = ['net', 'vat', 'baseNet', 'baseVat'] as const;

/** The rows an invoice keeps for its credits, as they stand after the credits given. */
export function creditable(invoice: DocumentTotals, credits: DocumentTotals[]): CreditableRate[] {
  return invoice.rateTotals.map(invoiced => {
    const { vatRatePercent, vatCategory } = invoiced;
    const taken = credits.flatMap(credit => credit.rateTotals.filter(row => isSameRate(row, invoiced)));
    const sum = (column: (typeof COLUMNS)[number]) =>
      Money.sum(
        taken.map(row => row[column]),
        invoiced[column].currency,
      );
    const credited = { net: sum('net'), vat: sum('vat'), baseNet: sum('baseNet'), baseVat: sum('baseVat') };
    return { vatRatePercent, vatCategory, invoiced, credited };
  });
}

export function isSameRate(a: Pick<RateTotal, 'vatCategory' | 'vatRatePercent'>, b: typeof a): boolean {
  return a.vatCategory === b.vatCategory && a.vatRatePercent.equals(b.vatRatePercent);
}

/** Net, VAT, base net and base VAT that are left of a row. */
export function leftTexts({ invoiced, credited }: CreditableRate): string[] {
  return COLUMNS.map(column => invoiced[column].minus(credited[column]).toString());
}

/** How many minor units the VAT is from rate x net. */
export function unitsOffRate({ net, vat }: TaxedAmounts, vatRatePercent: Decimal): Decimal {
  const exact = net.amount.times(vatRatePercent).div(100);
  return vat.amount.minus(exact).abs().div(Money.minorUnit(net.currency).amount);
}

/** The columns in which credits went below 0 or above what was invoiced, in the direction of the invoice. */
export function columnsOutOfBounds({ invoiced, credited }: CreditableRate): string[] {
  return COLUMNS.filter(column => {
    const [whole, taken] = [invoiced[column], credited[column]];
    const zero = Money.zero(whole.currency);
    const [lowest, highest] = whole.isNegative() ? [whole, zero] : [zero, whole];
    return taken.compare(lowest) < 0 || taken.compare(highest) > 0;
  });
}
