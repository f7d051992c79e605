import type { ConstraintErrors } from '../../platform/database';

export const BANK_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_bank_accounts__iban: { reason: 'duplicate', message: 'Another bank account has this IBAN.' },
  uq_bank_matches__one_live: {
    reason: 'already_matched',
    message: 'The bank transaction is matched already; unmatch it first.',
  },
  uq_payment_export_lines__item: {
    reason: 'payment_exported',
    message: 'An invoice is in a payment message that is not cancelled; cancel that message first.',
  },
};
