import { invariant } from '../../shared/invariant';
import { postingAccounts, type JournalEntry, type PostingAccount, type PostingRuleKey } from '../../ledger';
import type { Tx } from '../../platform/database';
import { advanceEntries, advanceTaxEntries, saleEntries } from '../domain/invoice-posting';
import type { SaleLine, SaleNature } from '../domain/sale-document';
import type { Computed } from './compute-amounts';

/** The posting rules of each kind of document. A proforma posts nothing. */
const RULES: Record<SaleNature, PostingRuleKey[]> = {
  sale: ['sales.receivable', 'sales.revenueServices', 'sales.vatPayable'],
  advance: ['sales.receivable', 'sales.advancesReceived'],
  advance_tax: ['sales.advancesReceived', 'sales.vatPayable'],
  proforma: [],
};

export type DocumentAccounts = Partial<Record<PostingRuleKey, PostingAccount>>;

/** @throws DomainError `account_unusable` */
export async function documentAccounts(tx: Tx, nature: SaleNature): Promise<DocumentAccounts> {
  return RULES[nature].length === 0 ? {} : postingAccounts(tx, RULES[nature]);
}

/** The account of a rule that the document has. */
export function accountOf(accounts: DocumentAccounts, key: PostingRuleKey): PostingAccount {
  const account = accounts[key];
  invariant(account, `the document posts by ${key}`);
  return account;
}

/** Where a document posts, by account id, where that is not what its posting rules say. */
interface PostedAccounts {
  /** Where the open item stands. */
  receivable: string | null;
  /** Of the items of lines, by code. */
  ofItems: ReadonlyMap<string, string>;
  /** Where the liability of the advance stands that the document is about. */
  advancesReceived: string | null;
}

/** The journal entries of an issued document. */
export function documentEntries(
  { document, totals }: Computed,
  accounts: DocumentAccounts,
  posted: PostedAccounts,
): JournalEntry[] {
  const idOf = (key: PostingRuleKey): string => accountOf(accounts, key).accountId;
  const receivable = (): string => posted.receivable ?? idOf('sales.receivable');
  const advancesReceived = (): string => posted.advancesReceived ?? idOf('sales.advancesReceived');
  switch (document.nature) {
    case 'proforma':
      return [];
    case 'advance':
      return advanceEntries(document.type, totals, {
        receivable: receivable(),
        advancesReceived: advancesReceived(),
      });
    case 'advance_tax':
      return advanceTaxEntries(document.type, totals, {
        advancesReceived: advancesReceived(),
        vatPayable: idOf('sales.vatPayable'),
      });
    case 'sale':
      return saleEntries(document.type, totals, {
        receivable: receivable(),
        revenue: document.lines.map(line =>
          revenueOf(line, posted.ofItems, accountOf(accounts, 'sales.revenueServices')),
        ),
        costCenters: document.lines.map(line => line.costCenterId),
        vatPayable: idOf('sales.vatPayable'),
      });
  }
}

/** The revenue account of a line: its item's, else that of the posting rule. */
function revenueOf(line: SaleLine, ofItems: ReadonlyMap<string, string>, byRule: PostingAccount): string {
  return line.revenueAccountCode === null ? byRule.accountId : ofItems.get(line.revenueAccountCode)!;
}
