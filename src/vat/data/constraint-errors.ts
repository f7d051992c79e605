import type { ConstraintErrors } from '../../platform/database';

export const VAT_CONSTRAINT_ERRORS: ConstraintErrors = {
  ck_vat_register_rows__period_open: {
    reason: 'vat_period_closed',
    message:
      'The VAT period of the tax point (of a purchase: of its receipt) is closed; reopen it or use a date in an open period.',
  },
};
