import type { ConstraintErrors } from '../../platform/database';

export const REVALUATION_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_revaluations__one_live: {
    reason: 'revaluation_exists',
    message: 'The currency is revalued on this day already.',
  },
};
