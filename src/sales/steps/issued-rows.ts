import type { CalendarDate } from '../../shared/calendar-date';
import { newId } from '../../shared/ids';
import type { AuditFact } from '../../audit';
import type { JournalEntry, JournalTransaction, OpenItem } from '../../ledger';
import { fullNumber, type Series, type TakenNumbers } from '../../numbering';
import type { PartnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { RegisteredSale } from '../../vat';
import { draftRow, type SaleInvoiceRow } from '../data/sale-invoice-rows';
import { isCashAccounting } from '../domain/cash-accounting';
import type { SaleDocument, SaleType } from '../domain/sale-document';
import type { Computed } from './compute-amounts';
import type { SaleInvoiceView } from './sale-invoice-view';

/** What the document is dated. */
export interface Dates {
  issuedOn: CalendarDate;
  taxPointOn: CalendarDate;
  dueOn: CalendarDate;
}

/** The row of an issued document. */
export function issuedRow(
  tx: Tx,
  { document, totals, original }: Computed,
  partner: PartnerSnapshot,
  dates: Dates,
  given: {
    taken: TakenNumbers;
    transactionId: string | null;
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

/** The document in the journal. */
export function journalTransaction(
  document: SaleDocument,
  header: SaleInvoiceRow,
  partner: PartnerSnapshot,
  entries: JournalEntry[],
): JournalTransaction {
  return {
    id: header.journal_transaction_id!,
    date: header.issued_on!,
    description: `${TITLES[document.type]} ${header.full_number}, ${partner.name}`,
    documentType: `sale_${document.type}`,
    documentId: document.id,
    partnerId: document.partnerId,
    entries,
  };
}

const TITLES: Record<SaleType, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  proforma: 'Proforma',
  advance: 'Advance invoice',
  advance_tax: 'Tax document on a receipt',
};

/** What the document leaves owed. */
export function openItemOf(
  { document, totals }: Computed,
  header: SaleInvoiceRow,
  accountId: string,
): OpenItem {
  const isCredit = document.type === 'credit_note';
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
    amount: isCredit ? totals.gross.negated() : totals.gross,
    baseAmount: isCredit ? totals.baseGross.negated() : totals.baseGross,
  };
}

/** The document in the VAT register. */
export function registeredSale(
  { document, totals, original }: Computed,
  header: SaleInvoiceRow,
  partner: PartnerSnapshot,
): RegisteredSale {
  const correctedNumber = original?.fullNumber ?? document.creditedReference;
  const correctedOn = original?.issuedOn ?? document.creditedOn;
  return {
    invoiceId: document.id,
    type: document.type === 'credit_note' ? 'credit_note' : 'invoice',
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

export function issuedFact(document: SaleDocument, { fullNumber, grossTotal }: SaleInvoiceView): AuditFact {
  const entity = `sale_${document.type}`;
  return { action: `${entity}.issued`, entity, entityId: document.id, diff: { fullNumber, grossTotal } };
}
