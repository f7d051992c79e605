import { addDays, compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { refuseFuture } from '../../shared/refuse-future';
import type { JournalTransaction, OpenItem } from '../../ledger';
import type { PartnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import { draftRow, type PurchaseInvoiceRow } from '../data/purchase-invoice-rows';
import type { PurchaseDocument } from '../domain/purchase-document';
import { purchaseEntries } from '../domain/purchase-posting';
import type { PurchaseTotals } from '../domain/purchase-totals';
import type { CreditedInvoice } from './credited-invoice';
import type { DocumentAccounts } from './posting-accounts-of';

/** What a document is dated when it is registered. */
interface RegistrationDates {
  taxPointOn: CalendarDate;
  /** The month in which its VAT counts. */
  receivedOn: CalendarDate;
  /** The day of the posting. */
  registeredOn: CalendarDate;
}

/** Everything that a registration has found out. */
export interface Registration {
  document: PurchaseDocument;
  totals: PurchaseTotals;
  partner: PartnerSnapshot;
  day: RegistrationDates;
  credited: CreditedInvoice | null;
  accounts: DocumentAccounts;
  transactionId: string;
  sequence: number;
  createdAt: string;
}

/**
 * The dates of a registration: a posting is dated as asked, else on the day of receipt, else today; a document is received
 * when it is registered unless it says otherwise; the tax point is the document date unless it says otherwise.
 * @throws DomainError `future_date` for a document, receipt or registration after today, `chronology` for a receipt or
 *   registration before that of the credited invoice
 */
export function datesOf(
  tx: Tx,
  document: PurchaseDocument,
  given: CalendarDate | null,
  credited: CreditedInvoice | null,
): RegistrationDates {
  const registeredOn = given ?? document.receivedOn ?? tx.today;
  const receivedOn = document.receivedOn ?? registeredOn;
  const stated = {
    documentDate: document.documentOn,
    receivedDate: document.receivedOn,
    registrationDate: registeredOn,
  };
  for (const [member, day] of Object.entries(stated)) if (day !== null) refuseFuture(tx, member, day);
  if (credited) {
    refuseEarlier('receivedDate', receivedOn, credited.receivedOn);
    refuseEarlier('registrationDate', registeredOn, credited.registeredOn);
  }
  return { taxPointOn: document.taxPointOn ?? document.documentOn, receivedOn, registeredOn };
}

/** A credit in an earlier month than its invoice would take off VAT and cost that are not there yet. */
function refuseEarlier(member: string, day: CalendarDate, ofInvoice: CalendarDate): void {
  if (compareCalendarDates(day, ofInvoice) >= 0) return;
  refuse('chronology', `${member} ${day} is before that of the credited invoice, ${ofInvoice}.`, {
    fieldErrors: { [member]: [`must not be before ${ofInvoice}`] },
  });
}

export function registeredRow(tx: Tx, registration: Registration): PurchaseInvoiceRow {
  const { document, totals, partner, day } = registration;
  return {
    ...draftRow(tx, document, totals, registration.createdAt),
    status: 'registered',
    tax_point_on: day.taxPointOn,
    received_on: day.receivedOn,
    registered_on: day.registeredOn,
    due_on: document.dueOn ?? addDays(document.documentOn, partner.paymentTermDays ?? 0),
    partner_snapshot: partner,
    journal_transaction_id: registration.transactionId,
    event_sequence: registration.sequence,
    registered_at: tx.now.toISOString(),
  };
}

export function journalTransactionOf(registration: Registration): JournalTransaction {
  const { document, totals, partner, day, accounts, transactionId } = registration;
  return {
    id: transactionId,
    date: day.registeredOn,
    description: `Supplier ${document.type === 'invoice' ? 'invoice' : 'credit note'} ${document.number}, ${partner.name}`,
    documentType: `purchase_${document.type}`,
    documentId: document.id,
    partnerId: document.partnerId,
    entries: purchaseEntries(document.type, totals, accounts),
  };
}

/** An invoice leaves the partner owed (negative), a credit note owing. */
export function openItemOf(
  { document, totals, day, accounts }: Registration,
  header: PurchaseInvoiceRow,
): OpenItem {
  const isInvoice = document.type === 'invoice';
  return {
    openItemId: newId(),
    side: 'payable',
    partnerId: document.partnerId,
    accountId: accounts.payables,
    documentType: `purchase_${document.type}`,
    documentId: document.id,
    documentNumber: document.number,
    postedOn: day.registeredOn,
    dueOn: header.due_on!,
    amount: isInvoice ? totals.gross.negated() : totals.gross,
    baseAmount: isInvoice ? totals.baseGross.negated() : totals.baseGross,
  };
}
