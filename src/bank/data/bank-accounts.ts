import type { Currency } from '../../shared/currency';
import { refuseUnknown } from '../../shared/domain-error';
import type { ListDefinition } from '../../platform/lists';
import type { Tx } from '../../platform/database';
import { type BankAccount, BANK_ACCOUNT_TYPES } from '../domain/bank-account';

export type BankAccountRow = Omit<BankAccount, 'currency'> & { currency: string; minorUnits: number };

const COLUMNS = `b.bank_account_id AS id, b.name, b.type, b.iban, b.currency, y.minor_units AS "minorUnits",
  b.account_id AS "accountId", a.code AS "accountCode", a.is_postable AS "isPostable", b.fee_partner_id AS "feePartnerId", b.is_active AS "isActive", b.created_at AS "createdAt"`;
const TABLES = `bank_accounts b
  JOIN accounts a ON a.company_id = b.company_id AND a.account_id = b.account_id
  JOIN currencies y ON y.code = b.currency`;

export function toBankAccount({ currency, minorUnits, ...row }: BankAccountRow): BankAccount {
  return { ...row, currency: { code: currency, minorUnits } satisfies Currency };
}

/** @throws DomainError `not_found` naming the member */
export async function findBankAccount(tx: Tx, id: string, member: string): Promise<BankAccount> {
  const [row] = await tx.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE b.company_id = $1 AND b.bank_account_id = $2`,
    [tx.companyId, id],
  );
  return row ? toBankAccount(row) : refuseUnknown(member, `Bank account ${id}`);
}

/**
 * Changes of one account follow each other. References to it do not wait.
 * @throws DomainError `not_found` naming the member `id`
 */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccount> {
  await tx.query(
    'SELECT 1 FROM bank_accounts WHERE company_id = $1 AND bank_account_id = $2 FOR NO KEY UPDATE',
    [tx.companyId, id],
  );
  return findBankAccount(tx, id, 'id');
}

/** The accounts that have one of the IBANs, by IBAN. */
export async function bankAccountsByIban(tx: Tx, ibans: string[]): Promise<Map<string, BankAccount>> {
  const rows = await tx.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE b.company_id = $1 AND b.iban = ANY ($2)`,
    [tx.companyId, ibans],
  );
  return new Map(rows.map(row => [row.iban!, toBankAccount(row)]));
}

/** The accounts of a currency that are in use. */
export async function activeAccountsIn(tx: Tx, currency: Currency): Promise<BankAccount[]> {
  const rows = await tx.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE b.company_id = $1 AND b.currency = $2 AND b.is_active`,
    [tx.companyId, currency.code],
  );
  return rows.map(toBankAccount);
}

/** The ledger account of the provider's account in a currency, where there is one and only one in use. */
export async function clearingAccountOf(tx: Tx, currency: Currency): Promise<string | null> {
  const rows = await tx.query<{ accountId: string }>(
    `SELECT b.account_id AS "accountId" FROM bank_accounts b
      WHERE b.company_id = $1 AND b.type = 'stripe' AND b.currency = $2 AND b.is_active LIMIT 2`,
    [tx.companyId, currency.code],
  );
  return rows.length === 1 ? rows[0]!.accountId : null;
}

/** Returns false when another account has the IBAN; waits for one that is just being made. */
export async function insertBankAccount(tx: Tx, account: BankAccount): Promise<boolean> {
  const inserted = await tx.execute(
    `INSERT INTO bank_accounts (company_id, bank_account_id, name, type, iban, currency, account_id, fee_partner_id, is_active, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
    [
      tx.companyId,
      account.id,
      account.name,
      account.type,
      account.iban,
      account.currency.code,
      account.accountId,
      account.feePartnerId,
      account.isActive,
      account.createdAt,
    ],
  );
  return inserted === 1;
}

export async function updateBankAccount(tx: Tx, account: BankAccount): Promise<void> {
  await tx.update('bank_accounts', ['company_id', 'bank_account_id'], {
    company_id: tx.companyId,
    bank_account_id: account.id,
    name: account.name,
    iban: account.iban,
    account_id: account.accountId,
    fee_partner_id: account.feePartnerId,
    is_active: account.isActive,
  });
}

export const bankAccountList: ListDefinition = {
  name: 'bank-accounts',
  from: TABLES,
  select: COLUMNS,
  fields: {
    id: { column: 'b.bank_account_id', type: 'id' },
    name: { column: 'b.name', type: 'text' },
    type: { column: 'b.type', type: 'text', values: BANK_ACCOUNT_TYPES },
    iban: { column: 'b.iban', type: 'text' },
    currency: { column: 'b.currency', type: 'text' },
    accountCode: { column: 'a.code', type: 'text' },
    isActive: { column: 'b.is_active', type: 'boolean' },
    createdAt: { column: 'b.created_at', type: 'instant' },
  },
  key: { column: 'b.bank_account_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'asc' }],
};
