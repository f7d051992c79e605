import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows, changeOf } from '../../audit';
import { accountsByCode, type Account } from '../../ledger';
import { partnerSnapshot } from '../../partners';
import { currencyOf } from '../../reference';
import type { Tx } from '../../platform/database';
import {
  bankAccountsByIban,
  insertBankAccount,
  lockBankAccount,
  updateBankAccount,
} from '../data/bank-accounts';
import {
  DEFAULT_ACCOUNT_CODES,
  ibanOf,
  type BankAccount,
  type BankAccountType,
} from '../domain/bank-account';

interface NewBankAccount {
  name: string;
  type?: BankAccountType;
  iban?: string;
  /** Default: base currency. */
  currency?: string;
  /** Default: `DEFAULT_ACCOUNT_CODES`. */
  accountCode?: string;
  feePartnerId?: string;
}

interface BankAccountChanges {
  name?: string;
  iban?: string;
  accountCode?: string;
  /** Null: none any more. */
  feePartnerId?: string | null;
  isActive?: boolean;
}

/**
 * Adds and changes bank accounts; an IBAN belongs to one of them.
 * @throws DomainError `duplicate` naming the account that has the IBAN; `account_unusable`
 */
@Injectable()
export class KeepBankAccount {
  async create(tx: Tx, given: NewBankAccount): Promise<BankAccount> {
    const type = given.type ?? 'bank';
    const currency =
      given.currency === undefined
        ? tx.company.baseCurrency
        : await currencyOf(tx, given.currency, 'currency');
    const account: BankAccount = {
      id: newId(),
      name: given.name,
      type,
      iban: given.iban === undefined ? null : ibanOf(given.iban, 'iban'),
      currency,
      ...(await ledgerAccount(tx, given.accountCode ?? DEFAULT_ACCOUNT_CODES[type])),
      feePartnerId: await supplier(tx, given.feePartnerId ?? null),
      isActive: true,
      createdAt: tx.now.toISOString(),
    };
    if (!(await insertBankAccount(tx, account))) {
      await refuseTaken(tx, account);
      // Whoever had it has just given it up.
      refuse('duplicate', 'Another bank account had the IBAN until now; send the request again.', {
        fieldErrors: { iban: ['another bank account had it'] },
      });
    }
    await tx.insert(
      auditRows(tx, {
        action: 'bank_account.created',
        entity: 'bank_account',
        entityId: account.id,
        diff: account,
      }),
    );
    return account;
  }

  async update(
    tx: Tx,
    id: string,
    { accountCode, iban, ...changes }: BankAccountChanges,
  ): Promise<BankAccount> {
    const before = await lockBankAccount(tx, id);
    await supplier(tx, changes.feePartnerId ?? null);
    const account: BankAccount = {
      ...before,
      ...changes,
      ...(iban !== undefined && { iban: ibanOf(iban, 'iban') }),
      ...(accountCode !== undefined && (await ledgerAccount(tx, accountCode))),
    };
    if (account.iban !== before.iban) await refuseTaken(tx, account);
    await updateBankAccount(tx, account);
    await tx.insert(
      auditRows(tx, {
        action: 'bank_account.updated',
        entity: 'bank_account',
        entityId: id,
        diff: changeOf(before, account),
      }),
    );
    return account;
  }
}

async function supplier(tx: Tx, partnerId: string | null): Promise<string | null> {
  if (partnerId !== null) await partnerSnapshot(tx, partnerId, 'feePartnerId');
  return partnerId;
}

async function refuseTaken(tx: Tx, { id, iban }: BankAccount): Promise<void> {
  if (iban === null) return;
  const existing = (await bankAccountsByIban(tx, [iban])).get(iban);
  if (!existing || existing.id === id) return;
  refuse('duplicate', `Bank account ${existing.name} has the IBAN ${iban}; use that one.`, {
    existingId: existing.id,
    fieldErrors: { iban: ['another bank account has it'] },
  });
}

type LedgerAccount = Pick<BankAccount, 'accountId' | 'accountCode' | 'isPostable'>;

/** The ledger account of money: in the balance sheet, postable, and not one that documents control. */
async function ledgerAccount(tx: Tx, code: string): Promise<LedgerAccount> {
  const account = (await accountsByCode(tx, [code])).get(code);
  const fault = faultOf(account);
  if (!account || fault !== null) {
    return refuse('account_unusable', `Account ${code} ${fault}; name another one in accountCode.`, {
      fieldErrors: { accountCode: [fault ?? 'is unusable'] },
    });
  }
  return { accountId: account.accountId, accountCode: account.code, isPostable: account.isPostable };
}

function faultOf(account: Account | undefined): string | null {
  if (!account) return 'does not exist';
  if (!account.isPostable) return 'takes no postings';
  if (account.control !== null) return 'is moved by documents only';
  return account.type === 'asset' || account.type === 'liability' ? null : 'is no account of money';
}
