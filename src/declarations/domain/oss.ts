import { Decimal, sumOf } from '../../shared/decimal';
import { yearOf, monthOf, type CalendarDate } from '../../shared/calendar-date';
import { isMemberState } from '../../shared/eu-vat-area';

/** Sales under the Union scheme that count in the quarter, summed by what the return tells apart; base currency. */
export interface OssMovement {
  /** null where the documents name none. */
  countryCode: string | null;
  /** Of corrections: 0, they are declared whatever the rate. */
  ratePercent: string;
  /** Of credit notes of what was supplied in an earlier quarter: the first day of that quarter. */
  correctedQuarter: CalendarDate | null;
  net: Decimal;
  vat: Decimal;
  documents: number;
  /** Of these, a platform's that is taken to be the seller. */
  deemedDocuments: number;
}

export interface OssRow {
  countryCode: string;
  rateType: 'STANDARD' | 'REDUCED';
  vatRatePercent: string;
  taxableAmount: Decimal;
  vatAmount: Decimal;
  documents: number;
}

export interface OssCorrection {
  countryCode: string;
  periodYear: number;
  periodQuarter: number;
  taxableAmount: Decimal;
  vatAmount: Decimal;
  documents: number;
}

export interface OssReturn {
  rows: OssRow[];
  totals: { taxableAmount: Decimal; vatAmount: Decimal };
  corrections: OssCorrection[];
  correctionsTotal: { taxableAmount: Decimal; vatAmount: Decimal };
  warnings: string[];
}

/**
 * The OSS return of a quarter (Union scheme): supplies of the quarter by state of consumption and rate, and credit notes of
 * earlier quarters as corrections of the quarter they correct (Council Implementing Regulation (EU) 282/2011, art. 61).
 * @param toEuro converts an amount of the base currency and rounds it to the cent
 * @param standardRates those that were in force in the quarter, as `DE 19`: they tell STANDARD from REDUCED
 */
export function ossReturnOf(
  movements: readonly OssMovement[],
  home: string,
  standardRates: ReadonlySet<string>,
  toEuro: (amount: Decimal) => Decimal,
): OssReturn {
  const declared = movements.filter(({ countryCode }) => isOfOss(countryCode, home));
  const ofQuarter = declared.filter(({ correctedQuarter }) => correctedQuarter === null);
  const rows = grouped(ofQuarter, one => `${one.countryCode} ${one.ratePercent}`, toEuro).map(
    ({ first, ...sums }): OssRow => ({
      countryCode: first.countryCode!,
      rateType: standardRates.has(`${first.countryCode} ${first.ratePercent}`) ? 'STANDARD' : 'REDUCED',
      vatRatePercent: first.ratePercent,
      ...sums,
    }),
  );
  const corrections = grouped(
    declared.filter(({ correctedQuarter }) => correctedQuarter !== null),
    one => `${one.countryCode} ${yearOf(one.correctedQuarter!)} ${quarterOf(one.correctedQuarter!)}`,
    toEuro,
  ).map(({ first, ...sums }): OssCorrection => ({
    countryCode: first.countryCode!,
    periodYear: yearOf(first.correctedQuarter!),
    periodQuarter: quarterOf(first.correctedQuarter!),
    ...sums,
  }));
  return {
    rows,
    totals: totalOf(rows),
    corrections,
    correctionsTotal: totalOf(corrections),
    warnings: [...leftOut(movements, home), ...deemed(declared), ...negativeRows(rows), ...withoutVat(rows)],
  };
}

function isOfOss(countryCode: string | null, home: string): boolean {
  return countryCode !== null && countryCode !== home && isMemberState(countryCode);
}

function grouped(
  movements: readonly OssMovement[],
  key: (movement: OssMovement) => string,
  toEuro: (amount: Decimal) => Decimal,
): { first: OssMovement; taxableAmount: Decimal; vatAmount: Decimal; documents: number }[] {
  const groups = new Map<string, OssMovement[]>();
  for (const movement of movements)
    groups.set(key(movement), [...(groups.get(key(movement)) ?? []), movement]);
  return [...groups.values()].map(group => ({
    first: group[0]!,
    taxableAmount: toEuro(sumOf(group.map(({ net }) => net))),
    vatAmount: toEuro(sumOf(group.map(({ vat }) => vat))),
    documents: group.reduce((count, { documents }) => count + documents, 0),
  }));
}

function totalOf(rows: readonly { taxableAmount: Decimal; vatAmount: Decimal }[]): {
  taxableAmount: Decimal;
  vatAmount: Decimal;
} {
  return {
    taxableAmount: sumOf(rows.map(row => row.taxableAmount)),
    vatAmount: sumOf(rows.map(row => row.vatAmount)),
  };
}

function quarterOf(day: CalendarDate): number {
  return Math.ceil(monthOf(day) / 3);
}

function leftOut(movements: readonly OssMovement[], home: string): string[] {
  return movements
    .filter(({ countryCode }) => !isOfOss(countryCode, home))
    .map(({ countryCode, ratePercent, net, vat, documents }) => {
      const why =
        countryCode === null
          ? 'name no state of consumption (vatCountryCode)'
          : `are taxed by ${countryCode}, which is no other member state`;
      return `${documents} document(s) of OSS at ${ratePercent} % ${why} and are left out: net ${net.toFixed(2)}, VAT ${vat.toFixed(2)}.`;
    });
}

/** The documents do not say where the goods came from. */
function deemed(declared: readonly OssMovement[]): string[] {
  return declared
    .filter(({ deemedDocuments }) => deemedDocuments > 0)
    .map(
      ({ countryCode, ratePercent, deemedDocuments }) =>
        `${deemedDocuments} document(s) of ${countryCode} at ${ratePercent} % are sales of a platform (marketplace_deemed) and are included; those of goods imported from outside the EU belong in the IOSS return instead.`,
    );
}

function negativeRows(rows: readonly OssRow[]): string[] {
  return rows
    .filter(({ taxableAmount }) => taxableAmount.isNegative())
    .map(
      row =>
        `${row.countryCode} at ${row.vatRatePercent} % is negative: credit notes without the date of what they correct count in their own quarter.`,
    );
}

function withoutVat(rows: readonly OssRow[]): string[] {
  return rows
    .filter(({ vatAmount, taxableAmount }) => vatAmount.isZero() && !taxableAmount.isZero())
    .map(row => `${row.countryCode} at ${row.vatRatePercent} % has supplies without VAT.`);
}
