import { Decimal } from '../../shared/decimal';
import { DEFAULT_UNIT, MOST_UNITS } from '../../shared/document-line';
import { refuseField, refuseNotSupported } from '../../shared/domain-error';
import { isUuid, newId } from '../../shared/ids';
import { Money } from '../../shared/money';
import type { VatScheme } from '../../shared/vat-scheme';
import { refuseUnusableCostCenters } from '../../ledger';
import { resolveSeries } from '../../numbering';
import type { Tx } from '../../platform/database';
import { currencyOf } from '../../reference';
import { vatCodes, type VatCode } from '../../vat';
import type {
  CreateSaleInvoiceRequest,
  SaleLineRequest,
  UpdateSaleInvoiceRequest,
} from '../api/sale-invoice.request';
import type { SaleInvoiceLineRow } from '../data/sale-invoice-rows';
import { creditLimits, type StoredInvoice } from '../data/sale-invoices.repository';
import { advanceVatRule } from '../domain/advance-vat';
import {
  natureOf,
  type SaleChoices,
  type SaleDocument,
  type SaleLine,
  type SaleRemarks,
} from '../domain/sale-document';
import { rateOfCode, vatCategoryOf } from '../domain/vat-rules';
import { carriesVat, categorisingScheme } from '../domain/vat-scheme-rules';
import { withItems } from './line-items';
import { creditedLine, findOriginal, type OriginalInvoice } from './original-invoice';

type Members = CreateSaleInvoiceRequest | UpdateSaleInvoiceRequest;

/** A new document as asked for, references resolved; not yet computed. */
export async function composeNew(tx: Tx, request: CreateSaleInvoiceRequest): Promise<SaleDocument> {
  refuseUnsupported(request);
  const type = request.type ?? 'invoice';
  const original = await originalOf(tx, type, request);
  const document: SaleDocument = {
    id: newId(),
    type,
    nature: natureOf(type, original?.type),
    partnerId: request.partnerId,
    currency: original?.currency ?? tx.company.baseCurrency,
    exchangeRate: original?.exchangeRate ?? new Decimal(1),
    vatRounding: original?.vatRounding ?? tx.company.vatRounding,
    discountPercent: original?.discountPercent ?? new Decimal(0),
    issuedOn: null,
    taxPointOn: null,
    dueOn: null,
    creditedInvoiceId: original?.id ?? null,
    creditedReference: request.creditedInvoiceReference ?? null,
    creditedOn: request.creditedInvoiceDate ?? original?.issuedOn ?? null,
    vatScheme: original?.vatScheme ?? null,
    vatCountryCode: original?.vatCountryCode ?? null,
    seriesId: null,
    businessKey: request.businessKey ?? null,
    orderNumber: null,
    details: {
      creditReason: request.creditReason ?? null,
      documentRef: request.documentRef ?? null,
      ...vatOnPayment(tx, type, request.vatOnPayment),
    },
    lines: [],
  };
  if (original) refuseOtherThan(original, request);
  const lines = request.lines ?? [];
  if (lines.length === 0 && !original) refuseField('lines', 'must have at least 1 element');
  const changed = await withMembers(tx, document, request);
  if (lines.length === 0) return { ...changed, details: { ...changed.details, creditsRest: true } };
  return { ...changed, lines: await composeLines(tx, changed, lines, original) };
}

/** A stored draft with the changes asked for. */
export async function composeChanged(
  tx: Tx,
  stored: StoredInvoice,
  request: UpdateSaleInvoiceRequest,
): Promise<SaleDocument> {
  refuseUnsupported(request);
  const current = documentOf(stored);
  if (
    current.creditedInvoiceId !== null &&
    request.partnerId !== undefined &&
    request.partnerId !== current.partnerId
  ) {
    refuseField('partnerId', 'is not the partner of the credited invoice');
  }
  const changed = await withMembers(
    tx,
    { ...current, partnerId: request.partnerId ?? current.partnerId },
    request,
  );
  if (request.lines === undefined)
    return request.vatScheme === undefined && request.deemedSupplier === undefined
      ? changed
      : recategorised(tx, changed);
  const original =
    changed.creditedInvoiceId === null ? null : await findOriginal(tx, changed.creditedInvoiceId);
  const lines = await composeLines(tx, changed, request.lines, original);
  const discountPercent = original?.discountPercent ?? changed.discountPercent;
  return { ...changed, discountPercent, details: { ...changed.details, creditsRest: false }, lines };
}

/** A stored document as it was composed. */
export function documentOf({ header, lines, currency }: StoredInvoice): SaleDocument {
  return {
    id: header.invoice_id,
    type: header.type,
    nature: header.nature,
    partnerId: header.partner_id,
    currency,
    exchangeRate: new Decimal(header.exchange_rate),
    vatRounding: header.vat_rounding,
    discountPercent: new Decimal(header.discount_percent),
    issuedOn: header.issued_on,
    taxPointOn: header.tax_point_on,
    dueOn: header.due_on,
    creditedInvoiceId: header.credited_invoice_id,
    creditedReference: header.credited_invoice_reference,
    creditedOn: header.credited_invoice_on,
    vatScheme: header.vat_scheme,
    vatCountryCode: header.vat_country_code,
    seriesId: header.series_id,
    businessKey: header.business_key,
    orderNumber: header.order_number,
    details: header.details,
    lines: lines.map(line => lineOf(line, currency)),
  };
}

function lineOf(row: SaleInvoiceLineRow, currency: SaleDocument['currency']): SaleLine {
  return {
    lineId: row.line_id,
    description: row.description,
    unit: row.unit,
    quantity: new Decimal(row.quantity),
    unitPrice: new Decimal(row.unit_price),
    priceIncludesVat: row.price_includes_vat,
    discountPercent: new Decimal(row.discount_percent),
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: row.vat_category,
    vatCode: row.vat_code || null,
    vatExemptionBasis: row.vat_exemption_basis,
    creditedLineId: row.credited_line_id,
    itemId: row.item_id,
    revenueAccountCode: row.revenue_account_code,
    costCenterId: row.cost_center_id,
    ...(row.details.amount !== undefined && { amount: Money.of(row.details.amount, currency) }),
    ...(row.details.deductedAdvanceId !== undefined && { deductedAdvanceId: row.details.deductedAdvanceId }),
  };
}

/** VAT of an advance falls due as the law of the seller's state has it, and he may choose only where it lets him. */
function vatOnPayment(tx: Tx, type: SaleDocument['type'], wanted: boolean | undefined): SaleChoices {
  if (wanted === undefined) return {};
  if (type !== 'advance') refuseField('vatOnPayment', 'is for an advance');
  const { countryCode } = tx.company;
  const { onPayment, isChoice } = advanceVatRule(countryCode);
  if (wanted !== onPayment && !isChoice)
    refuseField('vatOnPayment', `must be ${onPayment}: that is the rule of ${countryCode}`);
  return { vatOnPayment: wanted };
}

/** The advances that an invoice deducts, where the request names them. */
function deductedAdvances(type: SaleDocument['type'], wanted: string[] | undefined): SaleChoices {
  if (wanted === undefined) return {};
  if (type !== 'invoice' && wanted.length > 0) refuseField('deductedAdvances', 'is for an invoice');
  if (!wanted.every(isUuid)) refuseField('deductedAdvances', 'must be ids of advances');
  return { deductedAdvances: wanted };
}

async function originalOf(
  tx: Tx,
  type: SaleDocument['type'],
  request: CreateSaleInvoiceRequest,
): Promise<OriginalInvoice | null> {
  const { creditedInvoiceId, creditedInvoiceReference, creditedInvoiceDate } = request;
  if (type !== 'credit_note') {
    if (creditedInvoiceId ?? creditedInvoiceReference ?? creditedInvoiceDate)
      refuseField('type', 'must be credit_note when an invoice is credited');
    return null;
  }
  if (creditedInvoiceId !== undefined) {
    if (creditedInvoiceReference !== undefined)
      refuseField('creditedInvoiceReference', 'give this or creditedInvoiceId, not both');
    // To be issued at once: whatever "all that is left" means is decided under the lock.
    if (request.issue) await creditLimits(tx, creditedInvoiceId, true);
    return findOriginal(tx, creditedInvoiceId);
  }
  if (creditedInvoiceReference === undefined)
    refuseField(
      'creditedInvoiceId',
      'a credit note names the invoice it credits, here or as creditedInvoiceReference',
    );
  if (creditedInvoiceDate === undefined)
    refuseField('creditedInvoiceDate', 'is needed with creditedInvoiceReference');
  return null;
}

/** A credit note of an invoice is for its partner and names its date, if any. */
function refuseOtherThan(original: OriginalInvoice, request: CreateSaleInvoiceRequest): void {
  const { partnerId, creditedInvoiceDate = original.issuedOn } = request;
  if (partnerId !== original.partnerId)
    refuseField('partnerId', 'is not the partner of the credited invoice');
  if (creditedInvoiceDate !== original.issuedOn)
    refuseField('creditedInvoiceDate', `is not the date of the credited invoice, ${original.issuedOn}`);
}

/** What a credit note has from its invoice is not changed on it: amounts and VAT treatment would no longer be its mirror. */
function refuseOwnTerms(document: SaleDocument, request: Members): void {
  const { currency, discountPercent, vatScheme, vatCountryCode } = request;
  const differs = {
    currency: currency !== undefined && currency !== document.currency.code,
    discountPercent: discountPercent !== undefined && !document.discountPercent.equals(discountPercent),
    vatScheme: vatScheme !== undefined && vatScheme !== document.vatScheme,
    vatCountryCode: vatCountryCode !== undefined && vatCountryCode !== document.vatCountryCode,
  };
  for (const [member, isOther] of Object.entries(differs))
    if (isOther) refuseField(member, 'comes from the credited invoice; leave it out');
}

/** Applies the members that create and update share; undefined = unchanged, null = cleared. */
async function withMembers(tx: Tx, document: SaleDocument, request: Members): Promise<SaleDocument> {
  if (document.creditedInvoiceId !== null) refuseOwnTerms(document, request);
  const keep = <T>(given: T | undefined, current: T): T => (given === undefined ? current : given);
  const currency =
    request.currency === undefined ? document.currency : await currencyOf(tx, request.currency, 'currency');
  const { documentSeriesId } = request;
  if (documentSeriesId)
    await resolveSeries(tx, { documentType: `sale_${document.type}`, seriesId: documentSeriesId });
  return {
    ...document,
    currency,
    discountPercent:
      request.discountPercent === undefined ? document.discountPercent : new Decimal(request.discountPercent),
    issuedOn: keep(request.issueDate, document.issuedOn),
    taxPointOn: keep(request.taxPointDate, document.taxPointOn),
    dueOn: keep(request.dueDate, document.dueOn),
    vatScheme: keep<VatScheme | null>(request.vatScheme, document.vatScheme),
    vatCountryCode: keep(request.vatCountryCode, document.vatCountryCode),
    seriesId: keep(request.documentSeriesId, document.seriesId),
    orderNumber: keep(request.orderNumber, document.orderNumber),
    details: {
      ...document.details,
      ...remarks(request),
      ...(request.deemedSupplier !== undefined && { deemedSupplier: request.deemedSupplier }),
      ...deductedAdvances(document.type, request.deductedAdvances),
    },
  };
}

function remarks(request: Members): SaleRemarks {
  const names = [
    'intrastatTransportMode', 'intrastatDeliveryTerms', 'intrastatRegion', 'intrastatNatureOfTransaction',
    'notes', 'seriesLabel', 'issuedByName', 'issuedByTitle', 'receivedByName', 'receivedByTitle',
  ] as const; // prettier-ignore
  return Object.fromEntries(
    names.filter(name => request[name] !== undefined).map(name => [name, request[name]]),
  );
}

async function composeLines(
  tx: Tx,
  document: SaleDocument,
  requests: SaleLineRequest[],
  original: OriginalInvoice | null,
): Promise<SaleLine[]> {
  refuseRepeatedCredits(requests);
  await refuseUnusableCostCenters(
    tx,
    requests.map(line => line.costCenterId),
    'lines',
  );
  const itemised = await withItems(tx, document, requests);
  const codes = await vatCodes(
    tx,
    itemised.flatMap(({ request }) => request.vatClassifierCode ?? []),
  );
  return itemised.map(({ request, revenueAccountCode }, index) => {
    const member = `lines.${index}`;
    if (request.creditedLineId !== undefined)
      return creditedLine(original, request, request.creditedLineId, member);
    return { ...plainLine(tx, document, request, codes, member), revenueAccountCode };
  });
}

/** Each credit of a line is judged by what earlier credit notes left of it; two in one note would take the same twice. */
function refuseRepeatedCredits(requests: SaleLineRequest[]): void {
  const seen = new Set<string>();
  requests.forEach(({ creditedLineId }, index) => {
    if (creditedLineId === undefined) return;
    if (seen.has(creditedLineId)) refuseField(`lines.${index}.creditedLineId`, 'is there twice');
    seen.add(creditedLineId);
  });
}

function plainLine(
  tx: Tx,
  document: SaleDocument,
  request: SaleLineRequest,
  codes: ReadonlyMap<string, VatCode>,
  member: string,
): Omit<SaleLine, 'revenueAccountCode'> {
  const { unitPriceExclVat, unitPriceInclVat, vatClassifierCode, vatExemptionBasis = null } = request;
  if (request.description === undefined) refuseField(`${member}.description`, 'is missing');
  if (unitPriceExclVat !== undefined && unitPriceInclVat !== undefined)
    refuseField(`${member}.unitPriceInclVat`, 'give this or unitPriceExclVat, not both');
  const price =
    unitPriceExclVat ??
    unitPriceInclVat ??
    refuseField(`${member}.unitPriceExclVat`, 'is missing (or give unitPriceInclVat)');
  const quantity = new Decimal(request.quantity ?? '1');
  if (quantity.isZero()) refuseField(`${member}.quantity`, 'must not be zero');
  if (quantity.abs().greaterThan(MOST_UNITS))
    refuseField(`${member}.quantity`, `must be at most ${MOST_UNITS}`);
  const code =
    vatClassifierCode === undefined
      ? null
      : (codes.get(vatClassifierCode) ??
        refuseField(`${member}.vatClassifierCode`, `VAT code ${vatClassifierCode} is unknown`));
  const ratePercent = rateOf(tx, document, request, code, member);
  return {
    lineId: newId(),
    description: request.description,
    unit: request.unit ?? DEFAULT_UNIT,
    quantity,
    unitPrice: new Decimal(price),
    priceIncludesVat: unitPriceInclVat !== undefined,
    discountPercent: new Decimal(request.discountPercent ?? '0'),
    vatRatePercent: ratePercent,
    vatCategory: vatCategoryOf(
      { ratePercent, code, exemptionBasis: vatExemptionBasis },
      categorisingScheme(document),
    ),
    vatCode: code?.code ?? null,
    vatExemptionBasis,
    creditedLineId: null,
    itemId: request.itemId ?? null,
    costCenterId: request.costCenterId ?? null,
  };
}

/** The rate as given, else the code's, else none where the scheme or the seller has none. Never guessed. */
function rateOf(
  tx: Tx,
  document: SaleDocument,
  request: SaleLineRequest,
  code: VatCode | null,
  member: string,
): Decimal {
  if (request.vatRatePercent !== undefined) return new Decimal(request.vatRatePercent);
  if (code) return rateOfCode(code) ?? new Decimal(0);
  if (carriesVat(document) && tx.company.isVatPayer)
    refuseField(`${member}.vatRatePercent`, 'is missing (or give vatClassifierCode)');
  return new Decimal(0);
}

/** Another scheme may put the same lines into other VAT categories. */
async function recategorised(tx: Tx, document: SaleDocument): Promise<SaleDocument> {
  const codes = await vatCodes(
    tx,
    document.lines.flatMap(line => line.vatCode ?? []),
  );
  const lines = document.lines.map(line => {
    const code = line.vatCode === null ? null : (codes.get(line.vatCode) ?? null);
    const basis = { ratePercent: line.vatRatePercent, code, exemptionBasis: line.vatExemptionBasis };
    return line.creditedLineId === null
      ? { ...line, vatCategory: vatCategoryOf(basis, categorisingScheme(document)) }
      : line;
  });
  return { ...document, lines };
}

/** Members of the contract whose effect is not here are refused by name, never ignored. */
function refuseUnsupported(request: Members): void {
  const named: [string, unknown][] = [
    ['agreementId', request.agreementId],
    ['operationTypeId', request.operationTypeId],
    ...(request.lines ?? []).flatMap((line, index): [string, unknown][] => [
      [`lines.${index}.projectId`, line.projectId],
      [
        `lines.${index}.recognition`,
        line.recognition?.method === 'point_in_time' ? undefined : line.recognition,
      ],
      [`lines.${index}.standaloneSellingPrice`, line.standaloneSellingPrice],
      [`lines.${index}.refundEstimatePercent`, line.refundEstimatePercent],
    ]),
  ];
  refuseNotSupported(Object.fromEntries(named));
}
