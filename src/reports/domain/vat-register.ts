import type { Currency } from '../../shared/currency';
import { countryOfVatNumber, isMemberState } from '../../shared/eu-vat-area';
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

/** Purchases of suppliers whose VAT numbers begin alike and whose addresses are in one country, by rate. */
export interface PurchaseOriginSums extends Omit<VatCountrySums, 'countryCode'> {
  vatPrefix: string | null;
  addressCountryCode: string | null;
}

/**
 * What was bought in other member states, by country, rates in the order of `origins`: the country is that of the supplier's
 * VAT number, else of its address. Northern Ireland (XI) is one of them whatever was bought, as in the VAT return: the
 * register does not tell goods from services.
 */
export function euPurchases(
  origins: readonly PurchaseOriginSums[],
  home: string,
  base: Currency,
): VatCountrySums[] {
  const rows = new Map<string, VatCountrySums>();
  for (const { vatPrefix, addressCountryCode, ...sums } of origins) {
    const countryCode = countryOfVatNumber(vatPrefix) ?? addressCountryCode ?? home;
    if (countryCode === home || !isMemberState(countryCode)) continue;
    const key = `${countryCode} ${sums.vatRatePercent}`;
    rows.set(key, added(rows.get(key), { countryCode, ...sums }, base));
  }
  return [...rows.values()].sort((one, other) => one.countryCode.localeCompare(other.countryCode));
}

function added(sum: VatCountrySums | undefined, row: VatCountrySums, base: Currency): VatCountrySums {
  if (sum === undefined) return row;
  const { net, vat } = sumsOf([sum, row], base);
  return { ...row, net: net.toString(), vat: vat.toString(), documents: sum.documents + row.documents };
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
