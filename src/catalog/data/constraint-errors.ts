import type { ConstraintErrors } from '../../platform/database';

export const CATALOG_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_catalog_items__code: { reason: 'duplicate', message: 'Another item has this code.' },
  fk_catalog_items__sale_account: {
    reason: 'account_unusable',
    message: 'The account of saleAccountCode does not exist.',
  },
  fk_catalog_items__purchase_account: {
    reason: 'account_unusable',
    message: 'The account of purchaseAccountCode does not exist.',
  },
  fk_catalog_items__expense_account: {
    reason: 'account_unusable',
    message: 'The account of expenseAccountCode does not exist.',
  },
};
