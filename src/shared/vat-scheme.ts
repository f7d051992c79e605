/** How the VAT of a sale is treated: at home, by the buyer, under a scheme of one declaration for several states, or not at all. */
export const VAT_SCHEMES = [
  'domestic',
  'intra_eu_b2b',
  'reverse_charge',
  'oss_union',
  'ioss',
  'marketplace_deemed',
  'export',
  'out_of_scope',
  'sme_exempt',
] as const;
export type VatScheme = (typeof VAT_SCHEMES)[number];
