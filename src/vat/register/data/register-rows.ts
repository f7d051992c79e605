import { periodOf, type CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import type { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';

/** A posted document as the VAT register keeps it; amounts are the document's own, without sign. */
interface RegisteredDocument<Total> {
  invoiceId: string;
  type: 'invoice' | 'credit_note';
  number: string;
  taxPointOn: CalendarDate;
  /** `taxPointOn` where the corrected document is in these books. */
  corrected: { number: string; on: CalendarDate; taxPointOn?: CalendarDate } | null;
  partner: {
    partnerId: string;
    name: string;
    isPerson: boolean;
    countryCode: string | null;
    code: string | null;
    vatCode: string | null;
  };
  totals: Total[];
  /** The invoice on whose payment the VAT falls due (cash accounting): itself, of a credit note what it credits. */
  dueOnPaymentOf: string | null;
}

/** Amounts of one rate, category and VAT code. */
interface RegisteredTotal {
  vatRatePercent: Decimal;
  vatCategory: string;
  vatCode: string | null;
  net: Money;
  vat: Money;
  baseNet: Money;
  baseVat: Money;
}

/** An issued sales document. */
export interface RegisteredSale extends RegisteredDocument<RegisteredTotal> {
  issuedOn: CalendarDate;
  scheme: string | null;
  /** The state whose VAT it is, where the document names one. */
  vatCountryCode: string | null;
}

/** A registered supplier document. */
export interface RegisteredPurchase extends RegisteredDocument<RegisteredPurchaseTotal> {
  documentOn: CalendarDate;
  receivedOn: CalendarDate;
  postedOn: CalendarDate;
  /** Takes back what was registered before, in the VAT period of that day. */
  voided?: { inPeriodOf: CalendarDate };
}

/** `vat` is what the supplier charged; these are in base currency. */
export interface RegisteredPurchaseTotal extends RegisteredTotal {
  deductibleVat: Money;
  selfAssessedVat: Money;
  /** What only the pro rata leaves undeducted. */
  undeductedProRata: Money;
}

/** Rows of the VAT register: one per rate, category and VAT code; a credit note's are negative. Frozen (@invariant INV-12). */
export function salesRegisterRows(tx: Tx, sale: RegisteredSale): TableRows {
  const sign = sale.type === 'credit_note' ? -1 : 1;
  return {
    table: 'vat_register_rows',
    rows: sale.totals.map(total => ({
      ...commonColumns(tx, sale, total, sign),
      side: 'sales',
      document_on: sale.issuedOn,
      ...periodColumns(sale.taxPointOn),
      posted_on: sale.issuedOn,
      vat_scheme: sale.scheme,
      vat_country_code: sale.vatCountryCode,
      corrected_tax_point_on: sale.corrected?.taxPointOn ?? null,
    })),
  };
}

/**
 * The same for a supplier document. It counts in the month in which it was received; a void in the month that its caller
 * found open, with the opposite sign.
 */
export function purchaseRegisterRows(tx: Tx, purchase: RegisteredPurchase): TableRows {
  const isNegative = (purchase.type === 'credit_note') !== (purchase.voided !== undefined);
  const sign = isNegative ? -1 : 1;
  return {
    table: 'vat_register_rows',
    rows: purchase.totals.map(total => ({
      ...commonColumns(tx, purchase, total, sign),
      side: 'purchases',
      is_void: purchase.voided !== undefined,
      document_on: purchase.documentOn,
      received_on: purchase.receivedOn,
      ...periodColumns(purchase.voided?.inPeriodOf ?? purchase.receivedOn),
      posted_on: purchase.postedOn,
      deductible_vat: signed(total.deductibleVat, sign),
      self_assessed_vat: signed(total.selfAssessedVat, sign),
      undeducted_pro_rata: signed(total.undeductedProRata, sign),
    })),
  };
}

function commonColumns<Total extends RegisteredTotal>(
  tx: Tx,
  document: RegisteredDocument<Total>,
  total: Total,
  sign: 1 | -1,
): Record<string, unknown> {
  const { partner, corrected } = document;
  return {
    company_id: tx.companyId,
    document_id: document.invoiceId,
    vat_rate: total.vatRatePercent.toString(),
    vat_category: total.vatCategory,
    vat_code: total.vatCode ?? '',
    document_type: document.type,
    document_number: document.number,
    tax_point_on: document.taxPointOn,
    corrected_number: corrected?.number ?? null,
    corrected_on: corrected?.on ?? null,
    partner_id: partner.partnerId,
    partner_name: partner.name,
    partner_is_person: partner.isPerson,
    partner_country_code: partner.countryCode,
    partner_code: partner.code,
    partner_vat_code: partner.vatCode,
    due_on_payment_of: document.dueOnPaymentOf,
    sign,
    currency: total.net.currency.code,
    net: signed(total.net, sign),
    vat: signed(total.vat, sign),
    base_net: signed(total.baseNet, sign),
    base_vat: signed(total.baseVat, sign),
  };
}

/** The VAT period in which a row counts; a closed one refuses it (@invariant INV-09). */
function periodColumns(day: CalendarDate): Record<string, unknown> {
  const { year, month } = periodOf(day);
  return { period_year: year, period_month: month };
}

function signed(amount: Money, sign: 1 | -1): string {
  return (sign === -1 ? amount.negated() : amount).toString();
}
