export { LedgerModule } from './ledger.module';
export { accountsByCode } from './accounts/data/accounts';
export type { Account, AccountControl, AccountType } from './accounts/domain/account';
export { refuseUnusableCostCenters } from './cost-centers/data/cost-centers';
export { holdFiscalYears, shareFiscalYears } from './fiscal-years/data/fiscal-years';
export { endYearOf, fiscalYear } from './fiscal-years/domain/fiscal-year';
export { journalRows } from './journal/data/journal-rows';
export { reversedEntries } from './journal/data/reversed-entries';
export { mirrored } from './journal/domain/reversal';
export type { JournalEntry, JournalTransaction, Side } from './journal/domain/journal-transaction';
export {
  allocationRows,
  lockOpenItem,
  openItemRows,
  settleAgainst,
  settleOpenItems,
  type CreditOfInvoice,
  type CreditSettlement,
  type LockedOpenItem,
} from './open-items/data/open-items';
export {
  lockItemsOfDocuments,
  lockPayment,
  type DocumentItem,
  type LockedPayment,
} from './open-items/data/payments';
export { paidFacts } from './open-items/domain/paid-facts';
export { settlePayment, type PaidPart, type PaymentSettlement } from './open-items/domain/payment';
export { lockVoidableItem, settleByVoid, type VoidableItem } from './open-items/data/void-open-item';
export {
  carriedBy,
  settle,
  type OpenItem,
  type OpenItemSide,
  type Settled,
} from './open-items/domain/open-item';
export { openedPayable } from './opening/data/openings';
export { lockedHeader, lockedPeriods, openPeriods } from './periods/data/accounting-periods';
export { firstOpenDay } from './periods/domain/first-open-day';
export {
  claimCharge,
  clearCharges,
  freeChargeOfMatch,
  freeChargesOfPosting,
  isChargeBooked,
  lockBookedCharges,
  lockChargeOfMatch,
  lockChargesOfPosting,
  matchedChargeRows,
  settledChargeRows,
} from './provider-charges/data/provider-charges';
export type { BookedCharge } from './provider-charges/domain/booked-charge';
export { postingAccounts, type PostingAccount } from './posting-rules/data/posting-rules';
export type { PostingRuleKey } from './posting-rules/domain/posting-rule-key';
