import { periodOf, type CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import type { Money } from '../../../shared/money';
import type { TableRows, Tx } from '../../../platform/database';

/** A posted sales document as the VAT register keeps it; amounts are the document's own, without sign. */
export interface RegisteredSale {
  invoiceId: string;
  type: 'invoice' | 'credit_note';
  number: string;
  issuedOn: CalendarDate;
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
  scheme: string | null;
  totals: {
    vatRatePercent: Decimal;
    vatCategory: string;
    vatCode: string | null;
    net: Money;
    vat: Money;
    baseNet: Money;
    baseVat: Money;
  }[];
}

/** Rows of the VAT register: one per rate, category and VAT code; a credit note's are negative. Frozen (@invariant INV-12). */
export function salesRegisterRows(tx: Tx, sale: RegisteredSale): TableRows {
  const isCredit = sale.type === 'credit_note';
  const signed = (amount: Money): string => (isCredit ? amount.negated() : amount).toString();
  const period = periodOf(sale.taxPointOn);
  return {
    table: 'vat_register_rows',
    rows: sale.totals.map(total => ({
      company_id: tx.companyId,
      side: 'sales',
      sale_invoice_id: sale.invoiceId,
      vat_rate: total.vatRatePercent.toString(),
      vat_category: total.vatCategory,
      vat_code: total.vatCode ?? '',
      document_type: sale.type,
      document_number: sale.number,
      document_on: sale.issuedOn,
      tax_point_on: sale.taxPointOn,
      period_year: period.year,
      period_month: period.month,
      posted_on: sale.issuedOn,
      corrected_number: sale.corrected?.number ?? null,
      corrected_on: sale.corrected?.on ?? null,
      partner_id: sale.partner.partnerId,
      partner_name: sale.partner.name,
      partner_is_person: sale.partner.isPerson,
      partner_country_code: sale.partner.countryCode,
      partner_code: sale.partner.code,
      partner_vat_code: sale.partner.vatCode,
      vat_scheme: sale.scheme,
      sign: isCredit ? -1 : 1,
      currency: total.net.currency.code,
      net: signed(total.net),
      vat: signed(total.vat),
      base_net: signed(total.baseNet),
      base_vat: signed(total.baseVat),
    })),
  };
}

/**
 * Makes the VAT period of a tax point on first use and refuses a closed one (@invariant INV-09; the trigger is the judge).
 * @throws DomainError `vat_period_closed`
 */
export async function openVatPeriod(tx: Tx, taxPointOn: CalendarDate): Promise<void> {
  const { year, month } = periodOf(taxPointOn);
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
      `VAT period ${name} is closed since ${closed.closed_at.slice(0, 10)}; use a tax point in an open VAT period.`,
    );
  }
}
