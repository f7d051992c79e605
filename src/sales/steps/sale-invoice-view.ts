import type { Currency } from '../../shared/currency';
import { Decimal, withAtLeastDecimals, withoutTrailingZeros } from '../../shared/decimal';
import { Money } from '../../shared/money';
import type { SaleInvoiceLineRow, SaleInvoiceRow } from '../data/sale-invoice-rows';
import { toldType } from '../domain/sale-document';
import type { InvoiceLinks, StoredInvoice } from '../data/sale-invoices.repository';

/** The wire form of a document, also the snapshot in its event. */
export function saleInvoiceView(stored: StoredInvoice, base: Currency) {
  const { links = {}, currency } = stored;
  const amount = (text: string | null | undefined) =>
    text === null || text === undefined ? null : Money.of(text, currency).toString();
  return {
    ...saleInvoiceHeaderView(stored.header, currency, stored.settledAmount, base, links),
    advanceAppliedAmount: amount(links.advanceApplied),
    advanceDeductedAmount: amount(links.advanceDeducted),
    deductedAdvances: stored.header.details.deductedAdvances ?? null,
    vatOnPayment: stored.header.type === 'advance' ? (stored.header.details.vatOnPayment ?? null) : null,
    lines: stored.lines.map(line => lineView(line, stored.currency)),
    vatEvidence: stored.header.vat_evidence,
  };
}

/** The wire form without lines. `settledAmount` is signed like the open item. */
export function saleInvoiceHeaderView(
  row: SaleInvoiceRow,
  currency: Currency,
  settledAmount: string,
  base: Currency,
  links: Pick<InvoiceLinks, 'appliedToInvoiceId' | 'taxedAdvanceId'> = {},
) {
  const money = (text: string): string => Money.of(text, currency).toString();
  const baseMoney = (text: string): string => Money.of(text, base).toString();
  const paid = new Decimal(settledAmount).abs();
  return {
    id: row.invoice_id,
    partnerId: row.partner_id,
    type: toldType(row.type),
    nature: row.nature,
    status: row.status,
    paymentStatus: paymentStatus(row, paid),
    series: row.series_prefix,
    number: row.number,
    fullNumber: row.full_number,
    issueDate: row.issued_on,
    taxPointDate: row.tax_point_on,
    dueDate: row.due_on,
    currency: row.currency,
    fxRate: currency.code === base.code ? null : withoutTrailingZeros(row.exchange_rate),
    netTotal: money(row.net_total),
    vatTotal: money(row.vat_total),
    grossTotal: money(row.gross_total),
    baseNetTotal: baseMoney(row.base_net_total),
    baseVatTotal: baseMoney(row.base_vat_total),
    baseGrossTotal: baseMoney(row.base_gross_total),
    paidAmount: money(paid.toFixed()),
    journalTransactionId: row.journal_transaction_id,
    appliedToInvoiceId: links.appliedToInvoiceId ?? null,
    taxedAdvanceId: links.taxedAdvanceId ?? null,
    creditedInvoiceId: row.credited_invoice_id,
    creditedInvoiceReference: row.credited_invoice_reference,
    creditedInvoiceDate: row.credited_invoice_on,
    creditReason: row.details.creditReason ?? null,
    isUncappedCredit: row.type === 'credit_note' && row.credited_invoice_id === null,
    agreementId: null,
    vatScheme: row.vat_scheme,
    intrastatTransportMode: row.details.intrastatTransportMode ?? null,
    intrastatDeliveryTerms: row.details.intrastatDeliveryTerms ?? null,
    intrastatRegion: row.details.intrastatRegion ?? null,
    intrastatNatureOfTransaction: row.details.intrastatNatureOfTransaction ?? null,
    vatCountryCode: row.vat_country_code,
    deemedSupplier: row.details.deemedSupplier ?? false,
    notes: row.details.notes ?? null,
    documentRef: row.details.documentRef ?? null,
    operationTypeId: null,
    documentSeriesId: row.series_id,
    seriesLabel: row.details.seriesLabel ?? null,
    discountPercent: withoutTrailingZeros(row.discount_percent),
    orderNumber: row.order_number,
    businessKey: row.business_key,
    vatRounding: row.vat_rounding,
    roundingTrace: row.rounding_trace,
    chronologyWarning: row.chronology_warning,
    cashAccounting: row.is_cash_accounting,
    issuedByName: row.details.issuedByName ?? null,
    issuedByTitle: row.details.issuedByTitle ?? null,
    receivedByName: row.details.receivedByName ?? null,
    receivedByTitle: row.details.receivedByTitle ?? null,
    ...NOT_YET,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export type SaleInvoiceView = ReturnType<typeof saleInvoiceView>;
export type SaleInvoiceHeaderView = ReturnType<typeof saleInvoiceHeaderView>;

/** Members of the contract whose features are not here; always present, empty. */
const NOT_YET = {
  lockedAt: null,
  lockedBy: null,
  payToken: null,
  einvoiceSystem: null,
  einvoiceTransport: null,
  einvoiceMessageId: null,
  einvoiceNumber: null,
  einvoiceStatus: null,
  einvoiceDetail: null,
  einvoiceSentAt: null,
  einvoiceCheckedAt: null,
  peppolMessageId: null,
  peppolStatus: null,
  peppolDetail: null,
  peppolSentAt: null,
  peppolCheckedAt: null,
};

function lineView(line: SaleInvoiceLineRow, currency: Currency) {
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
    discountPercent: withoutTrailingZeros(line.discount_percent),
    vatRatePercent: withoutTrailingZeros(line.vat_rate),
    vatClassifierCode: line.vat_code || null,
    vatCategory: line.vat_category,
    vatExemptionBasis: line.vat_exemption_basis,
    creditedLineId: line.credited_line_id,
    deductedAdvanceId: line.details.deductedAdvanceId ?? null,
    costCenterId: line.cost_center_id,
    projectId: null,
    lineNet: money(line.net),
    lineVat: money(line.vat),
    lineGross: money(line.gross),
    sortOrder: line.sort_order,
    recognitionMethod: 'point_in_time',
    recognitionStartDate: null,
    recognitionEndDate: null,
    recognitionMilestones: null,
    standaloneSellingPrice: null,
    allocatedNet: null,
    refundEstimatePercent: null,
  };
}

function paymentStatus(row: SaleInvoiceRow, paid: Decimal): 'unpaid' | 'partial' | 'paid' {
  // A tax document is about money that came, and nothing is to be paid of what advances cover.
  const owesNothing = row.nature === 'advance_tax' || new Decimal(row.gross_total).isZero();
  if (row.status === 'issued' && owesNothing) return 'paid';
  if (row.status === 'draft' || paid.isZero()) return 'unpaid';
  return paid.equals(new Decimal(row.gross_total).abs()) ? 'paid' : 'partial';
}
