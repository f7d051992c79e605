import type { ConstraintErrors } from '../../platform/database';

export const MAIL_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_emails__request: {
    reason: 'idempotency_response_expired',
    message: 'The e-mail of the operation with this Idempotency-Key was sent; its stored answer is gone.',
  },
};
