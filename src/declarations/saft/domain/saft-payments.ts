import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';
import { reportingMonthOf } from './saft-order';
import { partyIds, periodYear, roleOf, shortNumber, type LedgerTerms, type SaftEntry } from './saft-ledger';
import { amountStructure, monetary, saftDate, shortId, sideOf, type Texts } from './saft-values';

/** A journal transaction that moves money: a payment matched or taken back, a payout of a provider. */
export interface SaftPayment {
  transactionId: string;
  /** The match, payout or deposit itself. */
  documentId: string;
  /** What the bank or the provider calls it. */
  reference: string | null;
  postedOn: CalendarDate;
  description: string | null;
  partnerId: string | null;
  /** Of the one document that it pays. */
  documentNumber: string | null;
  isByBank: boolean;
  iban: string | null;
  /** Account on which the money stands. */
  moneyAccountCode: string | null;
  total: string;
  entryCount: number;
}

export function paymentMembers(
  payment: SaftPayment,
  { fiscalYearEndMonth }: LedgerTerms,
  texts: Texts,
): XmlMembers {
  return {
    PaymentRefNo: shortNumber(payment.reference) ?? shortId(payment.documentId),
    PeriodYear: periodYear(reportingMonthOf(payment.postedOn, fiscalYearEndMonth).year),
    TransactionID: payment.transactionId,
    TransactionDate: saftDate(payment.postedOn),
    PaymentMethod: payment.isByBank ? 'BP' : 'KT',
    BankAccount: payment.iban === null ? undefined : { IBANNumber: texts.of('middle', payment.iban) },
    Description: texts.of('long', payment.description),
  };
}

export function paymentLine(
  payment: SaftPayment,
  entry: SaftEntry,
  { baseCurrency }: LedgerTerms,
  texts: Texts,
): XmlMembers {
  const amount = new Decimal(entry.debit).minus(entry.credit);
  const document = { currency: entry.documentCurrency, amount: entry.documentAmount };
  return {
    LineNumber: String(entry.entryNo),
    SourceDocumentID: shortNumber(payment.documentNumber),
    AccountID: texts.of('name', entry.accountCode),
    ...partyIds(payment, roleOf(entry.accountControl)),
    Description: texts.of('long', entry.description ?? payment.description),
    DebitCreditIndicator: sideOf(amount),
    PaymentLineAmount: amountStructure(amount, document, baseCurrency),
  };
}

/** What came or went on the account of the money; the sum of one side where nothing stands there. */
export function grossTotal({ total }: SaftPayment, moved: Decimal): string {
  return monetary(moved.isZero() ? total : moved);
}

/** What an entry moved on the account of the money, positive for money in. */
export function movedMoney({ moneyAccountCode }: SaftPayment, entry: SaftEntry): Decimal {
  const amount = new Decimal(entry.debit).minus(entry.credit);
  return entry.accountCode === moneyAccountCode ? amount : new Decimal(0);
}
