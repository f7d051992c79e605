import { refuse } from '../../shared/domain-error';
import type { TableRows, Tx } from '../../platform/database';
import type { ListDefinition } from '../../platform/lists';
import type { AssetGroup, GroupAccounts } from '../domain/asset-group';

const GROUPS = `asset_groups g
  JOIN accounts ca ON ca.company_id = g.company_id AND ca.account_id = g.asset_account_id
  JOIN accounts da ON da.company_id = g.company_id AND da.account_id = g.depreciation_account_id
  JOIN accounts ea ON ea.company_id = g.company_id AND ea.account_id = g.expense_account_id`;

const GROUP_COLUMNS = `g.group_id AS id, g.code, g.name, g.default_useful_life_months AS "defaultUsefulLifeMonths",
  ca.code AS "assetAccountCode", da.code AS "depreciationAccountCode", ea.code AS "expenseAccountCode",
  g.created_at AS "createdAt"`;

export const assetGroupList: ListDefinition = {
  name: 'asset-groups',
  from: GROUPS,
  select: GROUP_COLUMNS,
  fields: {
    id: { column: 'g.group_id', type: 'id' },
    code: { column: 'g.code', type: 'text' },
    name: { column: 'g.name', type: 'text' },
    defaultUsefulLifeMonths: { column: 'g.default_useful_life_months', type: 'integer' },
    assetAccountCode: { column: 'ca.code', type: 'text' },
    depreciationAccountCode: { column: 'da.code', type: 'text' },
    expenseAccountCode: { column: 'ea.code', type: 'text' },
    createdAt: { column: 'g.created_at', type: 'instant' },
  },
  key: { column: 'g.group_id', type: 'id' },
  defaultSort: [{ field: 'code', dir: 'asc' }],
};

export async function findGroup(tx: Tx, groupId: string): Promise<AssetGroup | undefined> {
  const [group] = await tx.query<AssetGroup>(`SELECT ${GROUP_COLUMNS} FROM ${GROUPS} WHERE g.group_id = $1`, [
    groupId,
  ]);
  return group;
}

export async function findGroupByCode(tx: Tx, code: string): Promise<AssetGroup | undefined> {
  const [group] = await tx.query<AssetGroup>(`SELECT ${GROUP_COLUMNS} FROM ${GROUPS} WHERE g.code = $1`, [
    code,
  ]);
  return group;
}

export function groupRows(tx: Tx, group: AssetGroup, accounts: GroupAccounts): TableRows {
  return {
    table: 'asset_groups',
    rows: [
      {
        company_id: tx.companyId,
        group_id: group.id,
        code: group.code,
        name: group.name,
        default_useful_life_months: group.defaultUsefulLifeMonths,
        asset_account_id: accounts.assetAccountId,
        depreciation_account_id: accounts.depreciationAccountId,
        expense_account_id: accounts.expenseAccountId,
        created_at: group.createdAt,
      },
    ],
  };
}

/**
 * The accounts that groups are posted to, by group id.
 * @throws DomainError `account_unusable` when one of them takes no postings any more
 */
export async function groupAccounts(tx: Tx, groupIds: string[]): Promise<Map<string, GroupAccounts>> {
  const groups = await tx.query<GroupAccounts & { closedCode: string | null }>(
    `SELECT g.group_id AS "groupId", g.code AS "groupCode", g.asset_account_id AS "assetAccountId",
            g.depreciation_account_id AS "depreciationAccountId", g.expense_account_id AS "expenseAccountId",
            CASE WHEN NOT ca.is_postable THEN ca.code WHEN NOT da.is_postable THEN da.code
                 WHEN NOT ea.is_postable THEN ea.code END AS "closedCode"
       FROM ${GROUPS} WHERE g.group_id = ANY ($1) ORDER BY g.code`,
    [groupIds],
  );
  const closed = groups.find(({ closedCode }) => closedCode !== null);
  if (closed) {
    refuse(
      'account_unusable',
      `Account ${closed.closedCode} of asset group ${closed.groupCode} takes no postings; make it postable.`,
    );
  }
  return new Map(groups.map(group => [group.groupId, group]));
}
