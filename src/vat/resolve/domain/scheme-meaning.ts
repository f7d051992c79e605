import type { VatCategory } from '../../../shared/arithmetic/document-totals';
import type { VatScheme } from '../../../shared/vat-scheme';
import type { LegalBasis } from './legal-basis';

/** What a scheme means for the documents that name it. */
export interface SchemeMeaning {
  /** EN 16931 category of every line without a code of its own; null: the lines carry VAT, each has that of its rate. */
  category: VatCategory | null;
  /** Whose VAT it is: that of the seller's state, of the state of consumption (which the document names), or of any. */
  state: 'home' | 'consumption' | 'any';
  /** The buyer is told by his VAT number. */
  needsBuyerNumber: boolean;
  /** Why a document under it carries no VAT. */
  legalBasis: LegalBasis | null;
}

/**
 * Schemes of VAT. A platform that is taken to be the seller (`marketplace_deemed` with `deemedSupplier`) charges VAT like a
 * seller: what stands here of that scheme is the sale _to_ the platform.
 */
export const SCHEME_MEANINGS: Readonly<Record<VatScheme, SchemeMeaning>> = {
  domestic: { category: null, state: 'home', needsBuyerNumber: false, legalBasis: null },
  intra_eu_b2b: { category: 'K', state: 'home', needsBuyerNumber: true, legalBasis: 'intra_eu_b2b' },
  reverse_charge: { category: 'AE', state: 'home', needsBuyerNumber: true, legalBasis: 'reverse_charge' },
  oss_union: { category: null, state: 'consumption', needsBuyerNumber: false, legalBasis: null },
  ioss: { category: null, state: 'consumption', needsBuyerNumber: false, legalBasis: null },
  marketplace_deemed: {
    category: 'O',
    state: 'consumption',
    needsBuyerNumber: false,
    legalBasis: 'marketplace_seller_import',
  },
  export: { category: 'G', state: 'home', needsBuyerNumber: false, legalBasis: 'export' },
  out_of_scope: { category: 'O', state: 'any', needsBuyerNumber: false, legalBasis: 'out_of_scope' },
  sme_exempt: { category: 'E', state: 'any', needsBuyerNumber: false, legalBasis: 'sme_exempt' },
};
