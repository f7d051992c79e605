import type { ConstraintErrors } from '../../platform/database';

export const ACCOUNT_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_company_members__email: {
    reason: 'duplicate',
    message: 'Somebody with this e-mail address is a member already.',
  },
};
