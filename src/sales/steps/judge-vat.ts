import type { CalendarDate } from '../../shared/calendar-date';
import { isVatPayerOn } from '../../shared/vat-payer';
import { smeExemptionNumber } from '../../account';
import { canBeVatNumber, statedCountry, type PartnerSnapshot } from '../../partners';
import { isCountry } from '../../reference';
import type { Tx } from '../../platform/database';
import { euVatRates, legalBasisOfScheme, vatCodes, type EuVatRate, type VatCode } from '../../vat';
import type { SaleDocument } from '../domain/sale-document';
import { refuseWrongBuyer } from '../domain/vat-buyers';
import { refuseUnlawfulVat } from '../domain/vat-rules';
import { refuseWrongScheme, withLegalBasis } from '../domain/vat-scheme-rules';
import type { Computed } from './compute-amounts';

/** What the VAT of a document is judged by. */
interface VatFacts {
  /** The state whose VAT it carries. */
  country: string;
  /** Whether the state that the document names is one. */
  isKnownState: boolean;
  /** The day whose rates and codes hold: the tax point, of a credit note that of the supply. */
  on: CalendarDate;
  /** Of that state, in force on that day; not read where the document carries no VAT. */
  rates: EuVatRate[];
  codes: ReadonlyMap<string, VatCode>;
  /** Read under the scheme that needs it. */
  smeExemptionNumber: string | null;
}

export async function vatFacts(
  tx: Tx,
  { document, original }: Computed,
  taxPointOn: CalendarDate,
): Promise<VatFacts> {
  const { lines, vatScheme } = document;
  const country = document.vatCountryCode ?? tx.company.countryCode;
  const on = original?.taxPointOn ?? document.creditedOn ?? taxPointOn;
  const isCharged = lines.some(line => !line.vatRatePercent.isZero());
  const [codes, rates, exemption, isKnownState] = await Promise.all([
    vatCodes(tx, [...new Set(lines.flatMap(line => line.vatCode ?? []))]),
    isCharged ? euVatRates(tx, { countryCode: country, on }) : [],
    vatScheme === 'sme_exempt' ? smeExemptionNumber(tx) : null,
    country === tx.company.countryCode || country === 'XI' || isCountry(tx, country),
  ]);
  return { country, isKnownState, on, rates, codes, smeExemptionNumber: exemption };
}

/**
 * The document as the law lets it be issued: where its scheme alone says why it carries no VAT, with that reason. The rules
 * are those of the day of supply. A credit note of an invoice is not judged: it mirrors what was issued, whatever code has
 * ended or profile has changed since; it must be possible above all where the invoice was wrong.
 * @throws DomainError the refusals of `refuseUnlawfulVat`, `refuseWrongScheme` and `refuseWrongBuyer`
 */
export function judgeVat(
  tx: Tx,
  { document, original }: Computed,
  buyer: PartnerSnapshot,
  facts: VatFacts,
): SaleDocument {
  const { countryCode } = tx.company;
  const { on: taxPointOn, codes, rates } = facts;
  const schemeBasis = legalBasisOfScheme(document.vatScheme, {
    sellerCountry: countryCode,
    buyerCountry: buyer.countryCode,
    isDeemedSupplier: document.details.deemedSupplier ?? false,
  });
  if (!original) {
    refuseUnlawfulVat(document.lines, {
      taxPointOn,
      scheme: document.vatScheme,
      seller: tx.company,
      buyerVatCode: buyer.vatCode,
      codes,
      schemeBasis,
    });
    refuseWrongScheme(document, {
      taxPointOn,
      seller: {
        countryCode,
        isVatPayerThen: isVatPayerOn(taxPointOn, tx.company),
        smeExemptionNumber: facts.smeExemptionNumber,
      },
      buyer,
      codes,
      isKnownState: facts.isKnownState,
      rates,
      schemeBasis,
    });
    refuseWrongBuyer(document.lines, {
      homeCountry: countryCode,
      scheme: document.vatScheme,
      buyer: { vatCode: buyer.vatCode, countryCode: statedCountry(buyer) },
      // Who has asked VIES knows better than the check digits do.
      isNumberWellFormed: buyer.vatCode === null || buyer.vatValid === true || canBeVatNumber(buyer.vatCode),
    });
  }
  return withLegalBasis(document, schemeBasis);
}
