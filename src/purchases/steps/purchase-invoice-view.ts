import type { Currency } from '../../shared/currency';
import { Decimal, withAtLeastDecimals, withoutTrailingZeros } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { PurchaseInvoiceLineRow, PurchaseInvoiceRow } from '../data/purchase-invoice-rows';
import type { StoredPurchase } from '../data/purchase-invoices.repository';

/** The wire form of a document, also the snapshot in its event. */
export function purchaseInvoiceView(stored: StoredPurchase, base: Currency) {
  return {
    ...purchaseInvoiceHeaderView(stored, base),
    lines: stored.lines.map(line => lineView(line, stored.currency)),
  };
}

/** The wire form without lines. */
export function purchaseInvoiceHeaderView(stored: Omit<StoredPurchase, 'lines'>, base: Currency) {
  const { header: row, currency, voided } = stored;
  const money = (text: string): string => Money.of(text, currency).toString();
  const paid = new Decimal(stored.settledAmount).abs();
  return {
    id: row.invoice_id,
    partnerId: row.partner_id,
    type: row.type,
    status: row.status,
    paymentStatus: paymentStatus(row, paid),
    documentNumber: row.document_number,
    documentDate: row.document_on,
    taxPointDate: row.tax_point_on,
    receivedDate: row.received_on,
    dueDate: row.due_on,
    registrationDate: row.registered_on,
    currency: row.currency,
    fxRate: currency.code === base.code ? null : withoutTrailingZeros(row.exchange_rate),
    netTotal: money(row.net_total),
    vatTotal: money(row.vat_total),
    grossTotal: money(row.gross_total),
    selfAssessedVat: money(row.self_assessed_vat),
    deductibleVat: money(row.deductible_vat),
    paidAmount: money(paid.toFixed()),
    journalTransactionId: row.journal_transaction_id,
    creditedInvoiceId: row.credited_invoice_id,
    purchaseOrderId: null,
    operationTypeId: null,
    notes: row.details.notes ?? null,
    intrastatTransportMode: row.details.intrastatTransportMode ?? null,
    intrastatDeliveryTerms: row.details.intrastatDeliveryTerms ?? null,
    intrastatRegion: row.details.intrastatRegion ?? null,
    intrastatNatureOfTransaction: row.details.intrastatNatureOfTransaction ?? null,
    einvoiceNumber: row.details.einvoiceNumber ?? null,
    documentRef: row.details.documentRef ?? null,
    vatRounding: row.vat_rounding,
    roundingTrace: row.rounding_trace,
    cashAccounting: row.is_cash_accounting,
    isVoid: voided !== null,
    voidDate: voided?.voided_on ?? null,
    voidReason: voided?.reason ?? null,
    voidJournalTransactionId: voided?.journal_transaction_id ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export type PurchaseInvoiceView = ReturnType<typeof purchaseInvoiceView>;
export type PurchaseInvoiceHeaderView = ReturnType<typeof purchaseInvoiceHeaderView>;

function lineView(line: PurchaseInvoiceLineRow, currency: Currency) {
  const money = (text: string): string => Money.of(text, currency).toString();
  const price = withAtLeastDecimals(line.unit_price, currency.minorUnits);
  return {
    id: line.line_id,
    itemId: line.item_id,
    description: line.description,
    unit: line.unit,
    quantity: withoutTrailingZeros(line.quantity),
    unitPriceExclVat: line.price_includes_vat ? null : price,
    unitPriceInclVat: line.price_includes_vat ? price : null,
    vatRatePercent: withoutTrailingZeros(line.vat_rate),
    vatClassifierCode: line.vat_code || null,
    vatCategory: line.vat_category,
    deductiblePercent: withoutTrailingZeros(line.deductible_percent),
    isProRata: line.is_pro_rata,
    costCenterId: line.cost_center_id,
    projectId: null,
    accountCode: line.account_code,
    deferralStartDate: null,
    deferralEndDate: null,
    lineNet: money(line.net),
    lineVat: money(line.vat),
    lineGross: money(line.gross),
    selfAssessedVat: money(line.self_assessed_vat),
    deductibleVat: money(line.deductible_vat),
    sortOrder: line.sort_order,
  };
}

function paymentStatus(row: PurchaseInvoiceRow, paid: Decimal): 'unpaid' | 'partial' | 'paid' {
  if (row.status === 'draft' || paid.isZero()) return 'unpaid';
  return paid.equals(new Decimal(row.gross_total).abs()) ? 'paid' : 'partial';
}
