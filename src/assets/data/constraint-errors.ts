import type { ConstraintErrors } from '../../platform/database';

export const ASSETS_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_asset_groups__code: { reason: 'duplicate', message: 'Another asset group has this code.' },
  uq_assets__code: { reason: 'duplicate', message: 'Another asset has this code.' },
  ck_assets__append_only: { reason: 'asset_disposed', message: 'The asset was disposed of.' },
  pk_asset_disposal_reversals: {
    reason: 'asset_not_disposed',
    message: 'The disposal is taken back already.',
  },
};
