import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { CalendarDate } from '../../shared/calendar-date';
import type { PartnerSnapshot } from '../../partners';
import type { TableRows, Tx } from '../../platform/database';
import type { CostRule, PurchaseDetails, PurchaseDocument, PurchaseType } from '../domain/purchase-document';
import type { PurchaseAmounts, PurchaseTotals } from '../domain/purchase-totals';

/** A row of purchase_invoices; amounts and rates are decimal strings. */
export interface PurchaseInvoiceRow {
  company_id: string;
  invoice_id: string;
  type: PurchaseType;
  status: 'draft' | 'registered';
  partner_id: string;
  document_number: string;
  number_key: string;
  year_key: number;
  document_on: CalendarDate;
  tax_point_on: CalendarDate | null;
  received_on: CalendarDate | null;
  registered_on: CalendarDate | null;
  due_on: CalendarDate | null;
  currency: string;
  exchange_rate: string;
  vat_rounding: 'total' | 'line';
  net_total: string;
  vat_total: string;
  gross_total: string;
  self_assessed_vat: string;
  deductible_vat: string;
  base_net_total: string;
  base_vat_total: string;
  base_gross_total: string;
  base_self_assessed_vat: string;
  base_deductible_vat: string;
  line_count: number;
  vat_total_count: number;
  rounding_trace: string | null;
  credited_invoice_id: string | null;
  is_cash_accounting: boolean;
  details: PurchaseDetails;
  partner_snapshot: PartnerSnapshot | null;
  journal_transaction_id: string | null;
  event_sequence: number | null;
  created_at: string;
  updated_at: string;
  registered_at: string | null;
}

/** A row of purchase_invoice_lines. */
export interface PurchaseInvoiceLineRow {
  company_id: string;
  invoice_id: string;
  sort_order: number;
  line_id: string;
  description: string;
  unit: string;
  quantity: string;
  unit_price: string;
  price_includes_vat: boolean;
  vat_rate: string;
  vat_category: VatCategory;
  vat_code: string;
  deductible_percent: string;
  is_pro_rata: boolean;
  item_id: string | null;
  account_code: string | null;
  cost_center_id: string | null;
  posting_rule: CostRule;
  net: string;
  vat: string;
  gross: string;
  self_assessed_vat: string;
  deductible_vat: string;
  base_net: string;
  base_vat: string;
  base_self_assessed_vat: string;
  base_deductible_vat: string;
}

/** The draft's row. `createdAt`: of the row that is replaced, else now. */
export function draftRow(
  tx: Tx,
  document: PurchaseDocument,
  totals: PurchaseTotals,
  createdAt: string,
): PurchaseInvoiceRow {
  return {
    company_id: tx.companyId,
    invoice_id: document.id,
    type: document.type,
    status: 'draft',
    partner_id: document.partnerId,
    document_number: document.number,
    number_key: document.key.numberKey,
    year_key: document.key.yearKey,
    document_on: document.documentOn,
    tax_point_on: document.taxPointOn,
    received_on: document.receivedOn,
    registered_on: null,
    due_on: document.dueOn,
    currency: document.currency.code,
    exchange_rate: document.exchangeRate.toFixed(),
    vat_rounding: document.vatRounding,
    net_total: totals.net.toString(),
    vat_total: totals.vat.toString(),
    gross_total: totals.gross.toString(),
    self_assessed_vat: totals.selfAssessedVat.toString(),
    deductible_vat: totals.deductibleVat.toString(),
    base_net_total: totals.baseNet.toString(),
    base_vat_total: totals.baseVat.toString(),
    base_gross_total: totals.baseGross.toString(),
    base_self_assessed_vat: totals.baseSelfAssessedVat.toString(),
    base_deductible_vat: totals.baseDeductibleVat.toString(),
    line_count: document.lines.length,
    vat_total_count: totals.vatTotals.length,
    rounding_trace: totals.roundingTrace,
    credited_invoice_id: document.creditedInvoiceId,
    is_cash_accounting: document.isCashAccounting,
    details: document.details,
    partner_snapshot: null,
    journal_transaction_id: null,
    event_sequence: null,
    created_at: createdAt,
    updated_at: tx.now.toISOString(),
    registered_at: null,
  };
}

export function lineRows(
  tx: Tx,
  document: PurchaseDocument,
  totals: PurchaseTotals,
): PurchaseInvoiceLineRow[] {
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
      vat_rate: line.vatRatePercent.toFixed(),
      vat_category: line.vatCategory,
      vat_code: line.vatCode ?? '',
      deductible_percent: line.deductiblePercent.toFixed(),
      is_pro_rata: line.isProRata,
      item_id: line.itemId,
      account_code: line.accountCode,
      cost_center_id: line.costCenterId,
      posting_rule: line.costRule,
      ...amountColumns(amounts),
      gross: amounts.net.plus(amounts.vat).toString(),
      self_assessed_vat: amounts.selfAssessedVat.toString(),
      deductible_vat: amounts.deductibleVat.toString(),
      base_self_assessed_vat: amounts.baseSelfAssessedVat.toString(),
      base_deductible_vat: amounts.baseDeductibleVat.toString(),
    };
  });
}

/** The document's VAT by rate, category and code: what the VAT register refers to. */
export function vatTotalRows(tx: Tx, invoiceId: string, totals: PurchaseTotals): TableRows {
  return {
    table: 'purchase_invoice_vat_totals',
    rows: totals.vatTotals.map(total => ({
      company_id: tx.companyId,
      invoice_id: invoiceId,
      vat_rate: total.vatRatePercent.toFixed(),
      vat_category: total.vatCategory,
      vat_code: total.vatCode ?? '',
      ...amountColumns(total),
      deductible_vat: total.baseDeductibleVat.toString(),
      self_assessed_vat: total.baseSelfAssessedVat.toString(),
      undeducted_pro_rata: total.baseUndeductedProRata.toString(),
    })),
  };
}

/** What may be credited of an invoice. */
export function creditLimitRow(tx: Tx, invoiceId: string, totals: PurchaseTotals): TableRows {
  return {
    table: 'purchase_invoice_credit_limits',
    rows: [{ company_id: tx.companyId, invoice_id: invoiceId, gross: totals.gross.toString() }],
  };
}

function amountColumns({ net, vat, baseNet, baseVat }: PurchaseAmounts) {
  return {
    net: net.toString(),
    vat: vat.toString(),
    base_net: baseNet.toString(),
    base_vat: baseVat.toString(),
  };
}
