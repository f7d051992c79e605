import type { CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import type { Money } from '../../shared/money';
import type { VatScheme } from '../../shared/vat-scheme';
import type { TableRows, Tx } from '../../platform/database';
import type { DocumentTotals, VatCategory } from '../../shared/arithmetic/document-totals';
import type { SaleDetails, SaleDocument, SaleNature, SaleType } from '../domain/sale-document';

/** A row of sale_invoices; amounts and rates are decimal strings. */
export interface SaleInvoiceRow {
  company_id: string;
  invoice_id: string;
  type: SaleType;
  nature: SaleNature;
  status: 'draft' | 'issued';
  partner_id: string;
  series_id: string | null;
  year_key: number | null;
  number: number | null;
  previous_number: number | null;
  first_number: number | null;
  series_prefix: string | null;
  full_number: string | null;
  issued_on: CalendarDate | null;
  tax_point_on: CalendarDate | null;
  due_on: CalendarDate | null;
  currency: string;
  exchange_rate: string;
  vat_rounding: 'total' | 'line';
  discount_percent: string;
  net_total: string;
  vat_total: string;
  gross_total: string;
  base_net_total: string;
  base_vat_total: string;
  base_gross_total: string;
  line_count: number;
  vat_total_count: number;
  rounding_trace: string | null;
  credited_invoice_id: string | null;
  credited_invoice_reference: string | null;
  credited_invoice_on: CalendarDate | null;
  vat_scheme: VatScheme | null;
  vat_country_code: string | null;
  business_key: string | null;
  order_number: string | null;
  chronology_warning: boolean;
  is_cash_accounting: boolean;
  details: SaleDetails;
  partner_snapshot: { name: string } | null;
  vat_evidence: object | null;
  journal_transaction_id: string | null;
  event_sequence: number | null;
  created_at: string;
  updated_at: string;
  issued_at: string | null;
}

/** A row of sale_invoice_lines. */
export interface SaleInvoiceLineRow {
  company_id: string;
  invoice_id: string;
  sort_order: number;
  line_id: string;
  description: string;
  unit: string;
  quantity: string;
  unit_price: string;
  price_includes_vat: boolean;
  discount_percent: string;
  vat_rate: string;
  vat_category: VatCategory;
  vat_code: string;
  vat_exemption_basis: string | null;
  credited_line_id: string | null;
  item_id: string | null;
  revenue_account_code: string | null;
  cost_center_id: string | null;
  net: string;
  vat: string;
  gross: string;
  base_net: string;
  base_vat: string;
  details: { amount?: string; deductedAdvanceId?: string };
}

/** The draft's row. `createdAt`: of the row that is replaced, else now. */
export function draftRow(
  tx: Tx,
  document: SaleDocument,
  totals: DocumentTotals,
  createdAt: string,
): SaleInvoiceRow {
  return {
    company_id: tx.companyId,
    invoice_id: document.id,
    type: document.type,
    nature: document.nature,
    status: 'draft',
    partner_id: document.partnerId,
    series_id: document.seriesId,
    year_key: null,
    number: null,
    previous_number: null,
    first_number: null,
    series_prefix: null,
    full_number: null,
    issued_on: document.issuedOn,
    tax_point_on: document.taxPointOn,
    due_on: document.dueOn,
    currency: document.currency.code,
    exchange_rate: document.exchangeRate.toFixed(),
    vat_rounding: document.vatRounding,
    discount_percent: document.discountPercent.toFixed(),
    net_total: totals.net.toString(),
    vat_total: totals.vat.toString(),
    gross_total: totals.gross.toString(),
    base_net_total: totals.baseNet.toString(),
    base_vat_total: totals.baseVat.toString(),
    base_gross_total: totals.baseGross.toString(),
    line_count: document.lines.length,
    vat_total_count: totals.vatTotals.length,
    rounding_trace: totals.roundingTrace,
    credited_invoice_id: document.creditedInvoiceId,
    credited_invoice_reference: document.creditedReference,
    credited_invoice_on: document.creditedOn,
    vat_scheme: document.vatScheme,
    vat_country_code: document.vatCountryCode,
    business_key: document.businessKey,
    order_number: document.orderNumber,
    chronology_warning: false,
    is_cash_accounting: false,
    details: document.details,
    partner_snapshot: null,
    vat_evidence: null,
    journal_transaction_id: null,
    event_sequence: null,
    created_at: createdAt,
    updated_at: tx.now.toISOString(),
    issued_at: null,
  };
}

export function lineRows(tx: Tx, document: SaleDocument, totals: DocumentTotals): SaleInvoiceLineRow[] {
  return document.lines.map((line, index) => {
    const amounts = totals.lines[index]!;
    return {
      company_id: tx.companyId,
      invoice_id: document.id,
      sort_order: index + 1,
      line_id: line.lineId,
      description: line.description,
      unit: line.unit,
      quantity: line.quantity.toFixed(),
      unit_price: line.unitPrice.toFixed(),
      price_includes_vat: line.priceIncludesVat,
      discount_percent: line.discountPercent.toFixed(),
      vat_rate: line.vatRatePercent.toFixed(),
      vat_category: line.vatCategory,
      vat_code: line.vatCode ?? '',
      vat_exemption_basis: line.vatExemptionBasis,
      credited_line_id: line.creditedLineId,
      item_id: line.itemId,
      revenue_account_code: line.revenueAccountCode,
      cost_center_id: line.costCenterId,
      net: amounts.net.toString(),
      vat: amounts.vat.toString(),
      gross: amounts.gross.toString(),
      base_net: amounts.baseNet.toString(),
      base_vat: amounts.baseVat.toString(),
      details: {
        ...(line.amount !== undefined && { amount: line.amount.toString() }),
        ...(line.deductedAdvanceId !== undefined && { deductedAdvanceId: line.deductedAdvanceId }),
      },
    };
  });
}

/** The document's VAT by rate, category and code: what the VAT register refers to. */
export function vatTotalRows(tx: Tx, invoiceId: string, totals: DocumentTotals): TableRows {
  return {
    table: 'sale_invoice_vat_totals',
    rows: totals.vatTotals.map(total => ({
      ...rateColumns(tx, invoiceId, total),
      vat_code: total.vatCode ?? '',
    })),
  };
}

/** What may be credited of an invoice, per rate and category. */
export function creditLimitRows(tx: Tx, invoiceId: string, totals: DocumentTotals): TableRows {
  return {
    table: 'sale_invoice_credit_limits',
    rows: totals.rateTotals.map(total => rateColumns(tx, invoiceId, total)),
  };
}

function rateColumns(
  tx: Tx,
  invoiceId: string,
  total: {
    vatRatePercent: Decimal;
    vatCategory: VatCategory;
    net: Money;
    vat: Money;
    baseNet: Money;
    baseVat: Money;
  },
): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    invoice_id: invoiceId,
    vat_rate: total.vatRatePercent.toFixed(),
    vat_category: total.vatCategory,
    net: total.net.toString(),
    vat: total.vat.toString(),
    base_net: total.baseNet.toString(),
    base_vat: total.baseVat.toString(),
  };
}
