import { Injectable } from '@nestjs/common';
import { refuseField, refuseUnknown } from '../../../shared/domain-error';
import { auditRows, changeOf } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { shareFiscalYears } from '../../fiscal-years/data/fiscal-years';
import { findAccount, isSelfOrAncestor, lockAccount, lockAccountTree, updateAccount } from '../data/accounts';
import { readTranslations, type Account } from '../domain/account';

/** What changes; what is left out stays. */
export interface AccountChanges {
  id: string;
  name?: string;
  translations?: unknown;
  parentId?: string | null;
  isPostable?: boolean;
}

/** Changes an account's names, place in the tree and whether it takes postings. Code and type are for good. */
@Injectable()
export class UpdateAccount {
  async execute(tx: Tx, changes: AccountChanges): Promise<Account> {
    const translations =
      changes.translations === undefined ? undefined : readTranslations(changes.translations);
    // Before the account is held: what it was is kept at this gate, and postings need the account.
    await shareFiscalYears(tx);
    if (changes.parentId) await this.refuseCycle(tx, changes.id, changes.parentId);
    const before = await lockAccount(tx, changes.id);
    if (!before) refuseUnknown('id', `Account ${changes.id}`);
    const account: Account = {
      ...before,
      name: changes.name ?? before.name,
      translations: translations ?? before.translations,
      parentId: changes.parentId === undefined ? before.parentId : changes.parentId,
      isPostable: changes.isPostable ?? before.isPostable,
    };
    await updateAccount(tx, account);
    const fact = { action: 'account.updated', entity: 'account', entityId: changes.id };
    await tx.insert(auditRows(tx, { ...fact, diff: changeOf(before, account) }));
    return account;
  }

  private async refuseCycle(tx: Tx, accountId: string, parentId: string): Promise<void> {
    await lockAccountTree(tx);
    if (!(await findAccount(tx, parentId))) refuseUnknown('parentId', `Account ${parentId}`);
    if (await isSelfOrAncestor(tx, accountId, parentId)) {
      refuseField('parentId', 'must not be the account itself or one below it');
    }
  }
}
