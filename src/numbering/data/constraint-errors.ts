import type { ConstraintErrors } from '../../platform/database';

export const NUMBERING_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_document_series__prefix: { reason: 'duplicate', message: 'Another series has this prefix.' },
  uq_document_series__one_default: {
    reason: 'duplicate',
    message: 'Another series was made the default at the same time.',
  },
  fk_document_series_years__series: {
    reason: 'in_use',
    message: 'The series has issued numbers; mark it inactive instead.',
  },
};
