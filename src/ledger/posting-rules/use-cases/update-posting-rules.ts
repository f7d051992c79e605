import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../../shared/domain-error';
import { invariant } from '../../../shared/invariant';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { accountsByCode } from '../../accounts/data/accounts';
import { inSameStatement, type Account } from '../../accounts/domain/account';
import { markControlAccounts, postingRules, setPostingRules } from '../data/posting-rules';
import type { PostingRule } from '../domain/posting-rule';
import { POSTING_RULE_KEYS, type PostingRuleKey } from '../domain/posting-rule-key';

/** `accountCode` null: back to the default. */
export interface PostingRuleChange {
  key: PostingRuleKey;
  accountCode: string | null;
}

/** Chooses the accounts of kinds of postings. What is posted already stays where it is. */
@Injectable()
export class UpdatePostingRules {
  async execute(tx: Tx, changes: PostingRuleChange[]): Promise<PostingRule[]> {
    refuseRepeated(changes);
    const codes = changes.flatMap(({ accountCode }) => accountCode ?? []);
    const accounts = await accountsByCode(tx, codes);
    const rules = new Map(
      (
        await postingRules(
          tx,
          changes.map(({ key }) => key),
        )
      ).map(rule => [rule.key, rule]),
    );
    const controls = changes.flatMap(({ key, accountCode }, index) => {
      const rule = rules.get(key);
      invariant(rule, `posting rule ${key} is seeded`);
      if (accountCode === null) return [];
      refuseUnfit(rule, accountCode, accounts.get(accountCode), index);
      return rule.control === null ? [] : [{ code: accountCode, control: rule.control }];
    });
    await setPostingRules(tx, changes);
    await markControlAccounts(tx, controls);
    await tx.insert(
      auditRows(tx, {
        action: 'posting_rules.updated',
        entity: 'posting_rules',
        entityId: null,
        diff: {
          before: { rules: changes.map(({ key }) => chosen(rules.get(key)!)) },
          after: { rules: changes },
        },
      }),
    );
    return postingRules(tx, POSTING_RULE_KEYS);
  }
}

/** As in a change: null where the default holds. */
function chosen({ key, accountCode, overridden }: PostingRule): PostingRuleChange {
  return { key, accountCode: overridden ? accountCode : null };
}

function refuseRepeated(changes: PostingRuleChange[]): void {
  const seen = new Set<string>();
  changes.forEach(({ key }, index) => {
    if (seen.has(key)) refuseField(`rules.${index}.key`, `"${key}" is there twice`);
    seen.add(key);
  });
}

function refuseUnfit(rule: PostingRule, code: string, account: Account | undefined, index: number): void {
  const refuseAccount = (what: string): never =>
    refuse('account_unusable', `Account ${code} ${what}; posting rule ${rule.key} needs another.`, {
      fieldErrors: { [`rules.${index}.accountCode`]: [what] },
    });
  if (!account) return refuseAccount('does not exist');
  if (!account.isPostable) refuseAccount('takes no postings');
  if (!inSameStatement(account.type, rule.type))
    refuseAccount(`is of type ${account.type}, where ${rule.type} is expected`);
  if (rule.control && account.control && account.control !== rule.control)
    refuseAccount(`is the ${account.control} account already`);
}
