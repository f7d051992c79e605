import type { CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import type { Money } from '../../shared/money';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { SaleType } from './sale-document';

/** Seller or buyer as printed; null where nothing is known. */
export interface PaperParty {
  name: string;
  /** Of the register of companies; a person's code stays private. */
  code: string | null;
  vatCode: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  county: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  phone: string | null;
  email: string | null;
}

export interface PaperLine {
  description: string;
  unit: string;
  quantity: Decimal;
  unitPrice: Decimal;
  priceIncludesVat: boolean;
  discountPercent: Decimal;
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  net: Money;
}

/** VAT of one rate and category, and why there is none where there is none. */
export interface PaperVat {
  vatRatePercent: Decimal;
  vatCategory: VatCategory;
  net: Money;
  vat: Money;
  legalBases: string[];
}

/** Who signs. */
export interface PaperPerson {
  name: string;
  title: string | null;
}

const PARTICULARS = ['company.vatCode', 'company.address', 'partner.address'] as const;
/** What a VAT invoice must say and a document does not know, by the record that would have it. */
export type Particular = (typeof PARTICULARS)[number];

/**
 * What the law asks of a VAT invoice and this one lacks: the seller's VAT number and both addresses (Directive 2006/112/EC,
 * art. 226(3) and (5)).
 */
export function missingParticulars({ isVatInvoice, seller, buyer }: InvoicePaper): Particular[] {
  if (!isVatInvoice) return [];
  const isLacking: Record<Particular, boolean> = {
    'company.vatCode': seller.vatCode === null,
    'company.address': !isAddressed(seller),
    'partner.address': !isAddressed(buyer),
  };
  return PARTICULARS.filter(particular => isLacking[particular]);
}

function isAddressed({ street, city }: PaperParty): boolean {
  return Boolean(street) || Boolean(city);
}

/**
 * What a document says on paper: the content that Directive 2006/112/EC, art. 226, demands. Nothing in it changes when an
 * issued document is paid. Amounts of a credit note are positive.
 */
export interface InvoicePaper {
  type: SaleType;
  /** The seller was a VAT payer at the tax point. */
  isVatInvoice: boolean;
  /** null: a draft. */
  number: string | null;
  /** Of the issue; of a draft, of its last change. */
  writtenAt: Date;
  /** The dates of a draft are null until they are known. */
  issuedOn: CalendarDate | null;
  taxPointOn: CalendarDate | null;
  dueOn: CalendarDate | null;
  /** The invoice that a credit note corrects (art. 219). */
  credited: { number: string; issuedOn: CalendarDate | null } | null;
  creditReason: string | null;
  orderNumber: string | null;
  reference: string | null;
  seller: PaperParty;
  buyer: PaperParty;
  iban: string | null;
  bankName: string | null;
  lines: PaperLine[];
  /** Off every line, and within their nets. */
  discountPercent: Decimal;
  vatTotals: PaperVat[];
  net: Money;
  vat: Money;
  gross: Money;
  /** In a foreign currency: VAT in the company's own (art. 230; EN 16931 BT-111), and units of the currency per unit of it. */
  base: { vat: Money; rate: Decimal } | null;
  /** The state whose VAT it is, where it is another than the seller's. */
  vatCountryCode: string | null;
  notes: string | null;
  issuedBy: PaperPerson | null;
  receivedBy: PaperPerson | null;
}
