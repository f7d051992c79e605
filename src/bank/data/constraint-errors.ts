import type { ConstraintErrors } from '../../platform/database';

export const BANK_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_bank_accounts__iban: { reason: 'duplicate', message: 'Another bank account has this IBAN.' },
  uq_bank_matches__one_live: {
    reason: 'already_matched',
    message: 'The bank transaction is matched already; unmatch it first.',
  },
  pk_bank_transaction_closings: {
    reason: 'already_matched',
    message: 'The bank transaction is matched or set aside already; unmatch it first.',
  },
  ck_bank_transaction_closings__only_explanation: {
    reason: 'already_matched',
    message: 'The bank transaction is matched or set aside already; unmatch it first.',
  },
  uq_bank_transaction_closings__entry: {
    reason: 'already_matched',
    message: 'Another bank transaction is matched to that entry of the journal; unmatch it first.',
  },
  uq_payment_export_lines__item: {
    reason: 'payment_exported',
    message: 'An invoice is in a payment message that is not cancelled; cancel that message first.',
  },
};
