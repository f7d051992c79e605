import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import { accountsByCode, type Account, type AccountType } from '../../ledger';
import type { Tx } from '../../platform/database';
import { findGroupByCode, groupRows } from '../data/asset-groups';
import { DEFAULT_EXPENSE_ACCOUNT_CODE, type AssetGroup } from '../domain/asset-group';

interface NewGroup {
  code: string;
  name: string;
  defaultUsefulLifeMonths?: number;
  assetAccountCode: string;
  depreciationAccountCode: string;
  /** Default: 6306 of the chart template. */
  expenseAccountCode?: string;
}

/** Makes a group of assets: where their cost, accumulated depreciation and expense are posted. */
@Injectable()
export class CreateGroup {
  async execute(tx: Tx, given: NewGroup): Promise<AssetGroup> {
    const expenseAccountCode = given.expenseAccountCode ?? DEFAULT_EXPENSE_ACCOUNT_CODE;
    const [existing, accounts] = await Promise.all([
      findGroupByCode(tx, given.code),
      accountsByCode(tx, [given.assetAccountCode, given.depreciationAccountCode, expenseAccountCode]),
    ]);
    if (existing)
      refuse('duplicate', `Asset group ${given.code} exists already.`, { existingId: existing.id });
    const group: AssetGroup = {
      ...given,
      id: newId(),
      defaultUsefulLifeMonths: given.defaultUsefulLifeMonths ?? null,
      expenseAccountCode,
      createdAt: tx.now.toISOString(),
    };
    const idOf = (member: AccountMember, type: AccountType): string =>
      usable(accounts.get(group[member]), group[member], member, type).accountId;
    const rows = groupRows(tx, group, {
      groupId: group.id,
      groupCode: group.code,
      assetAccountId: idOf('assetAccountCode', 'asset'),
      depreciationAccountId: idOf('depreciationAccountCode', 'asset'),
      expenseAccountId: idOf('expenseAccountCode', 'expense'),
    });
    await tx.insert(
      rows,
      auditRows(tx, {
        action: 'asset_group.created',
        entity: 'asset_group',
        entityId: group.id,
        diff: given,
      }),
    );
    return group;
  }
}

type AccountMember = 'assetAccountCode' | 'depreciationAccountCode' | 'expenseAccountCode';

function usable(
  account: Account | undefined,
  code: string,
  member: AccountMember,
  expectedType: AccountType,
): Account {
  const refuseAccount = (what: string): never =>
    refuse('account_unusable', `Account ${code} ${what}; name another.`, {
      fieldErrors: { [member]: [what] },
    });
  if (!account) return refuseAccount('does not exist');
  if (!account.isPostable) refuseAccount('takes no postings');
  if (account.control !== null) refuseAccount(`is a control account (${account.control})`);
  if (account.type !== expectedType)
    refuseAccount(`is of type ${account.type}, where ${expectedType} is expected`);
  return account;
}
