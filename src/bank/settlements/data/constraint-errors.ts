import type { ConstraintErrors } from '../../../platform/database';

export const SETTLEMENTS_CONSTRAINT_ERRORS: ConstraintErrors = {
  uq_settlements__payout: { reason: 'duplicate', message: 'The payout is in the books already.' },
  uq_settlement_postings__one_live: { reason: 'settlement_posted', message: 'The payout is posted already.' },
  ck_settlements__append_only: { reason: 'settlement_posted', message: 'The payout is posted.' },
  ck_settlement_lines__append_only: { reason: 'settlement_posted', message: 'The payout is posted.' },
  uq_settlement_deposits__bank_transaction: {
    reason: 'already_matched',
    message: 'The bank transaction is the arrival of a payout already; unmatch it first.',
  },
  pk_settlement_deposits: {
    reason: 'already_matched',
    message: 'The arrival of the payout is known already; unmatch its bank transaction first.',
  },
};
