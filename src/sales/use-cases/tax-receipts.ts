import { Injectable } from '@nestjs/common';
import { compareCalendarDates, parseCalendarDate, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { lockItemsOfDocuments } from '../../ledger';
import { openDefaultSeries } from '../../numbering';
import type { Tx } from '../../platform/database';
import { euVatRates } from '../../vat';
import type { TaxReceiptsRequest } from '../api/sale-invoice.request';
import { taxDocumentsTakenBack, untaxedReceipts, type AdvanceReceipt } from '../data/advance-receipts';
import { vatTotalsOf, type VatTotalRow } from '../data/e-invoice-source';
import { findInvoice, newDocumentRows, type StoredInvoice } from '../data/sale-invoices.repository';
import { rateOfDay } from '../domain/advance-vat';
import type { SaleDocument, SaleLine } from '../domain/sale-document';
import { composeNew } from './compose-document';
import { issueDocument, type IssuedDocument } from './issue-document';
import type { SaleInvoiceView } from './sale-invoice-view';

/**
 * Makes the tax documents that an advance lacks: one for each of its receipts, with the VAT in it at the rates of the day it
 * came (gross x rate / (100 + rate)), and a credit note for each whose money was taken back. One per receipt, however often and
 * by how many it is called: the advance's open item is locked, and the receipt is the key.
 *
 * It is a call of its own and no part of the payment: money that came is booked even where its tax document cannot be made (a
 * closed VAT period, a rate that ended). The law gives days for it; VAT returns warn of what is missing.
 *
 * @throws DomainError `not_found`, `not_issued`, `advance_refused` where the advance is not taxed on payment, and the refusals of
 * an issue, `vat_period_closed` above all
 */
@Injectable()
export class TaxReceipts {
  async execute(
    tx: Tx,
    { id, issueDate }: TaxReceiptsRequest,
  ): Promise<{ id: string; documents: SaleInvoiceView[] }> {
    const stored = await this.advance(tx, id);
    const issuedOn = issueDate === undefined ? tx.today : parseCalendarDate(issueDate);
    invariant(issuedOn, 'the request was validated');
    await lockItemsOfDocuments(tx, [{ documentTypes: ['sale_advance'], documentId: id }]);
    const documents: SaleInvoiceView[] = [];
    for (const taxDocumentId of await taxDocumentsTakenBack(tx, id)) {
      const credit = await correction(tx, stored, taxDocumentId, issuedOn);
      documents.push(await store(tx, await issueDocument(tx, credit, { postedBefore: documents.length })));
    }
    // A payment of a later day waits: its document is not dated before it.
    const receipts = (await untaxedReceipts(tx, [id])).filter(
      ({ receivedOn }) => compareCalendarDates(receivedOn, issuedOn) <= 0,
    );
    if (receipts.length > 0) await openDefaultSeries(tx, 'sale_advance_tax');
    for (const receipt of receipts) {
      const document = await taxDocument(tx, stored, receipt, issuedOn);
      documents.push(
        await store(tx, await issueDocument(tx, document, { receipt, postedBefore: documents.length })),
      );
    }
    await tx.insert(
      auditRows(tx, {
        action: 'sale_advance.receipts_taxed',
        entity: 'sale_advance',
        entityId: id,
        diff: { documents: documents.map(({ fullNumber }) => fullNumber) },
      }),
    );
    return { id, documents };
  }

  private async advance(tx: Tx, id: string): Promise<StoredInvoice> {
    const stored = await findInvoice(tx, id);
    if (!stored) refuseUnknown('id', `Sales document ${id}`);
    if (stored.header.type !== 'advance') refuseField('id', 'is not an advance');
    if (stored.header.status !== 'issued') refuse('not_issued', 'The advance is a draft; issue it first.');
    return stored;
  }
}

async function store(tx: Tx, { header, lines, facts, view }: IssuedDocument): Promise<SaleInvoiceView> {
  await tx.insert(...newDocumentRows(header, lines), ...facts);
  return view;
}

async function correction(
  tx: Tx,
  { header }: StoredInvoice,
  creditedInvoiceId: string,
  issuedOn: CalendarDate,
): Promise<SaleDocument> {
  const document = await composeNew(tx, {
    partnerId: header.partner_id,
    type: 'credit_note',
    creditedInvoiceId,
    creditReason: 'The payment was taken back',
    issue: true,
  });
  return { ...document, issuedOn };
}

/** The document of one receipt: its gross, shared out by what the advance is made of. */
async function taxDocument(
  tx: Tx,
  advance: StoredInvoice,
  receipt: AdvanceReceipt,
  issuedOn: CalendarDate,
): Promise<SaleDocument> {
  const { header, currency } = advance;
  const totals = await vatTotalsOf(tx, header.invoice_id);
  const shares = Money.of(receipt.amount, currency).apportion(
    totals.map(({ net, vat }) => shareOf(receipt.amount, new Decimal(net).plus(vat), header.gross_total)),
  );
  const rateAt = await ratesOn(tx, advance, receipt.receivedOn);
  const lines = totals.map((total, index) => lineOf(advance, receipt, total, shares[index]!, rateAt));
  return {
    id: newId(),
    type: 'advance_tax',
    nature: 'advance_tax',
    partnerId: header.partner_id,
    currency,
    exchangeRate: new Decimal(1),
    vatRounding: 'total',
    discountPercent: new Decimal(0),
    issuedOn,
    taxPointOn: receipt.receivedOn,
    dueOn: issuedOn,
    creditedInvoiceId: null,
    creditedReference: null,
    creditedOn: null,
    vatScheme: header.vat_scheme,
    vatCountryCode: header.vat_country_code,
    seriesId: null,
    businessKey: null,
    orderNumber: null,
    details: {},
    lines: lines.filter(({ unitPrice }) => !unitPrice.isZero()),
  };
}

function shareOf(received: string, gross: Decimal, ofGross: string): Decimal {
  return new Decimal(received).times(gross).div(ofGross);
}

/** What a rate of the advance is on the day of the receipt. */
async function ratesOn(
  tx: Tx,
  { header }: StoredInvoice,
  receivedOn: CalendarDate,
): Promise<(rate: Decimal) => Decimal> {
  const countryCode = header.vat_country_code ?? tx.company.countryCode;
  const invoicedOn = header.tax_point_on;
  invariant(invoicedOn, 'what is issued has its tax point');
  const [then, now] = await Promise.all([
    euVatRates(tx, { countryCode, on: invoicedOn }),
    euVatRates(tx, { countryCode, on: receivedOn }),
  ]);
  return rate => rateOfDay(rate, then, now);
}

function lineOf(
  { header, lines }: StoredInvoice,
  { receivedOn }: AdvanceReceipt,
  total: VatTotalRow,
  share: Money,
  rateAt: (rate: Decimal) => Decimal,
): SaleLine {
  const advanceLine = lines.find(
    line =>
      line.vat_category === total.vat_category &&
      line.vat_code === total.vat_code &&
      new Decimal(line.vat_rate).equals(total.vat_rate),
  );
  return {
    lineId: newId(),
    description: `Payment of ${receivedOn} for ${header.full_number}`,
    unit: 'vnt',
    quantity: new Decimal(1),
    unitPrice: share.amount,
    priceIncludesVat: true,
    discountPercent: new Decimal(0),
    vatRatePercent: rateAt(new Decimal(total.vat_rate)),
    vatCategory: total.vat_category,
    vatCode: total.vat_code || null,
    vatExemptionBasis: advanceLine?.vat_exemption_basis ?? null,
    creditedLineId: null,
    itemId: null,
    revenueAccountCode: null,
    costCenterId: null,
  };
}
