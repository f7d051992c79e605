export const VAT_PERIODS = ['monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual'] as const;
export const ACCOUNTS_KEEPERS = ['company', 'external'] as const;

export interface Address {
  street?: string;
  city?: string;
  postalCode?: string;
  countryCode?: string;
}

/**
 * What a company tells about itself, kept and shown as given. Documents print some of it (address, IBAN, e-mail), and the
 * number of the exemption for small enterprises decides what may be sold under it (`smeExemptionNumber`).
 */
export interface CompanyDetails {
  smeExemptionNumber: string | null;
  address: Address | null;
  email: string | null;
  phone: string | null;
  iban: string | null;
  bankName: string | null;
  peppolId: string | null;
  sepaCreditorId: string | null;
  legalForm: string | null;
  registryName: string | null;
  /** Calendar date. */
  incorporatedOn: string | null;
  /** Decimal string in the base currency. */
  shareCapital: string | null;
  accountsKeptBy: (typeof ACCOUNTS_KEEPERS)[number] | null;
  vatPeriod: (typeof VAT_PERIODS)[number] | null;
  filingOptions: Record<string, string | null> | null;
  bookkeeperName: string | null;
  auditorName: string | null;
  auditorRegistrationNumber: string | null;
  auditRequired: boolean;
}

export const NO_DETAILS: CompanyDetails = {
  smeExemptionNumber: null,
  address: null,
  email: null,
  phone: null,
  iban: null,
  bankName: null,
  peppolId: null,
  sepaCreditorId: null,
  legalForm: null,
  registryName: null,
  incorporatedOn: null,
  shareCapital: null,
  accountsKeptBy: null,
  vatPeriod: null,
  filingOptions: null,
  bookkeeperName: null,
  auditorName: null,
  auditorRegistrationNumber: null,
  auditRequired: false,
};

/** The details after a change: what the change leaves out stays, `null` clears. */
export function changedDetails(details: CompanyDetails, changes: Partial<CompanyDetails>): CompanyDetails {
  const names = Object.keys(NO_DETAILS) as (keyof CompanyDetails)[];
  const given = names.filter(name => changes[name] !== undefined).map(name => [name, changes[name]]);
  return { ...details, ...(Object.fromEntries(given) as Partial<CompanyDetails>) };
}
