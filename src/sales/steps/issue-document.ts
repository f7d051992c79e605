import { addDays, compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse, refuseField } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { refuseFuture } from '../../shared/refuse-future';
import { isVatPayerOn } from '../../shared/vat-payer';
import { auditRows } from '../../audit';
import {
  journalRows,
  lockOpenItem,
  openItemRows,
  openPeriods,
  postingAccounts,
  refuseUnusableCostCenters,
  settleAgainst,
  settleOpenItems,
  type CreditOfInvoice,
  type JournalEntry,
  type LockedOpenItem,
} from '../../ledger';
import { resolveSeries, takeNumbers } from '../../numbering';
import { eventRows, takeEventSequence } from '../../outbox';
import { partnerSnapshot, type PartnerSnapshot } from '../../partners';
import type { TableRows, Tx } from '../../platform/database';
import { openVatPeriod, salesRegisterRows, SCHEME_MEANINGS } from '../../vat';
import { releaseBusinessKeys } from '../data/business-keys';
import {
  creditLimitRows,
  lineRows,
  vatTotalRows,
  type SaleInvoiceLineRow,
  type SaleInvoiceRow,
} from '../data/sale-invoice-rows';
import { takeCredit } from '../data/sale-invoices.repository';
import type { SaleDocument, SaleNature } from '../domain/sale-document';
import { refuseLateTaxPoint } from '../domain/tax-point';
import { vatEvidence } from '../domain/vat-evidence';
import { advanceFacts } from './advance-facts';
import { computeAmounts, type Computed } from './compute-amounts';
import { accountOf, documentAccounts, documentEntries, type DocumentAccounts } from './document-accounts';
import {
  issuedFact,
  issuedRow,
  journalTransaction,
  openItemOf,
  registeredSale,
  type Dates,
} from './issued-rows';
import { judgeVat, vatFacts } from './judge-vat';
import { revenueAccounts } from './line-items';
import { saleInvoiceView, type SaleInvoiceView } from './sale-invoice-view';

/** An issued document: its rows, everything that is inserted with it, and its wire form. */
export interface IssuedDocument {
  header: SaleInvoiceRow;
  lines: SaleInvoiceLineRow[];
  /** Journal, VAT, open item, audit and outbox. */
  facts: TableRows[];
  view: SaleInvoiceView;
}

/** How a document is issued where that does not follow from the document. */
interface HowToIssue {
  /** Names the series instead of the document's own or the default one. */
  seriesPrefix?: string;
  /** Of the draft. */
  createdAt?: string;
  /** Of a tax document: the receipt that it taxes. */
  receipt?: { advanceId: string; allocationId: string; lineNo: number };
  /** How many journal transactions the request has posted before. */
  postedBefore?: number;
}

/**
 * Issues a document: from here on it has a number and never changes. In order, and all in the caller's transaction:
 * amounts (a credit note locks what is left of its invoice), partner, dates, VAT rules, open periods, accounts, what becomes
 * of an advance; and last, because they are held until the commit, the number of the series and the number of the event.
 * The caller stores the rows: a new document in one statement with the facts, a draft by an update after them.
 *
 * A proforma posts nothing: no journal, VAT, or open item. An advance posts a receivable and a liability, and no VAT.
 *
 * @throws DomainError any refusal at issue; none of them uses a number
 */
export async function issueDocument(
  tx: Tx,
  draft: SaleDocument,
  how: HowToIssue = {},
): Promise<IssuedDocument> {
  const computed = await computeAmounts(tx, draft, true);
  const { original } = computed;
  const { nature } = computed.document;
  const invoiceItem = original && (await lockOpenItem(tx, `sale_${original.type}`, original.id));
  const known = await lookUp(tx, computed, draft, how);
  const { partner, vat, series, accounts, dates } = known;
  const document = judgeVat(tx, computed, partner, vat);
  const judged = { ...computed, document };
  const isCreditedInFull = original !== null && (await bookCredit(tx, original.id, judged));
  const transactionId = nature === 'proforma' ? null : newId();
  const advances = await advanceFacts(tx, judged, {
    accounts,
    receipt: how.receipt,
    transactionId,
    issuedOn: dates.issuedOn,
    isCreditedInFull,
  });

  const [taken, sequence] = await Promise.all([
    takeNumbers(tx, series, dates.issuedOn, 1),
    takeEventSequence(tx),
  ]);

  const header = issuedRow(tx, judged, partner, dates, {
    taken,
    transactionId,
    sequence,
    createdAt: how.createdAt ?? tx.now.toISOString(),
    vatEvidence: vatEvidence(document, partner, {
      ...vat,
      capturedAt: tx.now.toISOString(),
      issuedOn: dates.issuedOn,
    }),
  });
  const posting = await bookItem(tx, judged, header, { ...known, invoiceItem });
  const lines = lineRows(tx, document, judged.totals);
  const view = saleInvoiceView(
    {
      header,
      lines,
      currency: document.currency,
      settledAmount: posting.settledAmount,
      links: advances.links,
    },
    tx.company.baseCurrency,
  );
  const entries = [
    ...documentEntries(judged, accounts, {
      receivable: posting.accountId,
      ofItems: known.ofItems,
      advancesReceived: advances.accountId,
    }),
    ...advances.entries,
  ];
  return {
    header,
    lines,
    view,
    facts: [
      ...factsOf(tx, judged, { header, partner, view, entries, before: how.postedBefore ?? 0 }, posting),
      ...advances.rows,
    ],
  };
}

/** What an issue has to know; none of it waits for another part: the questions travel together. */
async function lookUp(tx: Tx, computed: Computed, draft: SaleDocument, how: HowToIssue) {
  const { nature } = computed.document;
  const issuedOn = issueDateOf(tx, computed.document);
  const taxPointOn = computed.document.taxPointOn ?? issuedOn;
  // A credit note is due when it is made, whatever day its draft kept.
  if (draft.type === 'invoice' && draft.dueOn !== null && compareCalendarDates(draft.dueOn, issuedOn) < 0)
    refuseField('dueDate', `must not be before the issue date, ${issuedOn}`);
  if (draft.type === 'invoice' && isHomeVat(tx, draft) && isVatPayerOn(taxPointOn, tx.company))
    refuseLateTaxPoint(tx.company.countryCode, { issuedOn, taxPointOn });
  const [partner, vat, series, accounts, ofItems, exchangeAccounts] = await Promise.all([
    partnerSnapshot(tx, draft.partnerId, 'partnerId'),
    vatFacts(tx, computed, taxPointOn),
    resolveSeries(tx, {
      documentType: `sale_${draft.type}`,
      prefix: how.seriesPrefix ?? null,
      seriesId: how.seriesPrefix === undefined ? draft.seriesId : null,
    }),
    documentAccounts(tx, nature),
    revenueAccounts(tx, computed.document.lines),
    isForeignCredit(tx, computed) ? postingAccounts(tx, ['bank.fxGain', 'bank.fxLoss']) : undefined,
    nature === 'proforma' ? undefined : openPeriods(tx, [issuedOn]),
    refuseUnusableCostCenters(tx, ownCostCenters(computed.document), 'lines'),
    // VAT returns count by the tax point, i.SAF by the issue date.
    ...(isTaxed(nature) ? monthsOfVat(issuedOn, taxPointOn).map(day => openVatPeriod(tx, day)) : []),
  ]);
  const dates: Dates = {
    issuedOn,
    taxPointOn,
    dueOn: draft.dueOn ?? addDays(issuedOn, partner.paymentTermDays ?? 0),
  };
  return { partner, vat, series, accounts, ofItems, exchangeAccounts, dates };
}

/** Whether the VAT of the document, or that it has none, is a matter of the seller's state. */
function isHomeVat(tx: Tx, { vatScheme, vatCountryCode }: SaleDocument): boolean {
  const state = vatScheme === null ? 'home' : SCHEME_MEANINGS[vatScheme].state;
  return state === 'home' || (state === 'consumption' && vatCountryCode === tx.company.countryCode);
}

/** Whether the document stands in the VAT register. */
function isTaxed(nature: SaleNature): boolean {
  return nature === 'sale' || nature === 'advance_tax';
}

/** The open item of the document, and what it settles of the credited invoice. */
interface ItemPosting extends CreditOfInvoice {
  accountId: string | null;
  /** Signed like the open item. */
  settledAmount: string;
}

async function bookItem(
  tx: Tx,
  computed: Computed,
  header: SaleInvoiceRow,
  given: {
    accounts: DocumentAccounts;
    invoiceItem: LockedOpenItem | null | undefined;
    exchangeAccounts: Record<'bank.fxGain' | 'bank.fxLoss', { accountId: string }> | undefined;
  },
): Promise<ItemPosting> {
  const { nature } = computed.document;
  // A tax document claims nothing of the customer, who has paid; neither does a proforma.
  if (nature !== 'sale' && nature !== 'advance')
    return { accountId: null, settledAmount: '0', rows: [], settled: [], transactions: [] };
  const { accounts, invoiceItem, exchangeAccounts } = given;
  // A credit stands on its invoice's account, whatever the posting rule says today: there it settles the invoice.
  const accountId = invoiceItem?.accountId ?? accountOf(accounts, 'sales.receivable').accountId;
  const item = openItemOf(computed, header, accountId);
  const settlement: CreditOfInvoice = invoiceItem
    ? settleAgainst(tx, invoiceItem, item, exchangeAccounts)
    : { rows: [openItemRows(tx, [item])], settled: [], transactions: [] };
  if (settlement.settled.length > 0) await settleOpenItems(tx, settlement.settled);
  return { ...settlement, accountId, settledAmount: settlement.settled[0]?.amount.toString() ?? '0' };
}

/** Everything that is inserted with the document. */
function factsOf(
  tx: Tx,
  computed: Computed,
  issued: {
    header: SaleInvoiceRow;
    partner: PartnerSnapshot;
    view: SaleInvoiceView;
    entries: JournalEntry[];
    before: number;
  },
  { rows, transactions }: ItemPosting,
): TableRows[] {
  const { document, totals } = computed;
  const { header, partner, view, entries, before } = issued;
  const isCreditable = document.type !== 'credit_note' && document.type !== 'proforma';
  const sequence = header.event_sequence!;
  return [
    vatTotalRows(tx, document.id, totals),
    ...(isCreditable ? [creditLimitRows(tx, document.id, totals)] : []),
    ...journalRows(
      tx,
      [
        ...(entries.length > 0 ? [journalTransaction(document, header, partner, entries)] : []),
        ...transactions,
      ],
      before,
    ),
    ...rows,
    ...(isTaxed(document.nature) ? [salesRegisterRows(tx, registeredSale(computed, header, partner))] : []),
    auditRows(tx, issuedFact(document, view)),
    eventRows(tx, [{ sequence, type: 'sale_invoice.issued', entityId: document.id, payload: view }]),
  ];
}

/** The cost centers that lines name themselves: what a credit has from its invoice is mirrored, whatever became of it. */
function ownCostCenters({ details, lines }: SaleDocument): (string | null)[] {
  return lines.map(line => (details.creditsRest || line.creditedLineId !== null ? null : line.costCenterId));
}

/** Whether a credit could leave an exchange difference of cents on the invoice it settles. */
function isForeignCredit(tx: Tx, { document, original }: Computed): boolean {
  return original !== null && document.currency.code !== tx.company.baseCurrency.code;
}

/** A day of each VAT period that the document stands in; in order, so that two documents never wait for each other. */
function monthsOfVat(issuedOn: CalendarDate, taxPointOn: CalendarDate): CalendarDate[] {
  if (issuedOn.slice(0, 7) === taxPointOn.slice(0, 7)) return [taxPointOn];
  return [issuedOn, taxPointOn].sort(compareCalendarDates);
}

/** The issue date: not in the future, and not before that of the credited invoice. */
function issueDateOf(tx: Tx, document: SaleDocument): CalendarDate {
  const issuedOn = document.issuedOn ?? tx.today;
  refuseFuture(tx, 'issueDate', issuedOn, 'future_issue_date');
  if (document.creditedOn !== null && compareCalendarDates(issuedOn, document.creditedOn) < 0) {
    refuse(
      'chronology',
      `The issue date ${issuedOn} is before that of the credited invoice, ${document.creditedOn}.`,
      { fieldErrors: { issueDate: [`must not be before ${document.creditedOn}`] } },
    );
  }
  return issuedOn;
}

/** Takes the credit off what is left of the invoice; a full credit, of which it tells, frees the invoice's business keys. */
async function bookCredit(tx: Tx, originalId: string, { totals }: Computed): Promise<boolean> {
  const taken = totals.rateTotals.map(rate => ({
    vat_rate: rate.vatRatePercent.toFixed(),
    vat_category: rate.vatCategory,
    net: rate.net.toString(),
    vat: rate.vat.toString(),
    base_net: rate.baseNet.toString(),
    base_vat: rate.baseVat.toString(),
  }));
  const isInFull = await takeCredit(tx, originalId, taken);
  if (isInFull) await releaseBusinessKeys(tx, originalId);
  return isInFull;
}
