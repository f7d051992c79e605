import type { ConstraintErrors } from '../../platform/database';

export const DECLARATIONS_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_declaration_submissions__one_live_original: {
    reason: 'submission_exists',
    message: 'A live submission of this obligation, period, variant and part is there already.',
  },
  uq_declaration_submissions__one_original_of_sales: {
    reason: 'submission_exists',
    message: 'The issued documents of this month and part are in a live submission already.',
  },
  uq_declaration_submissions__one_original_of_purchases: {
    reason: 'submission_exists',
    message: 'The received documents of this month and part are in a live submission already.',
  },
  uq_declaration_submissions__replaced_once: {
    reason: 'submission_exists',
    message: 'The submission has a live correction already; correct that one.',
  },
};
