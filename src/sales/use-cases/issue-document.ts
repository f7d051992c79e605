import { addDays, compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows, type AuditFact } from '../../audit';
import {
  journalRows,
  lockOpenItem,
  openItemRows,
  openPeriods,
  postingAccounts,
  settleAgainst,
  settleOpenItems,
  type CreditOfInvoice,
  type JournalTransaction,
  type OpenItem,
  type PostingAccount,
} from '../../ledger';
import { fullNumber, resolveSeries, takeNumbers, type Series, type TakenNumbers } from '../../numbering';
import { eventRows, takeEventSequence } from '../../outbox';
import { partnerSnapshot, type PartnerSnapshot } from '../../partners';
import type { TableRows, Tx } from '../../platform/database';
import { openVatPeriod, salesRegisterRows, type RegisteredSale } from '../../vat';
import { releaseBusinessKeys } from '../data/business-keys';
import {
  creditLimitRows,
  draftRow,
  lineRows,
  vatTotalRows,
  type SaleInvoiceLineRow,
  type SaleInvoiceRow,
} from '../data/sale-invoice-rows';
import { takeCredit } from '../data/sale-invoices.repository';
import { saleEntries, type SaleAccounts } from '../domain/invoice-posting';
import type { SaleDocument, SaleLine } from '../domain/sale-document';
import { isCashAccounting } from '../domain/cash-accounting';
import { vatEvidence } from '../domain/vat-evidence';
import { computeAmounts, type Computed } from './compute-amounts';
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

/**
 * Issues a document: from here on it has a number and never changes. In order, and all in the caller's transaction:
 * amounts (a credit note locks what is left of its invoice), partner, dates, VAT rules, open periods, accounts; and last,
 * because they are held until the commit, the number of the series and the number of the event.
 * The caller stores the rows: a new document in one statement with the facts, a draft by an update after them.
 *
 * @param how `seriesPrefix` names the series instead of the document's own or the default one; `createdAt` is the draft's
 * @throws DomainError any refusal at issue; none of them uses a number
 */
export async function issueDocument(
  tx: Tx,
  given: SaleDocument,
  how: { seriesPrefix?: string; createdAt?: string } = {},
): Promise<IssuedDocument> {
  const composed = await computeAmounts(tx, given, true);
  const { totals, original } = composed;
  const issuedOn = issueDateOf(tx, composed.document);
  const taxPointOn = composed.document.taxPointOn ?? issuedOn;
  // None of these waits for another: they travel together.
  const [partner, vat, series, accounts, ofItems, exchangeAccounts] = await Promise.all([
    partnerSnapshot(tx, given.partnerId, 'partnerId'),
    vatFacts(tx, composed, taxPointOn),
    resolveSeries(tx, {
      documentType: given.type === 'invoice' ? 'sale_invoice' : 'sale_credit_note',
      prefix: how.seriesPrefix ?? null,
      seriesId: how.seriesPrefix === undefined ? given.seriesId : null,
    }),
    postingAccounts(tx, ['sales.receivable', 'sales.revenueServices', 'sales.vatPayable']),
    revenueAccounts(tx, composed.document.lines),
    isForeignCredit(tx, composed) ? postingAccounts(tx, ['bank.fxGain', 'bank.fxLoss']) : undefined,
    openPeriods(tx, [issuedOn]),
    // VAT returns count by the tax point, i.SAF by the issue date.
    ...monthsOfVat(issuedOn, taxPointOn).map(day => openVatPeriod(tx, day)),
  ]);
  const dueOn = given.dueOn ?? addDays(issuedOn, partner.paymentTermDays ?? 0);
  const dates = { issuedOn, taxPointOn, dueOn };
  const document = judgeVat(tx, composed, partner, vat);
  const computed = { ...composed, document };
  const invoiceItem = original && (await lockOpenItem(tx, 'sale_invoice', original.id));
  if (original) await bookCredit(tx, original.id, computed);

  const [taken, sequence] = await Promise.all([takeNumbers(tx, series, issuedOn, 1), takeEventSequence(tx)]);

  const transactionId = newId();
  const header = issuedRow(tx, computed, partner, dates, {
    taken,
    transactionId,
    sequence,
    createdAt: how.createdAt ?? tx.now.toISOString(),
    vatEvidence: vatEvidence(document, partner, { ...vat, capturedAt: tx.now.toISOString(), issuedOn }),
  });
  const lines = lineRows(tx, document, totals);
  // A credit stands on its invoice's account, whatever the posting rule says today: there it settles the invoice.
  const item = openItemOf(computed, header, invoiceItem?.accountId ?? accounts['sales.receivable'].accountId);
  const settlement: CreditOfInvoice = invoiceItem
    ? settleAgainst(tx, invoiceItem, item, exchangeAccounts)
    : { rows: [openItemRows(tx, [item])], settled: [], transactions: [] };
  if (settlement.settled.length > 0) await settleOpenItems(tx, settlement.settled);
  const settledAmount = settlement.settled[0]?.amount.toString() ?? '0';
  const view = saleInvoiceView(
    { header, lines, currency: document.currency, settledAmount },
    tx.company.baseCurrency,
  );
  const facts = [
    vatTotalRows(tx, document.id, totals),
    ...(document.type === 'invoice' ? [creditLimitRows(tx, document.id, totals)] : []),
    ...journalRows(tx, [
      journalTransaction(computed, header, partner, {
        receivable: item.accountId,
        revenue: document.lines.map(line => revenueOf(line, ofItems, accounts['sales.revenueServices'])),
        vatPayable: accounts['sales.vatPayable'].accountId,
      }),
      ...settlement.transactions,
    ]),
    ...settlement.rows,
    salesRegisterRows(tx, registeredSale(computed, header, partner)),
    auditRows(tx, issuedFact(document, view)),
    eventRows(tx, [{ sequence, type: 'sale_invoice.issued', entityId: document.id, payload: view }]),
  ];
  return { header, lines, facts, view };
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

/** What the document is dated. */
interface Dates {
  issuedOn: CalendarDate;
  taxPointOn: CalendarDate;
  dueOn: CalendarDate;
}

/** The issue date: not in the future, and not before that of the credited invoice. */
function issueDateOf(tx: Tx, document: SaleDocument): CalendarDate {
  const issuedOn = document.issuedOn ?? tx.today;
  if (compareCalendarDates(issuedOn, tx.today) > 0) {
    refuse(
      'future_issue_date',
      `The issue date ${issuedOn} is in the future; today is ${tx.today} (${tx.company.timeZone}).`,
      {
        fieldErrors: { issueDate: [`must not be after ${tx.today}`] },
      },
    );
  }
  if (document.creditedOn !== null && compareCalendarDates(issuedOn, document.creditedOn) < 0) {
    refuse(
      'chronology',
      `The issue date ${issuedOn} is before that of the credited invoice, ${document.creditedOn}.`,
      { fieldErrors: { issueDate: [`must not be before ${document.creditedOn}`] } },
    );
  }
  return issuedOn;
}

/** Takes the credit off what is left of the invoice; a full credit frees the invoice's business keys. */
async function bookCredit(tx: Tx, originalId: string, { totals }: Computed): Promise<void> {
  const taken = totals.rateTotals.map(rate => ({
    vat_rate: rate.vatRatePercent.toFixed(),
    vat_category: rate.vatCategory,
    net: rate.net.toString(),
    vat: rate.vat.toString(),
    base_net: rate.baseNet.toString(),
    base_vat: rate.baseVat.toString(),
  }));
  if (await takeCredit(tx, originalId, taken)) await releaseBusinessKeys(tx, originalId);
}

function issuedRow(
  tx: Tx,
  { document, totals, original }: Computed,
  partner: PartnerSnapshot,
  dates: Dates,
  given: {
    taken: TakenNumbers;
    transactionId: string;
    sequence: number;
    createdAt: string;
    vatEvidence: object;
  },
): SaleInvoiceRow {
  const { taken } = given;
  const number = taken.numbers[0]!;
  const written = fullNumber(taken.series, number, dates.issuedOn);
  return {
    ...draftRow(tx, document, totals, given.createdAt),
    status: 'issued',
    series_id: taken.series.seriesId,
    year_key: taken.yearKey,
    number,
    previous_number: number === taken.firstNumber ? null : number - 1,
    first_number: taken.firstNumber,
    series_prefix: written.slice(0, -digitsOf(taken.series, number)),
    full_number: written,
    issued_on: dates.issuedOn,
    tax_point_on: dates.taxPointOn,
    due_on: dates.dueOn,
    chronology_warning: taken.laterIssuedOn !== null,
    is_cash_accounting: isCashAccounting(
      { document, totals, taxPointOn: dates.taxPointOn },
      original,
      tx.company,
    ),
    partner_snapshot: partner,
    vat_evidence: given.vatEvidence,
    journal_transaction_id: given.transactionId,
    event_sequence: given.sequence,
    issued_at: tx.now.toISOString(),
  };
}

function digitsOf(series: Series, number: number): number {
  return Math.max(series.numberLength, String(number).length);
}

/** The revenue account of a line: its item's, else that of the posting rule. */
function revenueOf(line: SaleLine, ofItems: ReadonlyMap<string, string>, byRule: PostingAccount): string {
  return line.revenueAccountCode === null ? byRule.accountId : ofItems.get(line.revenueAccountCode)!;
}

function journalTransaction(
  { document, totals }: Computed,
  header: SaleInvoiceRow,
  partner: PartnerSnapshot,
  accounts: SaleAccounts,
): JournalTransaction {
  return {
    id: header.journal_transaction_id!,
    date: header.issued_on!,
    description: `${document.type === 'invoice' ? 'Invoice' : 'Credit note'} ${header.full_number}, ${partner.name}`,
    documentType: `sale_${document.type}`,
    documentId: document.id,
    partnerId: document.partnerId,
    entries: saleEntries(document.type, totals, accounts),
  };
}

function openItemOf({ document, totals }: Computed, header: SaleInvoiceRow, accountId: string): OpenItem {
  const isInvoice = document.type === 'invoice';
  return {
    openItemId: newId(),
    side: 'receivable',
    partnerId: document.partnerId,
    accountId,
    documentType: `sale_${document.type}`,
    documentId: document.id,
    documentNumber: header.full_number!,
    postedOn: header.issued_on!,
    dueOn: header.due_on!,
    amount: isInvoice ? totals.gross : totals.gross.negated(),
    baseAmount: isInvoice ? totals.baseGross : totals.baseGross.negated(),
  };
}

function registeredSale(
  { document, totals, original }: Computed,
  header: SaleInvoiceRow,
  partner: PartnerSnapshot,
): RegisteredSale {
  const correctedNumber = original?.fullNumber ?? document.creditedReference;
  const correctedOn = original?.issuedOn ?? document.creditedOn;
  return {
    invoiceId: document.id,
    type: document.type,
    number: header.full_number!,
    issuedOn: header.issued_on!,
    taxPointOn: header.tax_point_on!,
    corrected:
      correctedNumber === null || correctedOn === null
        ? null
        : { number: correctedNumber, on: correctedOn, taxPointOn: original?.taxPointOn },
    partner: { ...partner, isPerson: partner.type === 'person' },
    scheme: document.vatScheme,
    vatCountryCode: document.vatCountryCode,
    totals: totals.vatTotals,
    dueOnPaymentOf: header.is_cash_accounting ? (original?.id ?? document.id) : null,
  };
}

function issuedFact(document: SaleDocument, { fullNumber, grossTotal }: SaleInvoiceView): AuditFact {
  const entity = `sale_${document.type}`;
  return { action: `${entity}.issued`, entity, entityId: document.id, diff: { fullNumber, grossTotal } };
}
