import { TEMPLATE_COUNTRY } from '../../../account';
import type { TableRows, Tx } from '../../../platform/database';
import type { Account } from '../domain/account';

const COLUMNS = `a.account_id AS "accountId", a.code, a.name, a.translations, a.type, a.parent_id AS "parentId",
  a.is_postable AS "isPostable", a.control, a.created_at AS "createdAt"`;

/** The accounts with these codes, by code; a code without an account is missing. */
export async function accountsByCode(tx: Tx, codes: string[]): Promise<Map<string, Account>> {
  const accounts = await tx.query<Account>(`SELECT ${COLUMNS} FROM accounts a WHERE a.code = ANY ($1)`, [
    codes,
  ]);
  return new Map(accounts.map(account => [account.code, account]));
}

export async function findAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(`SELECT ${COLUMNS} FROM accounts a WHERE a.account_id = $1`, [
    accountId,
  ]);
  return account;
}

export function accountRows(tx: Tx, account: Account): TableRows {
  return {
    table: 'accounts',
    rows: [
      {
        company_id: tx.companyId,
        account_id: account.accountId,
        code: account.code,
        name: account.name,
        translations: account.translations,
        type: account.type,
        parent_id: account.parentId,
        is_postable: account.isPostable,
        control: account.control,
        created_at: account.createdAt,
      },
    ],
  };
}

/**
 * What an account made by hand controls: an account with the code and type that a posting rule expects by default is
 * the control account the template would have made.
 */
export async function controlOfDefault(tx: Tx, code: string, type: string): Promise<Account['control']> {
  const [row] = await tx.query<{ control: Account['control'] }>(
    `SELECT t.control FROM posting_rules r JOIN chart_template_accounts t ON t.country_code = '${TEMPLATE_COUNTRY}' AND t.code = r.default_code
      WHERE r.default_code = $1 AND t.type = $2 LIMIT 1`,
    [code, type],
  );
  return row?.control ?? null;
}

export async function updateAccount(tx: Tx, account: Account): Promise<void> {
  await tx.update('accounts', ['company_id', 'account_id'], {
    company_id: tx.companyId,
    account_id: account.accountId,
    name: account.name,
    translations: account.translations,
    parent_id: account.parentId,
    is_postable: account.isPostable,
  });
}

/** The account itself for update: two changes of one account follow each other. */
export async function lockAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(
    `SELECT ${COLUMNS} FROM accounts a WHERE a.account_id = $1 FOR NO KEY UPDATE`,
    [accountId],
  );
  return account;
}

/** Moves within the tree of accounts follow each other, so that two of them cannot close a circle together. */
export async function lockAccountTree(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('account-tree' || $1::text, 0))`, [
    tx.companyId,
  ]);
}

/** Whether `ancestorId` is the account itself or stands somewhere above it. */
export async function isSelfOrAncestor(tx: Tx, ancestorId: string, accountId: string): Promise<boolean> {
  const rows = await tx.query(
    `WITH RECURSIVE line AS (
       SELECT account_id, parent_id FROM accounts WHERE account_id = $2
       UNION
       SELECT a.account_id, a.parent_id FROM line JOIN accounts a ON a.account_id = line.parent_id
     ) SELECT 1 FROM line WHERE account_id = $1`,
    [ancestorId, accountId],
  );
  return rows.length > 0;
}
