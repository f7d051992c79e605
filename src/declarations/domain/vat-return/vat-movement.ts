import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { countryOfVatNumber, isMemberState } from '../../../shared/eu-vat-area';

/** Rows of the VAT register, one or a sum of like ones; amounts in base currency, credits and voids negative. */
export interface VatMovement {
  side: 'sales' | 'purchases';
  taxCode: string | null;
  /** Without trailing zeros. */
  ratePercent: string;
  /** EN 16931. */
  category: string;
  scheme: string | null;
  /** The state whose VAT it is, where the document names one. */
  vatCountryCode: string | null;
  partnerCountryCode: string | null;
  /** The two letters with which the partner's VAT number begins. */
  partnerVatPrefix: string | null;
  isCreditNote: boolean;
  /** Under cash accounting: the amounts are what was paid of the rows. */
  isDueOnPayment: boolean;
  net: Decimal;
  /** Charged. */
  vat: Decimal;
  /** Of purchases: what is deducted, of charged and self-assessed VAT. */
  deductibleVat: Decimal;
  /** Of purchases: what the buyer owes. */
  selfAssessedVat: Decimal;
  /** Of purchases: what only the pro rata of the company leaves undeducted. */
  undeductedProRata: Decimal;
}

/** One row of the register with its document. */
export interface RegisteredVat extends VatMovement {
  documentId: string;
  documentNumber: string;
  documentDate: CalendarDate;
  taxPointDate: CalendarDate;
  /** The day on which it counts; its month is the VAT period. */
  countedOn: CalendarDate;
  isVoid: boolean;
  partnerId: string;
  partnerName: string;
  partnerVatCode: string | null;
  correctedNumber: string | null;
}

/** Schemes under which VAT is declared in special returns, whatever state the document names. */
const SPECIAL_SCHEMES = new Set(['oss_union', 'ioss']);

/**
 * Whether a sale bears no VAT of the country: it is declared under a special scheme or is taxed by another state. A platform
 * that is taken to be the seller names the state of consumption and owes VAT at home like any seller; what is sold to a
 * platform (category O) is its to declare.
 */
export function isTaxedElsewhere(movement: VatMovement, home: string): boolean {
  if (SPECIAL_SCHEMES.has(movement.scheme ?? '')) return true;
  if (movement.scheme === 'marketplace_deemed')
    return movement.category === 'O' || movement.vatCountryCode !== home;
  return movement.vatCountryCode !== null && movement.vatCountryCode !== home;
}

/** Where the partner is, by his VAT number, else by his address; without either he is taken to be at home. */
export function partnerPlace(
  { partnerVatPrefix, partnerCountryCode }: VatMovement,
  home: string,
): 'home' | 'eu' | 'elsewhere' {
  const country = countryOfVatNumber(partnerVatPrefix) ?? partnerCountryCode ?? home;
  if (country === home) return 'home';
  return isMemberState(country) ? 'eu' : 'elsewhere';
}
