import type { ConstraintErrors } from '../../platform/database';

export const FILES_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_files__content: { reason: 'duplicate', message: 'This content is kept there already.' },
};
