import type { AccountControl, AccountType } from '../../accounts/domain/account';
import type { PostingRuleKey } from './posting-rule-key';

/** A posting rule as the company has it. */
export interface PostingRule {
  key: PostingRuleKey;
  description: string;
  defaultCode: string;
  /** Type and control of the account that the rule expects. */
  type: AccountType;
  control: AccountControl | null;
  accountCode: string;
  overridden: boolean;
}
