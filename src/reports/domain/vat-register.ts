import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';

export type VatSide = 'sales' | 'purchases';

/** VAT of the days by rate; decimal strings in base currency, credit notes taken off. */
export interface VatRateSums {
  vatRatePercent: string;
  net: string;
  vat: string;
  documents: number;
  /** The part that credit notes take off; not positive. */
  creditNet: string;
  creditVat: string;
}

/** The same of one document. */
export interface VatDocumentSums {
  documentId: string;
  documentNumber: string;
  date: string;
  partnerName: string;
  vatRatePercent: string;
  net: string;
  vat: string;
}

/** By country and rate. */
export interface VatCountrySums {
  countryCode: string;
  vatRatePercent: string;
  net: string;
  vat: string;
  documents: number;
}

export function sumsOf(
  rows: readonly { net: string; vat: string }[],
  base: Currency,
): { net: Money; vat: Money } {
  const sum = (member: 'net' | 'vat'): Money =>
    Money.sum(
      rows.map(row => Money.of(row[member], base)),
      base,
    );
  return { net: sum('net'), vat: sum('vat') };
}
