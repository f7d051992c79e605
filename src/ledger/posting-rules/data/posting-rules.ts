import { refuse } from '../../../shared/domain-error';
import { TEMPLATE_COUNTRY } from '../../../account';
import type { Tx } from '../../../platform/database';
import { inSameStatement, type AccountControl, type AccountType } from '../../accounts/domain/account';
import type { PostingRule } from '../domain/posting-rule';
import type { PostingRuleKey } from '../domain/posting-rule-key';

/** Where a posting rule leads. */
export interface PostingAccount {
  accountId: string;
  code: string;
}

const RULES = `posting_rules r
  JOIN chart_template_accounts d ON d.country_code = '${TEMPLATE_COUNTRY}' AND d.code = r.default_code
  LEFT JOIN company_posting_rules o ON o.key = r.key`;

interface RuleAccount {
  key: PostingRuleKey;
  code: string;
  expectedType: AccountType;
  accountId: string | null;
  type: AccountType;
  isPostable: boolean;
}

/**
 * The accounts that the posting rules name: the company's choice, else the default.
 * @throws DomainError `account_unusable` when one does not exist, takes no postings or is of another kind
 */
export async function postingAccounts<Key extends PostingRuleKey>(
  tx: Tx,
  keys: Key[],
): Promise<Record<Key, PostingAccount>> {
  const rows = await tx.query<RuleAccount>(
    `SELECT r.key, coalesce(o.account_code, r.default_code) AS code, d.type AS "expectedType",
            a.account_id AS "accountId", a.type, a.is_postable AS "isPostable"
       FROM ${RULES} LEFT JOIN accounts a ON a.code = coalesce(o.account_code, r.default_code)
      WHERE r.key = ANY ($1)`,
    [keys],
  );
  return Object.fromEntries(rows.map(row => [row.key, usable(row)])) as Record<Key, PostingAccount>;
}

function usable({ key, code, expectedType, accountId, type, isPostable }: RuleAccount): PostingAccount {
  const refuseAccount = (what: string): never =>
    refuse(
      'account_unusable',
      `Account ${code} of posting rule ${key} ${what}; apply the chart template or change the posting rule.`,
    );
  if (accountId === null) return refuseAccount('does not exist');
  if (!isPostable) return refuseAccount('takes no postings');
  if (!inSameStatement(type, expectedType)) return refuseAccount(`is of type ${type}, not ${expectedType}`);
  return { accountId, code };
}

/** All rules, ordered as the contract lists them. */
export async function postingRules(tx: Tx, keys: readonly PostingRuleKey[]): Promise<PostingRule[]> {
  return tx.query<PostingRule>(
    `SELECT r.key, r.description, r.default_code AS "defaultCode", d.type, d.control,
            coalesce(o.account_code, r.default_code) AS "accountCode", o.key IS NOT NULL AS overridden
       FROM ${RULES} WHERE r.key = ANY ($1) ORDER BY array_position($1, r.key)`,
    [keys],
  );
}

/** Sets the company's accounts for rules; `null` returns a rule to its default. */
export async function setPostingRules(
  tx: Tx,
  rules: { key: PostingRuleKey; accountCode: string | null }[],
): Promise<void> {
  await tx.execute(
    `WITH changes AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS c(key text, "accountCode" text)),
          reset AS (DELETE FROM company_posting_rules o USING changes c WHERE o.key = c.key AND c."accountCode" IS NULL)
     INSERT INTO company_posting_rules (company_id, key, account_code)
     SELECT $1, key, "accountCode" FROM changes WHERE "accountCode" IS NOT NULL ORDER BY key
     ON CONFLICT (company_id, key) DO UPDATE SET account_code = excluded.account_code`,
    [tx.companyId, JSON.stringify(rules)],
  );
}

/** Marks accounts as control accounts, for good: what documents have posted there stays theirs. */
export async function markControlAccounts(
  tx: Tx,
  accounts: { code: string; control: AccountControl }[],
): Promise<void> {
  await tx.execute(
    `UPDATE accounts a SET control = c.control FROM jsonb_to_recordset($1::jsonb) AS c(code text, control text)
      WHERE a.code = c.code AND a.control IS NULL`,
    [JSON.stringify(accounts)],
  );
}
