import type { VatScheme } from '../../../shared/vat-scheme';
import bases from './legal-bases.json';

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

/** Schemes under which a document carries no VAT, and why. */
const BASIS_OF_SCHEME: Partial<Record<VatScheme, LegalBasis>> = {
  intra_eu_b2b: 'intra_eu_b2b',
  reverse_charge: 'reverse_charge',
  export: 'export',
  out_of_scope: 'out_of_scope',
  sme_exempt: 'sme_exempt',
  marketplace_deemed: 'marketplace_seller_import',
};

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
  const basis = isAtHome ? 'reverse_charge_at_home' : BASIS_OF_SCHEME[scheme];
  return basis === undefined ? null : legalBasisText(basis, sellerCountry);
}
