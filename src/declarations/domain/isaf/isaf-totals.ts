import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal, sumOf } from '../../../shared/decimal';
import type { CodeValidity, IsafDocument, IsafRow, Register, Warn } from './isaf-document';

/** What a document says of one VAT code and rate. */
export interface TaxTotal {
  code: string | null;
  percent: string | null;
  net: Decimal;
  vat: Decimal;
}

/** Exempt, outside the scope, reverse charge: no rate of Lithuanian VAT stands on the issued document. */
const CATEGORIES_WITHOUT_RATE = new Set(['E', 'O', 'AE']);

/** Import VAT is declared through customs and never entered in the invoice registers. */
export const IMPORT_VAT_CODES = new Set(['PVM23', 'PVM24']);

/**
 * The rows of a document that the registers take. Not those of
 *
 * - import VAT, nor with it what is only there to clear the customs value: rows without VAT that have no code or take the
 *   value off again. A customs declaration is no VAT invoice, so nothing of it is left; the services of a broker are.
 * - a received document without VAT and code: it is no VAT invoice.
 */
export function enteredRows(rows: readonly IsafRow[], isReceived: boolean): readonly IsafRow[] {
  if (!isReceived) return rows.filter(row => !isImportVat(row));
  const isUntaxed = ({ vat }: IsafRow): boolean => new Decimal(vat).isZero();
  const imported = rows.filter(isImportVat);
  if (imported.length === 0) return rows.every(row => row.vatCode === null && isUntaxed(row)) ? [] : rows;
  const value = sumOf(imported.map(({ net }) => new Decimal(net)));
  return rows.filter(
    row =>
      !isImportVat(row) && !(isUntaxed(row) && (row.vatCode === null || value.times(row.net).isNegative())),
  );
}

function isImportVat({ vatCode }: IsafRow): boolean {
  return vatCode !== null && IMPORT_VAT_CODES.has(vatCode);
}

/** One total per VAT code and rate, in the order of the rows. */
export function taxTotals(
  { rows, partner, ratesAsOf }: IsafDocument,
  { isReceived }: Register,
  codes: ReadonlyMap<string, CodeValidity>,
  warn: Warn,
): TaxTotal[] {
  const totals = new Map<string, TaxTotal>();
  for (const { vatCode } of rows.filter(isImportVat))
    warn(`a row with ${vatCode} was left out, import VAT is not entered in i.SAF`);
  for (const row of enteredRows(rows, isReceived)) {
    // A Lithuanian VAT payer's own code is not asked of the buyer who owes no VAT himself (annotation of TaxCode).
    const needsNoCode = isReceived && partner.vatCode?.startsWith('LT') === true && row.category !== 'AE';
    const code = classifierCode(row, needsNoCode ? () => undefined : warn);
    const percent = taxPercentage(row, isReceived);
    const key = `${code} ${percent}`;
    const total = totals.get(key);
    if (code !== null && !total) warnOfValidity(code, codes.get(code), ratesAsOf, warn);
    totals.set(key, {
      code,
      percent,
      net: (total?.net ?? new Decimal(0)).plus(row.net),
      vat: (total?.vat ?? new Decimal(0)).plus(row.vat),
    });
  }
  return [...totals.values()];
}

export function documentTotal(total: TaxTotal): Record<string, string | null> {
  return {
    TaxableValue: total.net.toFixed(2),
    TaxCode: total.code,
    TaxPercentage: total.percent,
    Amount: total.vat.toFixed(2),
  };
}

function classifierCode({ vatCode }: IsafRow, warn: Warn): string | null {
  if (vatCode !== null && /^PVM\d{1,3}$/.test(vatCode)) return vatCode;
  warn(
    vatCode
      ? `${vatCode} is no code of the VAT classifier, a row was written without it`
      : 'a row has no VAT code',
  );
  return null;
}

/** The schema takes any number after PVM: what it does not check is said here, and written all the same. */
function warnOfValidity(
  code: string,
  validity: CodeValidity | undefined,
  day: CalendarDate,
  warn: Warn,
): void {
  if (!validity) return warn(`${code} is not in the VAT classifier that this version knows; check it`);
  const { validFrom, validTo } = validity;
  if (validTo !== null && validTo < day)
    warn(`${code} was in force until ${validTo}, the VAT is of ${day}; check it`);
  if (validFrom !== null && validFrom > day)
    warn(`${code} is in force from ${validFrom}, the VAT is of ${day}; check it`);
}

/**
 * `0` says zero-rated; nil says that no Lithuanian rate applies (annotation of TaxPercentage in the schema). On a received
 * document the buyer's own rate stands where he accounts for the VAT.
 */
function taxPercentage({ category, ratePercent }: IsafRow, isReceived: boolean): string | null {
  if (ratePercent === null) return null;
  const rate = new Decimal(ratePercent);
  const hasNone = CATEGORIES_WITHOUT_RATE.has(category) && !(isReceived && !rate.isZero());
  return hasNone ? null : rate.toString();
}
