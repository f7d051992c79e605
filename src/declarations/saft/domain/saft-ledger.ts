import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';
import { reportingMonthOf } from './saft-order';
import { amountStructure, saftDate, shortId, sideOf, type Texts } from './saft-values';

/** What a partner is to a transaction or an entry of it. */
export type PartnerRole = 'customer' | 'supplier' | null;

/** A journal transaction; its entries are read apart, as there may be very many. */
export interface SaftTransaction {
  id: string;
  postedOn: CalendarDate;
  /** Of the document it belongs to, where that has one. */
  documentDate: string | null;
  documentNumber: string | null;
  description: string | null;
  /** ISO 8601 instant. */
  postedAt: string;
  partnerId: string | null;
  documentType: string | null;
  entryCount: number;
}

/** Debit and credit in base currency; the amount in document currency is positive on the debit side. */
export interface SaftEntry {
  transactionId: string;
  entryNo: number;
  accountCode: string;
  accountControl: 'receivable' | 'payable' | 'vat' | null;
  description: string | null;
  debit: string;
  credit: string;
  documentCurrency: string;
  documentAmount: string;
}

export interface LedgerTerms {
  baseCurrency: string;
  fiscalYearEndMonth: number;
}

/** A number where the file takes 35 characters is left out when it is longer: cut, it would be another one. */
const MOST_NUMBER_CHARACTERS = 35;

/** What stands before the lines of a transaction, of which the first tell what its partner is. */
export function transactionMembers(
  transaction: SaftTransaction,
  firstEntries: readonly SaftEntry[],
  { fiscalYearEndMonth }: LedgerTerms,
  texts: Texts,
): XmlMembers {
  const { year, month } = reportingMonthOf(transaction.postedOn, fiscalYearEndMonth);
  return {
    TransactionID: transaction.id,
    Period: String(month),
    PeriodYear: periodYear(year),
    TransactionDate: saftDate(transaction.documentDate ?? transaction.postedOn),
    Description: texts.of('long', transaction.description),
    SystemEntryDate: transaction.postedAt,
    GLPostingDate: saftDate(transaction.postedOn),
    ...oneParty(transaction, partnerRole(transaction, firstEntries)),
  };
}

function partnerRole({ documentType }: SaftTransaction, entries: readonly SaftEntry[]): PartnerRole {
  if (documentType?.startsWith('sale_')) return 'customer';
  if (documentType?.startsWith('purchase_')) return 'supplier';
  return entries.map(({ accountControl }) => roleOf(accountControl)).find(role => role !== null) ?? null;
}

export function entryElement(
  entry: SaftEntry,
  transaction: SaftTransaction,
  { baseCurrency }: LedgerTerms,
  texts: Texts,
): XmlMembers {
  const worth = new Decimal(entry.debit).minus(entry.credit);
  const document = { currency: entry.documentCurrency, amount: entry.documentAmount };
  const amount = amountStructure(worth, document, baseCurrency);
  return {
    RecordID: String(entry.entryNo),
    AccountID: texts.of('name', entry.accountCode),
    SourceDocumentID: shortNumber(transaction.documentNumber),
    ...oneParty(transaction, roleOf(entry.accountControl)),
    Description: texts.of('long', entry.description ?? transaction.description),
    ...(sideOf(worth) === 'D' ? { DebitAmount: amount } : { CreditAmount: amount }),
  };
}

/** The year of a reporting period, where the schema takes it. */
export function periodYear(year: number): string | null {
  return year >= 1970 && year <= 2100 ? String(year) : null;
}

/** Whose account it is: that of the customers or of the suppliers. */
export function roleOf(control: SaftEntry['accountControl']): PartnerRole {
  if (control === 'receivable') return 'customer';
  return control === 'payable' ? 'supplier' : null;
}

/** The ledger has one of the two, empty where there is nobody. */
function oneParty(transaction: SaftTransaction, role: PartnerRole): XmlMembers {
  const { CustomerID, SupplierID } = partyIds(transaction, role);
  return role === 'supplier' ? { SupplierID } : { CustomerID };
}

/** Both, empty where the partner is not one. */
export function partyIds(
  { partnerId }: { partnerId: string | null },
  role: PartnerRole,
): { CustomerID: string; SupplierID: string } {
  const id = partnerId === null ? '' : shortId(partnerId);
  return { CustomerID: role === 'customer' ? id : '', SupplierID: role === 'supplier' ? id : '' };
}

export function shortNumber(number: string | null): string | undefined {
  return number === null || [...number].length > MOST_NUMBER_CHARACTERS ? undefined : number;
}
