import type { ConstraintErrors } from '../../platform/database';

export const PARTNERS_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_partners__vat_code: { reason: 'duplicate', message: 'Another partner has this VAT code.' },
  uq_partners__country_and_code: {
    reason: 'duplicate',
    message: 'Another partner of this country has this code.',
  },
};
