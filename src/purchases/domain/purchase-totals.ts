import { sumAmounts } from '../../shared/arithmetic/document-amounts';
import {
  computeDocument,
  type DocumentInput,
  type TaxedAmounts,
  type VatKey,
} from '../../shared/arithmetic/document-totals';
import { groupBy, rateKey } from '../../shared/arithmetic/rate-groups';
import type { Currency } from '../../shared/currency';
import type { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { PurchaseLine } from './purchase-document';

/** Amounts of a supplier document, in document and base currency. `vat` is what the supplier charges. */
export interface PurchaseAmounts extends TaxedAmounts {
  /** What the buyer owes the state instead of the supplier (reverse charge). */
  selfAssessedVat: Money;
  /** The part of charged and self-assessed VAT that may be deducted. */
  deductibleVat: Money;
  baseSelfAssessedVat: Money;
  baseDeductibleVat: Money;
  /** The part that only the pro rata leaves undeducted; what a line's own percentage leaves is cost of the line. */
  undeductedProRata: Money;
  baseUndeductedProRata: Money;
}

/** Totals of one VAT rate, category and VAT code. */
export interface PurchaseVatTotal extends PurchaseAmounts, VatKey {}

/** Lines sum to `vatTotals`, those to the document, exactly and in both currencies. `gross` is what the supplier is owed. */
export interface PurchaseTotals extends PurchaseAmounts {
  gross: Money;
  baseGross: Money;
  /** In the order of the input. */
  lines: PurchaseAmounts[];
  vatTotals: PurchaseVatTotal[];
  roundingTrace: string | null;
}

/**
 * Computes a supplier document by the arithmetic of sales. The VAT of category AE (reverse charge, acquisitions, import
 * VAT set off) is computed as if it were charged, one rounding per rate, and is then no part of what the supplier is owed.
 *
 * VAT is deductible by a percent per line: percent x VAT of the lines of one rate, code and percent, rounded once and
 * shared out by largest remainder. What is not deducted is cost: of the line, or where the percentage is the pro rata of the
 * company, of the company.
 */
export function computePurchase(input: DocumentInput & { lines: PurchaseLine[] }): PurchaseTotals {
  const computed = computeDocument(input);
  const { currency, baseCurrency } = input;
  const deductible = deductibleParts(
    input.lines,
    computed.lines.map(line => line.vat),
    currency,
  );
  const baseDeductible = deductibleParts(
    input.lines,
    computed.lines.map(line => line.baseVat),
    baseCurrency,
  );
  const given: PurchaseLine[] = input.lines;
  const lines = given.map(({ vatCategory, isProRata }, index) => {
    const { net, vat, baseNet, baseVat } = computed.lines[index]!;
    const [none, baseNone] = [Money.zero(currency), Money.zero(baseCurrency)];
    const deducted = {
      deductibleVat: deductible[index]!,
      baseDeductibleVat: baseDeductible[index]!,
      undeductedProRata: isProRata ? vat.minus(deductible[index]!) : none,
      baseUndeductedProRata: isProRata ? baseVat.minus(baseDeductible[index]!) : baseNone,
    };
    return vatCategory === 'AE'
      ? {
          net,
          baseNet,
          vat: none,
          baseVat: baseNone,
          selfAssessedVat: vat,
          baseSelfAssessedVat: baseVat,
          ...deducted,
        }
      : { net, baseNet, vat, baseVat, selfAssessedVat: none, baseSelfAssessedVat: baseNone, ...deducted };
  });
  const sums = sumPurchases(lines, currency, baseCurrency);
  const vatTotals = computed.vatTotals.map(({ vatRatePercent, vatCategory, vatCode }) => {
    const key = { vatRatePercent, vatCategory, vatCode };
    const members = lines.filter((_, index) => vatKeyOf(input.lines[index]!) === vatKeyOf(key));
    return { ...key, ...sumPurchases(members, currency, baseCurrency) };
  });
  return {
    ...sums,
    gross: sums.net.plus(sums.vat),
    baseGross: sums.baseNet.plus(sums.baseVat),
    lines,
    vatTotals,
    roundingTrace: computed.roundingTrace,
  };
}

/** Sums amounts of supplier documents. */
function sumPurchases(rows: PurchaseAmounts[], currency: Currency, baseCurrency: Currency): PurchaseAmounts {
  const sum = (column: keyof PurchaseAmounts, of: Currency): Money =>
    Money.sum(
      rows.map(row => row[column]),
      of,
    );
  return {
    ...sumAmounts(rows, currency, baseCurrency),
    selfAssessedVat: sum('selfAssessedVat', currency),
    deductibleVat: sum('deductibleVat', currency),
    baseSelfAssessedVat: sum('baseSelfAssessedVat', baseCurrency),
    baseDeductibleVat: sum('baseDeductibleVat', baseCurrency),
    undeductedProRata: sum('undeductedProRata', currency),
    baseUndeductedProRata: sum('baseUndeductedProRata', baseCurrency),
  };
}

/** VAT that is not deducted and belongs to the cost of a line: charged and self-assessed less deductible and pro rata. */
export function nonDeductible(amounts: PurchaseAmounts): { document: Money; base: Money } {
  return {
    document: amounts.vat
      .plus(amounts.selfAssessedVat)
      .minus(amounts.deductibleVat)
      .minus(amounts.undeductedProRata),
    base: amounts.baseVat
      .plus(amounts.baseSelfAssessedVat)
      .minus(amounts.baseDeductibleVat)
      .minus(amounts.baseUndeductedProRata),
  };
}

function deductibleParts(lines: PurchaseLine[], vats: Money[], currency: Currency): Money[] {
  const parts: Money[] = [];
  const numbered = lines.map((line, index) => ({ line, index, vat: vats[index]! }));
  const groups = groupBy(numbered, ({ line }) => `${vatKeyOf(line)} ${line.deductiblePercent.toString()}`);
  for (const members of groups) {
    const share = (vat: Money): Decimal => vat.amount.times(members[0]!.line.deductiblePercent).div(100);
    const total = Money.sum(
      members.map(({ vat }) => vat),
      currency,
    );
    const shares = Money.round(share(total), currency).apportion(members.map(({ vat }) => share(vat)));
    members.forEach(({ index }, position) => (parts[index] = shares[position]!));
  }
  return parts;
}

/** Alike for lines of one rate, category and VAT code. */
export function vatKeyOf(key: VatKey): string {
  return JSON.stringify([rateKey(key), key.vatCode]);
}
