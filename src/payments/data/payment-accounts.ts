import { invariant } from '../../shared/invariant';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { Provider } from '../domain/payment';
import type { PaymentAccount } from '../domain/payment-account';

const COLUMNS = `p.payment_account_id AS id, p.provider, p.is_live AS "isLive", p.sealed_secret AS "sealedSecret",
  p.secret_ending AS "secretKeyEnding", p.clearing_account_id AS "clearingAccountId", a.code AS "clearingAccountCode",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
const TABLES = `payment_accounts p LEFT JOIN accounts a ON a.company_id = p.company_id AND a.account_id = p.clearing_account_id`;

/** The accounts that new charges go to, by provider. */
export async function currentAccounts(tx: Tx): Promise<PaymentAccount[]> {
  return tx.query<PaymentAccount>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.company_id = $1 AND p.is_current ORDER BY p.provider`,
    [tx.companyId],
  );
}

export async function paymentAccount(tx: Tx, id: string): Promise<PaymentAccount> {
  const [account] = await tx.query<PaymentAccount>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.company_id = $1 AND p.payment_account_id = $2`,
    [tx.companyId, id],
  );
  invariant(account, 'the account of a payment stays');
  return account;
}

/** Changes of what a company has at a provider follow each other; returns what it has. */
export async function lockCurrentAccount(tx: Tx, provider: Provider): Promise<PaymentAccount | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payment-account' || $1::text || $2, 0))`, [
    tx.companyId,
    provider,
  ]);
  return (await currentAccounts(tx)).find(account => account.provider === provider);
}

export type AccountFacts = Omit<PaymentAccount, 'clearingAccountCode' | 'createdAt' | 'updatedAt'>;

/** Stores the account that new charges go to, in place of the one before. */
export async function replaceAccount(tx: Tx, account: AccountFacts): Promise<void> {
  await tx.execute(
    `UPDATE payment_accounts SET is_current = false, updated_at = $3 WHERE company_id = $1 AND provider = $2 AND is_current`,
    [tx.companyId, account.provider, tx.now],
  );
  await tx.execute(
    `INSERT INTO payment_accounts (company_id, payment_account_id, provider, is_live, sealed_secret, secret_ending, clearing_account_id,
                                   is_current, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $8)`,
    [
      tx.companyId,
      account.id,
      account.provider,
      account.isLive,
      account.sealedSecret,
      account.secretKeyEnding,
      account.clearingAccountId,
      tx.now,
    ],
  );
}

/** Another key of the same account: what was begun with the old one goes on with it. */
export async function updateAccount(tx: Tx, account: AccountFacts): Promise<void> {
  await tx.execute(
    `UPDATE payment_accounts SET sealed_secret = $3, secret_ending = $4, clearing_account_id = $5, updated_at = $6
      WHERE company_id = $1 AND payment_account_id = $2`,
    [
      tx.companyId,
      account.id,
      account.sealedSecret,
      account.secretKeyEnding,
      account.clearingAccountId,
      tx.now,
    ],
  );
}

/** Whether the company is for trying things out; that never changes. */
export async function isSandbox(tx: Tx): Promise<boolean> {
  const [company] = await tx.query<{ isSandbox: boolean }>(
    'SELECT is_sandbox AS "isSandbox" FROM companies WHERE company_id = $1',
    [tx.companyId],
  );
  invariant(company, 'the company of a transaction exists');
  return company.isSandbox;
}

/** Account of the chart template for money that is under way. */
const DEFAULT_CLEARING_CODE = '273';

/**
 * The ledger account on which the money of a payment waits for its payout: the one that was chosen, else that of the
 * provider's only bank account in the currency, else 273.
 * @throws DomainError `account_unusable`
 */
export async function clearingAccountOf(
  tx: Tx,
  { clearingAccountId, provider }: Pick<PaymentAccount, 'clearingAccountId' | 'provider'>,
  currency: string,
): Promise<string> {
  const [account] = await tx.query<{ id: string; code: string; isPostable: boolean }>(
    `SELECT a.account_id AS id, a.code, a.is_postable AS "isPostable" FROM accounts a
      WHERE a.company_id = $1 AND a.account_id = coalesce($2,
        (SELECT min(b.account_id::text)::uuid FROM bank_accounts b
          WHERE b.company_id = $1 AND b.type = $3 AND b.currency = $4 AND b.is_active HAVING count(*) = 1),
        (SELECT d.account_id FROM accounts d WHERE d.company_id = $1 AND d.code = '${DEFAULT_CLEARING_CODE}'))`,
    [tx.companyId, clearingAccountId, provider, currency],
  );
  if (account?.isPostable) return account.id;
  return refuse(
    'account_unusable',
    account
      ? `Account ${account.code}, where the money of ${provider} waits for its payout, takes no postings; make it postable or choose another one (payments/providers/set).`
      : `There is no account ${DEFAULT_CLEARING_CODE} for the money of ${provider} that waits for its payout; apply the chart template or choose another one (payments/providers/set).`,
  );
}
