import type { Decimal } from '../../../shared/decimal';
import type { VatScheme } from '../../../shared/vat-scheme';

export const SUPPLY_TYPES = ['goods', 'services', 'digital'] as const;
export type SupplyType = (typeof SUPPLY_TYPES)[number];

/** A sale before it is written down: who sells what to whom. */
export interface VatQuestion {
  seller: {
    /** ISO 3166-1 alpha-2. */
    countryCode: string;
    /** On the day of the supply. */
    isVatPayer: boolean;
    /** Of the exemption for small enterprises in other member states (ends in EX). */
    smeExemptionNumber: string | null;
    /** Of a platform: whether the one who sells through it is. */
    isEstablishedInEu: boolean;
  };
  buyer: {
    /** ISO 3166-1 alpha-2, XI or EL; null: not known. */
    countryCode: string | null;
    isBusiness: boolean;
    /** Without separators; null: he has none; undefined: nobody said. */
    vatNumber: string | null | undefined;
    /** What VIES last said; null: it was not asked. */
    isVatNumberValid: boolean | null;
  };
  supplyType: SupplyType;
  /** Whether sales to consumers of other member states stay within the EU-wide threshold; undefined: nobody said. */
  isBelowThreshold: boolean | undefined;
  /** The company sells through a platform. */
  isThroughMarketplace: boolean;
  /** The company is the platform. */
  isMarketplace: boolean;
  /** Of goods that come to the buyer from outside the EU: their value; null: they do not. */
  importedValueEur: Decimal | null;
}

/** How its VAT is treated. */
export interface VatTreatment {
  scheme: VatScheme;
  /** The state whose VAT the document carries: ISO 3166-1 or XI; null: none. */
  vatCountryCode: string | null;
  reverseCharge: boolean;
  /** The company is taken to be the seller of what is sold on its platform. */
  deemedSupplier: boolean;
  zeroRated: boolean;
  legalBasis: string;
  /** What was assumed, and what to look at. */
  notes: string[];
}
