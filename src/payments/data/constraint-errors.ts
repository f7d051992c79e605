import type { ConstraintErrors } from '../../platform/database';

export const PAYMENTS_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_payments__request: {
    reason: 'idempotency_response_expired',
    message: 'The payment with this Idempotency-Key was ordered; its stored answer is gone.',
  },
  ck_payments__refunded_within_amount: {
    reason: 'not_refundable',
    message: 'Less of the charge is left to give back.',
  },
  uq_payment_accounts__one_current: {
    reason: 'duplicate',
    message: 'The provider was set at the same time; look at payments/providers/list.',
  },
};
