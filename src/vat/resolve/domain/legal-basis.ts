import type { VatScheme } from '../../../shared/vat-scheme';
import bases from './legal-bases.json';
import { SCHEME_MEANINGS } from './scheme-meaning';

/** A kind of supply for which the law is named. */
export type LegalBasis = keyof typeof bases;

/**
 * The articles that a treatment rests on: of Directive 2006/112/EC, and of the seller's own law where it is known. The
 * national articles are those of the VAT classifiers (reported, not official).
 */
export function legalBasisText(basis: LegalBasis, sellerCountry: string): string {
  const { directive, national } = bases[basis];
  const own = (national as Readonly<Record<string, string>>)[sellerCountry];
  return own === undefined ? directive : `${directive}; ${own}`;
}

/**
 * What a document without VAT says of its reason when its author names neither a VAT code nor a basis; null where the scheme
 * does not tell, as at home or where another state's VAT is charged.
 */
export function legalBasisOfScheme(
  scheme: VatScheme | null,
  parties: { sellerCountry: string; buyerCountry: string | null; isDeemedSupplier: boolean },
): string | null {
  const { sellerCountry, buyerCountry, isDeemedSupplier } = parties;
  if (scheme === null || (scheme === 'marketplace_deemed' && isDeemedSupplier)) return null;
  const isAtHome = scheme === 'reverse_charge' && buyerCountry === sellerCountry;
  const basis = isAtHome ? 'reverse_charge_at_home' : SCHEME_MEANINGS[scheme].legalBasis;
  return basis === null ? null : legalBasisText(basis, sellerCountry);
}
