export { LedgerModule } from './ledger.module';
export { accountsByCode } from './accounts/data/accounts';
export type { Account, AccountControl, AccountType } from './accounts/domain/account';
export { journalRows } from './journal/data/journal-rows';
export type { JournalEntry, JournalTransaction, Side } from './journal/domain/journal-transaction';
export {
  lockOpenItem,
  openItemRows,
  settleAgainst,
  settleOpenItems,
  type CreditSettlement,
  type LockedOpenItem,
} from './open-items/data/open-items';
export type { OpenItem, OpenItemSide, Settled } from './open-items/domain/open-item';
export { openPeriods } from './periods/data/accounting-periods';
export { postingAccounts, type PostingAccount } from './posting-rules/data/posting-rules';
export type { PostingRuleKey } from './posting-rules/domain/posting-rule-key';
