import type { PartnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { EInvoiceParties } from '../data/e-invoice-source';

/** Who a party is and where, the same on paper and in an electronic invoice. */
interface PartyPlace {
  name: string;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  county: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}

/** The seller as he is today. */
export function sellerPlace(tx: Tx, { sellerAddress }: EInvoiceParties): PartyPlace {
  const { name, countryCode } = tx.company;
  return {
    name,
    street: sellerAddress?.street ?? null,
    city: sellerAddress?.city ?? null,
    postalCode: sellerAddress?.postalCode ?? null,
    county: null,
    countryCode: sellerAddress?.countryCode ?? countryCode,
  };
}

/** The buyer as at issue (of a draft: today); only a country that was not known then is that of today. */
export function buyerPlace(
  { name, address, countryCode }: PartnerSnapshot,
  { buyerCountryCode }: EInvoiceParties,
): PartyPlace {
  return {
    name,
    street: address?.street ?? null,
    city: address?.city ?? null,
    postalCode: address?.postalCode ?? null,
    county: address?.county ?? null,
    countryCode: countryCode ?? buyerCountryCode,
  };
}
