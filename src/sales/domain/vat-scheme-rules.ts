import type { CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { countryOfVatNumber, isMemberState, vatCountryOf } from '../../shared/eu-vat-area';
import type { VatScheme } from '../../shared/vat-scheme';
import { SCHEME_MEANINGS, type VatCode } from '../../vat';
import type { SaleDocument, SaleLine } from './sale-document';

/** A VAT rate of a state, as far as these rules look at it. */
export interface KnownVatRate {
  category: string;
  ratePercent: Decimal;
  /** Whether somebody vouches for it: only then other rates are refused. */
  isConfirmed: boolean;
}

/** What the rules of a scheme need to know about seller, buyer and day. */
export interface SchemeSituation {
  /** Tax point; of a credit note, that of the supply. */
  taxPointOn: CalendarDate;
  seller: { countryCode: string; isVatPayerThen: boolean; smeExemptionNumber: string | null };
  buyer: { countryCode: string | null; vatCode: string | null };
  codes: ReadonlyMap<string, VatCode>;
  /** Whether the state that the document names is a country (or XI). */
  isKnownState: boolean;
  /** Of the state whose VAT it is, in force on that day. */
  rates: readonly KnownVatRate[];
  /** What the scheme alone says of the reason for no VAT. */
  schemeBasis: string | null;
}

/** Scheme of a document that decides its categories: a platform that is taken to be the seller charges VAT like a seller. */
export function categorisingScheme({ vatScheme, details }: SaleDocument): VatScheme | null {
  return vatScheme === 'marketplace_deemed' && details.deemedSupplier === true ? null : vatScheme;
}

/** Whether lines under the scheme carry VAT, of whatever state. */
export function carriesVat(document: SaleDocument): boolean {
  const scheme = categorisingScheme(document);
  return scheme === null || SCHEME_MEANINGS[scheme].category === null;
}

/** The document with the reason for no VAT on every line without VAT that names neither code nor reason. */
export function withLegalBasis(document: SaleDocument, schemeBasis: string | null): SaleDocument {
  if (schemeBasis === null) return document;
  const lines = document.lines.map(line =>
    line.vatRatePercent.isZero() && line.vatCode === null && line.vatExemptionBasis === null
      ? { ...line, vatExemptionBasis: schemeBasis }
      : line,
  );
  return { ...document, lines };
}

/**
 * Whether the scheme that a document names fits its seller, its buyer and the state whose VAT it carries. Without scheme it is
 * a domestic one.
 * @throws DomainError `vat_scheme_invalid`, `vat_rate_invalid`
 */
export function refuseWrongScheme(document: SaleDocument, situation: SchemeSituation): void {
  const { vatScheme, vatCountryCode } = document;
  if (vatCountryCode !== null && !situation.isKnownState) refuseUnknownState(vatCountryCode);
  if (vatScheme === null || vatScheme === 'domestic') return refuseWrongHomeVat(document, situation);
  if (vatScheme === 'intra_eu_b2b') refuseBuyerAtHome(situation);
  if (vatScheme === 'export') refuseBuyerInEu(document, situation);
  if (vatScheme === 'sme_exempt') refuseVatPayer(situation);
  const { state } = SCHEME_MEANINGS[vatScheme];
  // Such a supply stands in the seller's own return and EC sales list, where another state's VAT does not.
  if (state === 'home') refuseForeignVat(document, situation);
  if (state === 'consumption' && carriesVat(document)) refuseWrongState(document, situation);
}

function refuseUnknownState(state: string): never {
  wrongScheme(
    'vatCountryCode',
    `${state} is no country; write its ISO 3166-1 code in upper case (GR for Greece, XI for Northern Ireland).`,
  );
}

/** Under a VAT code the code has the rate; without one a line has a rate of the own state. */
function refuseWrongHomeVat(document: SaleDocument, situation: SchemeSituation): void {
  refuseForeignStateOfHomeVat(document, situation);
  const isOfEarlier = rateOfEarlier(document);
  document.lines.forEach((line, index) => {
    if (line.vatCode === null && !isOfEarlier(line))
      refuseUnknownRate(line, index, situation.seller.countryCode, situation);
  });
}

/** Sales with another state's VAT are in no return of the own state: what carries its VAT would be missing there. */
function refuseForeignStateOfHomeVat(document: SaleDocument, { seller }: SchemeSituation): void {
  const { vatCountryCode, lines } = document;
  if (vatCountryCode === null || vatCountryCode === seller.countryCode) return;
  if (!lines.some(line => line.vatCode !== null || !line.vatRatePercent.isZero())) return;
  wrongScheme(
    'vatCountryCode',
    `Without a scheme of another state's VAT the lines carry VAT of ${seller.countryCode}: leave vatCountryCode out, or name the scheme (oss_union, ioss) under which ${vatCountryCode} taxes the sale.`,
  );
}

/** Directive 2006/112/EC, art. 138(1): the number is of another member state. */
function refuseBuyerAtHome({ buyer, seller }: SchemeSituation): void {
  const country = countryOfVatNumber(buyer.vatCode);
  if (country !== null && isMemberState(country) && country !== seller.countryCode) return;
  wrongScheme(
    'partnerId',
    `An intra-Community supply needs a VAT number of another member state; the buyer has ${buyer.vatCode}.`,
  );
}

/** Article 146(1). A line that names its code or reason says that the goods left the EU whoever bought them. */
function refuseBuyerInEu(document: SaleDocument, { buyer, schemeBasis }: SchemeSituation): void {
  const country = buyer.countryCode === null ? null : vatCountryOf(buyer.countryCode);
  if (country !== null && !isMemberState(country)) return;
  if (!document.lines.some(line => restsOnScheme(line, schemeBasis))) return;
  const where = country === null ? 'of no known country' : `in ${country}`;
  wrongScheme(
    'partnerId',
    `An export is to a buyer outside the EU; this one is ${where}. Where the goods leave the EU all the same, name the VAT code or the legal basis on every line.`,
  );
}

function restsOnScheme(line: SaleLine, schemeBasis: string | null): boolean {
  return line.vatCode === null && (line.vatExemptionBasis ?? schemeBasis) === schemeBasis;
}

/** Article 284. */
function refuseVatPayer({ seller, taxPointOn }: SchemeSituation): void {
  if (!seller.isVatPayerThen || seller.smeExemptionNumber !== null) return;
  wrongScheme(
    'vatScheme',
    `The company is a VAT payer on ${taxPointOn} and has no number of the exemption for small enterprises (smeExemptionNumber).`,
  );
}

function refuseForeignVat({ vatCountryCode, vatScheme }: SaleDocument, { seller }: SchemeSituation): void {
  if (vatCountryCode === null || vatCountryCode === seller.countryCode) return;
  wrongScheme(
    'vatCountryCode',
    `Under ${vatScheme} the document carries no VAT of ${vatCountryCode}; leave vatCountryCode out.`,
  );
}

/** Article 369g: the state of consumption and its rates. */
function refuseWrongState(document: SaleDocument, situation: SchemeSituation): void {
  const { vatCountryCode: state, vatScheme } = document;
  const { seller } = situation;
  if (state === null)
    wrongScheme('vatCountryCode', `Under ${vatScheme} the document names the state of consumption.`);
  if (!isMemberState(state) || vatCountryOf(state) !== state)
    wrongScheme(
      'vatCountryCode',
      `${state} is no member state (write GR for Greece, XI for Northern Ireland).`,
    );
  if (vatScheme === 'oss_union' && state === seller.countryCode)
    wrongScheme(
      'vatCountryCode',
      `The Union scheme is for consumption in other member states; in ${state} the sale is a domestic one.`,
    );
  const isOfEarlier = rateOfEarlier(document);
  document.lines.forEach((line, index) => {
    if (state !== seller.countryCode) refuseCodeOfHome(line, index, situation);
    if (!isOfEarlier(line)) refuseUnknownRate(line, index, state, situation);
  });
}

/** A code of a domestic rate would put another state's VAT into the own return. */
function refuseCodeOfHome(line: SaleLine, index: number, { codes, seller }: SchemeSituation): void {
  if (line.vatCode === null || codes.get(line.vatCode)?.category !== 'S') return;
  refuse(
    'vat_code_invalid',
    `VAT code ${line.vatCode} is for VAT of ${seller.countryCode}; line ${index + 1} carries that of another state and needs none.`,
    { fieldErrors: { [`lines.${index}.vatClassifierCode`]: ['is for VAT at home; leave it out'] } },
  );
}

/**
 * Whether an earlier document decides the rate, which may have ended since: a credit of another system's invoice has that of
 * its supply, a line that deducts an advance that of the advance, and what the advance was for has it, too.
 */
function rateOfEarlier({ creditedReference, lines }: SaleDocument): (line: SaleLine) => boolean {
  if (creditedReference !== null) return () => true;
  const deducted = lines.filter(({ deductedAdvanceId }) => deductedAdvanceId !== undefined);
  const rates = new Set(deducted.map(({ vatRatePercent }) => vatRatePercent.toFixed()));
  return ({ vatRatePercent }) => rates.size > 0 && rates.has(vatRatePercent.toFixed());
}

function refuseUnknownRate(
  line: SaleLine,
  index: number,
  state: string,
  { rates, taxPointOn }: SchemeSituation,
): void {
  if (line.vatRatePercent.isZero() || isRateOf(rates, line.vatRatePercent)) return;
  if (rates.length === 0 || !rates.every(({ isConfirmed }) => isConfirmed)) return;
  const valid = ratesOf(rates);
  refuse(
    'vat_rate_invalid',
    `${line.vatRatePercent.toFixed()} % on line ${index + 1} is no rate of ${state} on ${taxPointOn}; it has ${valid}.`,
    { fieldErrors: { [`lines.${index}.vatRatePercent`]: [`must be one of ${valid}`] } },
  );
}

function isRateOf(rates: readonly KnownVatRate[], rate: Decimal): boolean {
  return rates.some(({ ratePercent }) => ratePercent.equals(rate));
}

/** `21, 12` */
export function ratesOf(rates: readonly KnownVatRate[]): string {
  return [...new Set(rates.map(({ ratePercent }) => ratePercent.toFixed()))].join(', ');
}

function wrongScheme(member: string, message: string): never {
  refuse('vat_scheme_invalid', message, { fieldErrors: { [member]: [message] } });
}
