import { periodOf, type CalendarDate, type Period } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import type { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';

/** A posted document as the VAT register keeps it; amounts are the document's own, without sign. */
interface RegisteredDocument<Total> {
  invoiceId: string;
  type: 'invoice' | 'credit_note';
  number: string;
  taxPointOn: CalendarDate;
  corrected: { number: string; on: CalendarDate } | null;
  partner: {
    partnerId: string;
    name: string;
    isPerson: boolean;
    countryCode: string | null;
    code: string | null;
    vatCode: string | null;
  };
  totals: Total[];
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
    sign,
    currency: total.net.currency.code,
    net: signed(total.net, sign),
    vat: signed(total.vat, sign),
    base_net: signed(total.baseNet, sign),
    base_vat: signed(total.baseVat, sign),
  };
}

function periodColumns(day: CalendarDate): Record<string, unknown> {
  const { year, month } = periodOf(day);
  return { period_year: year, period_month: month };
}

function signed(amount: Money, sign: 1 | -1): string {
  return (sign === -1 ? amount.negated() : amount).toString();
}

/**
 * Makes the VAT period of a day on first use and refuses a closed one (@invariant INV-09; the trigger is the judge).
 * @throws DomainError `vat_period_closed`
 */
export async function openVatPeriod(tx: Tx, day: CalendarDate): Promise<void> {
  const { year, month } = periodOf(day);
  const [closed] = await tx.query<{ closed_at: string }>(
    `WITH made AS (
       INSERT INTO vat_periods (company_id, year, month, status) VALUES ($1, $2, $3, 'open') ON CONFLICT DO NOTHING
     )
     SELECT closed_at FROM vat_periods WHERE year = $2 AND month = $3 AND status = 'closed'`,
    [tx.companyId, year, month],
  );
  if (closed) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    refuse(
      'vat_period_closed',
      `VAT period ${name} is closed since ${closed.closed_at.slice(0, 10)}; use a date in an open VAT period.`,
    );
  }
}

/** The VAT periods that are closed from the month of a day on. */
export async function closedVatPeriods(tx: Tx, from: CalendarDate): Promise<Period[]> {
  const { year, month } = periodOf(from);
  return tx.query<Period>(
    `SELECT year, month FROM vat_periods WHERE (year, month) >= ($1::smallint, $2::smallint) AND status = 'closed' ORDER BY year, month`,
    [year, month],
  );
}
