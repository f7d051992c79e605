import { compareCalendarDates } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { numberKey } from '../../shared/document-number';
import { refuse, refuseField, refuseNotSupported } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import type { Tx } from '../../platform/database';
import { currencyOf } from '../../reference';
import type {
  CreatePurchaseInvoiceRequest,
  UpdatePurchaseInvoiceRequest,
} from '../api/purchase-invoice.request';
import type { PurchaseInvoiceLineRow } from '../data/purchase-invoice-rows';
import type { StoredPurchase } from '../data/purchase-invoices.repository';
import { yearKey } from '../domain/document-key';
import type { PurchaseDetails, PurchaseDocument, PurchaseLine } from '../domain/purchase-document';
import { composeLines } from './compose-lines';
import { findCredited, type CreditedInvoice } from './credited-invoice';

type Members = CreatePurchaseInvoiceRequest | UpdatePurchaseInvoiceRequest;

/** A new document as asked for, references resolved; not yet computed. */
export async function composeNew(tx: Tx, request: CreatePurchaseInvoiceRequest): Promise<PurchaseDocument> {
  refuseUnsupported(request);
  const type = request.type ?? 'invoice';
  const credited = await creditedOf(tx, type, request);
  const document: PurchaseDocument = {
    id: newId(),
    type,
    number: request.documentNumber,
    key: { partnerId: request.partnerId, numberKey: '', yearKey: 0 },
    partnerId: request.partnerId,
    documentOn: request.documentDate,
    taxPointOn: null,
    receivedOn: null,
    dueOn: null,
    currency: credited?.currency ?? tx.company.baseCurrency,
    exchangeRate: credited?.exchangeRate ?? new Decimal(1),
    vatRounding: tx.company.vatRounding,
    creditedInvoiceId: credited?.id ?? null,
    isCashAccounting: credited?.isCashAccounting ?? false,
    details: { documentRef: request.documentRef ?? null },
    lines: [],
  };
  const changed = await withMembers(tx, document, request);
  return { ...changed, lines: await composeLines(tx, changed, request.lines) };
}

/** A stored draft with the changes asked for. */
export async function composeChanged(
  tx: Tx,
  stored: StoredPurchase,
  request: UpdatePurchaseInvoiceRequest,
): Promise<PurchaseDocument> {
  refuseUnsupported(request);
  const current = documentOf(stored);
  const { partnerId = current.partnerId } = request;
  if (current.creditedInvoiceId !== null && partnerId !== current.partnerId)
    refuseField('partnerId', 'is not the supplier of the credited invoice');
  const changed = await withMembers(tx, { ...current, partnerId }, request);
  return request.lines === undefined
    ? changed
    : { ...changed, lines: await composeLines(tx, changed, request.lines) };
}

/** A stored document as it was composed. */
export function documentOf({ header, lines, currency }: StoredPurchase): PurchaseDocument {
  return {
    id: header.invoice_id,
    type: header.type,
    number: header.document_number,
    key: { partnerId: header.partner_id, numberKey: header.number_key, yearKey: header.year_key },
    partnerId: header.partner_id,
    documentOn: header.document_on,
    taxPointOn: header.tax_point_on,
    receivedOn: header.received_on,
    dueOn: header.due_on,
    currency,
    exchangeRate: new Decimal(header.exchange_rate),
    vatRounding: header.vat_rounding,
    creditedInvoiceId: header.credited_invoice_id,
    isCashAccounting: header.is_cash_accounting,
    details: header.details,
    lines: lines.map(lineOf),
  };
}

function lineOf(row: PurchaseInvoiceLineRow): PurchaseLine {
  return {
    lineId: row.line_id,
    description: row.description,
    unit: row.unit,
    quantity: new Decimal(row.quantity),
    unitPrice: new Decimal(row.unit_price),
    priceIncludesVat: row.price_includes_vat,
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    deductiblePercent: new Decimal(row.deductible_percent),
    isProRata: row.is_pro_rata,
    itemId: row.item_id,
    accountCode: row.account_code,
    costCenterId: row.cost_center_id,
    costRule: row.posting_rule,
  };
}

async function creditedOf(
  tx: Tx,
  type: PurchaseDocument['type'],
  { creditedInvoiceId, partnerId, currency }: CreatePurchaseInvoiceRequest,
): Promise<CreditedInvoice | null> {
  if (creditedInvoiceId === undefined) return null;
  if (type === 'invoice') refuseField('type', 'must be credit_note when an invoice is credited');
  const credited = await findCredited(tx, creditedInvoiceId);
  if (partnerId !== credited.partnerId)
    refuseField('partnerId', 'is not the supplier of the credited invoice');
  if (currency !== undefined && currency !== credited.currency.code)
    refuseField('currency', `is not that of the credited invoice, ${credited.currency.code}`);
  return credited;
}

/** Applies the members that create and update share; undefined = unchanged, null = cleared. */
async function withMembers(tx: Tx, document: PurchaseDocument, request: Members): Promise<PurchaseDocument> {
  const keep = <T>(given: T | undefined, current: T): T => (given === undefined ? current : given);
  const currency =
    request.currency === undefined ? document.currency : await currencyOf(tx, request.currency, 'currency');
  if (document.creditedInvoiceId !== null && currency.code !== document.currency.code)
    refuseField('currency', `is not that of the credited invoice, ${document.currency.code}`);
  const changed = {
    ...document,
    number: request.documentNumber ?? document.number,
    documentOn: request.documentDate ?? document.documentOn,
    taxPointOn: keep(request.taxPointDate, document.taxPointOn),
    receivedOn: keep(request.receivedDate, document.receivedOn),
    dueOn: keep(request.dueDate, document.dueOn),
    currency,
    vatRounding: request.vatRounding ?? document.vatRounding,
    isCashAccounting: cashAccountingOf(tx, document, request.cashAccounting),
    details: { ...document.details, ...remarks(request) },
  };
  const isDated = request.dueDate !== undefined || request.documentDate !== undefined;
  if (isDated && changed.dueOn !== null && compareCalendarDates(changed.dueOn, changed.documentOn) < 0)
    refuseField('dueDate', `must not be before the document date, ${changed.documentOn}`);
  const key = numberKey(changed.number);
  if (key === '') refuseField('documentNumber', 'holds nothing that could be told apart');
  const year = yearKey(changed.documentOn, tx.company.purchaseNumberScope);
  return { ...changed, key: { partnerId: changed.partnerId, numberKey: key, yearKey: year } };
}

/** A credit note is as its invoice; without one there is no payment that its VAT could wait for. */
function cashAccountingOf(tx: Tx, document: PurchaseDocument, given: boolean | undefined): boolean {
  if (given === undefined || given === document.isCashAccounting) return document.isCashAccounting;
  if (document.type === 'credit_note') refuseField('cashAccounting', 'is that of the credited invoice');
  if (given && tx.company.countryCode !== 'LT')
    refuse('not_supported', 'Cash accounting is supported for Lithuanian companies only; leave it out.', {
      fieldErrors: { cashAccounting: ['not supported'] },
    });
  return given;
}

function remarks(request: Members): PurchaseDetails {
  const names = [
    'notes', 'intrastatTransportMode', 'intrastatDeliveryTerms', 'intrastatRegion', 'intrastatNatureOfTransaction', 'einvoiceNumber',
  ] as const; // prettier-ignore
  return Object.fromEntries(
    names.filter(name => request[name] !== undefined).map(name => [name, request[name]]),
  );
}

/** Members of the contract whose effect is not here are refused by name, never ignored. */
function refuseUnsupported(request: Members): void {
  const named: [string, unknown][] = [
    ['purchaseOrderId', request.purchaseOrderId],
    ['operationTypeId', request.operationTypeId],
    ...(request.lines ?? []).flatMap((line, index): [string, unknown][] => [
      [`lines.${index}.projectId`, line.projectId],
      [`lines.${index}.deferralStartDate`, line.deferralStartDate],
      [`lines.${index}.deferralEndDate`, line.deferralEndDate],
    ]),
  ];
  refuseNotSupported(Object.fromEntries(named));
}
