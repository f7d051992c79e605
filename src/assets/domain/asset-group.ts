import type { Money } from '../../shared/money';

/** Assets that are posted to the same accounts. */
export interface AssetGroup {
  id: string;
  code: string;
  name: string;
  defaultUsefulLifeMonths: number | null;
  assetAccountCode: string;
  depreciationAccountCode: string;
  expenseAccountCode: string;
  createdAt: string;
}

/** Depreciation expense where a group names no account: depreciation of tangible assets in the chart template. */
export const DEFAULT_EXPENSE_ACCOUNT_CODE = '6306';

/** The accounts of a group, by id. */
export interface GroupAccounts {
  groupId: string;
  groupCode: string;
  /** Cost. */
  assetAccountId: string;
  /** Accumulated depreciation. */
  depreciationAccountId: string;
  expenseAccountId: string;
}

/** Depreciation of a group's assets, in base currency. */
export interface GroupDepreciation {
  accounts: GroupAccounts;
  amount: Money;
}
