import type { CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import type { SaleDocument } from './sale-document';
import { ratesOf, type KnownVatRate } from './vat-scheme-rules';

/** How it is known whether the number is valid; only what VIES said is evidence. */
interface CheckOfNumber {
  source: 'format' | 'vies';
  countryCode: string;
  vatNumber: string;
  name: string | null;
  address: string | null;
  requestIdentifier: string | null;
}

/** What of the buyer the treatment rests on. */
interface EvidenceOfBuyer {
  partnerId: string;
  vatCode: string | null;
  /** What VIES last said of the number, and when. */
  vatValid: boolean | null;
  vatValidatedAt: string | null;
  vatCheck: CheckOfNumber | null;
  countryCode: string | null;
}

/**
 * What the VAT treatment of a document rested on when it was issued: scheme, the buyer's number and where his country is
 * known from, and the rates. Frozen with the document. The category of a rate is that of the rates known for the state on
 * the day of the supply, null where it is none of them.
 * @param situation `on` is the day whose rates hold: the tax point, of a credit note that of the supply
 */
export function vatEvidence(
  document: SaleDocument,
  buyer: EvidenceOfBuyer,
  situation: {
    capturedAt: string;
    issuedOn: CalendarDate;
    on: CalendarDate;
    country: string;
    rates: readonly KnownVatRate[];
  },
): object {
  const { capturedAt, issuedOn, on, country, rates } = situation;
  const used = new Map(document.lines.map(line => [line.vatRatePercent.toFixed(), line.vatRatePercent]));
  return {
    capturedAt,
    issueDate: issuedOn,
    scheme: {
      vatScheme: document.vatScheme,
      vatCountryCode: document.vatCountryCode,
      deemedSupplier: document.details.deemedSupplier ?? false,
    },
    partner: {
      id: buyer.partnerId,
      vatCode: buyer.vatCode,
      vatValid: buyer.vatValid,
      vatValidatedAt: buyer.vatValidatedAt,
    },
    vies: viesEvidence(buyer),
    location: {
      billingCountryCode: buyer.countryCode,
      source: buyer.countryCode === null ? null : 'partner',
    },
    rateTable: null,
    rates: [...used].map(([ratePercent, rate]) => ({
      ratePercent,
      country,
      category: rates.find(known => known.ratePercent.equals(rate))?.category ?? null,
    })),
    situationOn: on,
    notes: [...used.values()]
      .filter(rate => !rate.isZero())
      .flatMap(rate => noteOf(rate, country, on, rates)),
  };
}

function viesEvidence({ vatValid, vatValidatedAt, vatCheck }: EvidenceOfBuyer): object | null {
  if (vatCheck === null || vatCheck.source !== 'vies') return null;
  const { countryCode, vatNumber, name, address, requestIdentifier } = vatCheck;
  return {
    valid: vatValid,
    countryCode,
    vatNumber,
    name,
    address,
    requestIdentifier,
    checkedAt: vatValidatedAt,
  };
}

/** Where the books cannot vouch for a rate. It is the author's: without a VAT code it is not refused at home. */
function noteOf(rate: Decimal, country: string, on: CalendarDate, rates: readonly KnownVatRate[]): string[] {
  if (rates.length === 0) return [`No VAT rates of ${country} are known for ${on}.`];
  const isConfirmed = rates.every(known => known.isConfirmed);
  if (rates.some(({ ratePercent }) => ratePercent.equals(rate))) return [];
  const doubt = isConfirmed ? '' : ', not checked against an official source';
  return [
    `${rate.toFixed()} % is none of the rates known for ${country} on ${on} (${ratesOf(rates)}${doubt}).`,
  ];
}
