import { Injectable } from '@nestjs/common';
import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { DEFAULT_UNIT } from '../../shared/document-line';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { auditRows } from '../../audit';
import { lockItemsOfDocuments, openPeriods } from '../../ledger';
import { openDefaultSeries } from '../../numbering';
import type { Tx } from '../../platform/database';
import { euVatRates, openVatPeriod, vatCodes } from '../../vat';
import type { TaxReceiptsRequest } from '../api/sale-invoice.request';
import { taxDocumentsTakenBack, untaxedReceipts, type AdvanceReceipt } from '../data/advance-receipts';
import { vatTotalsOf, type VatTotalRow } from '../data/e-invoice-source';
import {
  findInvoice,
  lockCreditLimits,
  newDocumentRows,
  type StoredInvoice,
} from '../data/sale-invoices.repository';
import { holdsOn, rateOfDay } from '../domain/advance-vat';
import type { SaleDocument, SaleLine } from '../domain/sale-document';
import { rateOfCode } from '../domain/vat-rules';
import { composeNew } from '../steps/compose-document';
import { issueDocument, type IssuedDocument } from '../steps/issue-document';
import type { SaleInvoiceView } from '../steps/sale-invoice-view';

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
    { id, issueDate: issuedOn = tx.today, vatCodes: given = [] }: TaxReceiptsRequest,
  ): Promise<{ id: string; documents: SaleInvoiceView[] }> {
    const stored = await this.advance(tx, id);
    const totals = await vatTotalsOf(tx, id);
    refuseUnknownRates(totals, given);
    await lockItemsOfDocuments(tx, [{ documentTypes: ['sale_advance'], documentId: id }]);
    const { takenBack, receipts } = await lockWork(tx, id, issuedOn);
    const documents: SaleInvoiceView[] = [];
    for (const taxDocumentId of takenBack) {
      const credit = await correction(tx, stored, taxDocumentId, issuedOn);
      documents.push(await store(tx, await issueDocument(tx, credit, { postedBefore: documents.length })));
    }
    for (const receipt of receipts) {
      const document = await taxDocument(tx, { stored, totals, given }, receipt, issuedOn);
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

/**
 * What there is to do for an advance, with all locked that it takes: the first document holds the counters of numbers and
 * events until the commit, and who waits for a lock while he holds those may wait for somebody who waits for them.
 */
async function lockWork(
  tx: Tx,
  id: string,
  issuedOn: CalendarDate,
): Promise<{ takenBack: string[]; receipts: AdvanceReceipt[] }> {
  // A payment of a later day waits: its document is not dated before it.
  const receipts = (await untaxedReceipts(tx, [id])).filter(
    ({ receivedOn }) => compareCalendarDates(receivedOn, issuedOn) <= 0,
  );
  if (receipts.length > 0) await openDefaultSeries(tx, 'sale_advance_tax');
  await lockCreditLimits(tx, await taxDocumentsTakenBack(tx, [id]));
  // Anew: somebody may have credited one of them before they were locked.
  const takenBack = await taxDocumentsTakenBack(tx, [id]);
  const days = [issuedOn, ...receipts.map(({ receivedOn }) => receivedOn)].sort(compareCalendarDates);
  const months = new Map(days.map(day => [day.slice(0, 7), day]));
  if (receipts.length + takenBack.length > 0) {
    await openPeriods(tx, [issuedOn]);
    for (const day of months.values()) await openVatPeriod(tx, day);
  }
  return { takenBack, receipts };
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

/** An advance, what it comes to per rate, category and VAT code, and the codes for payments that come when those have ended. */
interface TaxedAdvance {
  stored: StoredInvoice;
  totals: VatTotalRow[];
  given: NonNullable<TaxReceiptsRequest['vatCodes']>;
}

function refuseUnknownRates(totals: VatTotalRow[], given: TaxedAdvance['given']): void {
  given.forEach(({ vatRatePercent }, index) => {
    const member = `vatCodes.${index}.vatRatePercent`;
    const isRate = (other: string): boolean => new Decimal(other).equals(vatRatePercent);
    if (!totals.some(total => isRate(total.vat_rate))) refuseField(member, 'is no rate of the advance');
    if (given.findIndex(other => isRate(other.vatRatePercent)) < index) refuseField(member, 'is there twice');
  });
}

/** The document of one receipt: its gross, shared out by what the advance is made of. */
async function taxDocument(
  tx: Tx,
  advance: TaxedAdvance,
  receipt: AdvanceReceipt,
  issuedOn: CalendarDate,
): Promise<SaleDocument> {
  const { header, currency } = advance.stored;
  const shares = Money.of(receipt.amount, currency).apportion(
    advance.totals.map(({ net, vat }) =>
      shareOf(receipt.amount, new Decimal(net).plus(vat), header.gross_total),
    ),
  );
  const treatmentOf = await treatmentsOn(tx, advance, receipt.receivedOn);
  const lines = advance.totals
    .map((total, index) => ({
      ...lineOf(advance.stored, receipt, total, shares[index]!),
      ...treatmentOf(total),
    }))
    .filter(({ unitPrice }) => !unitPrice.isZero());
  refuseTwoCodes(lines, receipt);
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
    lines,
  };
}

function shareOf(received: string, gross: Decimal, ofGross: string): Decimal {
  return new Decimal(received).times(gross).div(ofGross);
}

type VatTreatment = Pick<SaleLine, 'vatRatePercent' | 'vatCategory' | 'vatCode'>;

/**
 * What the VAT of a total of the advance is on the day of the receipt: what it was, at the rate of that day; where its VAT code
 * has ended, the code that the request names, at its rate.
 * @throws DomainError `vat_code_invalid` where it has ended and none is named
 */
async function treatmentsOn(
  tx: Tx,
  { stored: { header }, totals, given }: TaxedAdvance,
  receivedOn: CalendarDate,
): Promise<(total: VatTotalRow) => VatTreatment> {
  const countryCode = header.vat_country_code ?? tx.company.countryCode;
  const invoicedOn = header.tax_point_on;
  invariant(invoicedOn, 'what is issued has its tax point');
  const [then, now, codes] = await Promise.all([
    euVatRates(tx, { countryCode, on: invoicedOn }),
    euVatRates(tx, { countryCode, on: receivedOn }),
    vatCodes(tx, [
      ...totals.flatMap(({ vat_code }) => vat_code || []),
      ...given.map(({ vatClassifierCode }) => vatClassifierCode),
    ]),
  ]);
  return total => {
    const rate = rateOfDay(new Decimal(total.vat_rate), then, now);
    const [code, vatCategory] = [codes.get(total.vat_code), total.vat_category];
    if (!code || holdsOn(code, receivedOn, rate))
      return { vatRatePercent: rate, vatCategory, vatCode: total.vat_code || null };
    const named = given.find(({ vatRatePercent }) => new Decimal(vatRatePercent).equals(total.vat_rate));
    const successor = named && codes.get(named.vatClassifierCode);
    if (!successor)
      refuse(
        'vat_code_invalid',
        `VAT code ${code.code} of the advance does not hold on ${receivedOn}, when it was paid; name one that does (vatCodes).`,
        { fieldErrors: { vatCodes: [named ? `${named.vatClassifierCode} is unknown` : 'is missing'] } },
      );
    return {
      vatRatePercent: rateOfCode(successor) ?? rate,
      vatCategory: successor.category ?? vatCategory,
      vatCode: successor.code,
    };
  };
}

/** What is credited and deducted later is kept by rate and category: two codes there could not be told apart. */
function refuseTwoCodes(lines: VatTreatment[], { receivedOn }: AdvanceReceipt): void {
  for (const { vatRatePercent: rate, vatCategory, vatCode } of lines) {
    const other = lines.find(
      line =>
        line.vatRatePercent.equals(rate) && line.vatCategory === vatCategory && line.vatCode !== vatCode,
    );
    if (!other) continue;
    const codes = `${vatCode} and ${other.vatCode}`;
    refuse(
      'vat_code_invalid',
      `The payment of ${receivedOn} would be taxed at ${rate.toFixed()} % under two VAT codes, ${codes}; name codes that give one per rate (vatCodes).`,
      { fieldErrors: { vatCodes: [`give ${codes} at ${rate.toFixed()} %`] } },
    );
  }
}

function lineOf(
  { header, lines }: StoredInvoice,
  { receivedOn }: AdvanceReceipt,
  total: VatTotalRow,
  share: Money,
): Omit<SaleLine, keyof VatTreatment> {
  const advanceLine = lines.find(
    line =>
      line.vat_category === total.vat_category &&
      line.vat_code === total.vat_code &&
      new Decimal(line.vat_rate).equals(total.vat_rate),
  );
  return {
    lineId: newId(),
    description: `Payment of ${receivedOn} for ${header.full_number}`,
    unit: DEFAULT_UNIT,
    quantity: new Decimal(1),
    unitPrice: share.amount,
    priceIncludesVat: true,
    discountPercent: new Decimal(0),
    vatExemptionBasis: advanceLine?.vat_exemption_basis ?? null,
    creditedLineId: null,
    itemId: null,
    revenueAccountCode: null,
    costCenterId: null,
  };
}
