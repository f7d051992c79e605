import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { accountRows, accountsByCode, controlOfDefault, findAccount } from '../data/accounts';
import { ledgerCode, readTranslations, type Account, type AccountType } from '../domain/account';

export interface NewAccount {
  code: string;
  name: string;
  translations?: unknown;
  type: AccountType;
  parentId?: string;
  isPostable?: boolean;
}

/** Makes an account of the general ledger. */
@Injectable()
export class CreateAccount {
  async execute(tx: Tx, given: NewAccount): Promise<Account> {
    const code = ledgerCode(given.code);
    const translations = given.translations === undefined ? null : readTranslations(given.translations);
    const existing = (await accountsByCode(tx, [code])).get(code);
    if (existing) refuse('duplicate', `Account ${code} exists already.`, { existingId: existing.accountId });
    if (given.parentId !== undefined && !(await findAccount(tx, given.parentId))) {
      refuseUnknown('parentId', `Account ${given.parentId}`);
    }
    const account: Account = {
      accountId: newId(),
      code,
      name: given.name,
      translations,
      type: given.type,
      parentId: given.parentId ?? null,
      isPostable: given.isPostable ?? true,
      control: await controlOfDefault(tx, code, given.type),
      createdAt: tx.now.toISOString(),
    };
    await tx.insert(
      accountRows(tx, account),
      auditRows(tx, {
        action: 'account.created',
        entity: 'account',
        entityId: account.accountId,
        diff: { code, type: account.type },
      }),
    );
    return account;
  }
}
