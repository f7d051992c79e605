export { LedgerModule } from './ledger.module';
export { accountsByCode } from './accounts/data/accounts';
export type { Account, AccountControl, AccountType } from './accounts/domain/account';
export { refuseUnusableCostCenters } from './cost-centers/data/cost-centers';
export { holdFiscalYears, shareFiscalYears } from './fiscal-years/data/fiscal-years';
export { endYearOf, fiscalYear } from './fiscal-years/domain/fiscal-year';
export { journalRows } from './journal/data/journal-rows';
export { lockForReversal } from './journal/data/journal-transactions';
export { reversedEntries } from './journal/data/reversed-entries';
export { mirrored } from './journal/domain/reversal';
export type { JournalEntry, JournalTransaction, Side } from './journal/domain/journal-transaction';
export {
  allocationRows,
  lockOpenItem,
  openItemRows,
  settleOpenItems,
  type LockedOpenItem,
} from './open-items/data/open-items';
export {
  lockItemsOfDocuments,
  lockPayment,
  type DocumentItem,
  type LockedPayment,
} from './open-items/data/payments';
export { refuseRevalued } from './open-items/data/revalued-items';
export { paidFacts } from './open-items/domain/paid-facts';
export { settlePayment, type PaidPart, type PaymentSettlement } from './open-items/domain/payment';
export { lockVoidableItem, type VoidableItem } from './open-items/data/void-open-item';
export {
  settleAgainst,
  settleByVoid,
  type CreditOfInvoice,
  type CreditSettlement,
} from './open-items/steps/settle-credit';
export {
  OPEN_ITEM_SIDES,
  carriedBy,
  settle,
  type OpenItem,
  type OpenItemSide,
  type Settled,
} from './open-items/domain/open-item';
export { openedPayable } from './opening/data/openings';
export { lockedHeader, lockedPeriods, openPeriods } from './periods/data/accounting-periods';
export { firstOpenDay, takeBackDay } from './periods/domain/first-open-day';
export {
  chargeOfMatch,
  chargesOfPosting,
  claimCharge,
  clearCharges,
  freeChargeOfMatch,
  freeChargesOfPosting,
  isChargeBooked,
  lockBookedCharges,
  lockChargeOfMatch,
  lockChargesOfPosting,
  matchedChargeRows,
  noteRefundInPayout,
  settledChargeRows,
} from './provider-charges/data/provider-charges';
export { ChargeOwners, type ChargeOwner, type TakeBack } from './provider-charges/charge-owners';
export {
  refundReturnedBy,
  refundsInSum,
  returnOf,
  type BookedCharge,
  type Waiting,
} from './provider-charges/domain/booked-charge';
export { postingAccounts, type PostingAccount } from './posting-rules/data/posting-rules';
export type { PostingRuleKey } from './posting-rules/domain/posting-rule-key';
