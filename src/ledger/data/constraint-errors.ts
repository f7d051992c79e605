import type { ConstraintErrors } from '../../platform/database';

export const LEDGER_CONSTRAINT_ERRORS: ConstraintErrors = {
  fk_journal_transactions__partner: {
    reason: 'in_use',
    message: 'The partner is named by journal transactions; mark it inactive instead.',
  },
  fk_open_items__partner: {
    reason: 'in_use',
    message: 'The partner has open items; mark it inactive instead.',
  },
  uq_cost_centers__code: { reason: 'duplicate', message: 'Another cost center has this code.' },
  uq_accounts__code: { reason: 'duplicate', message: 'Another account has this code.' },
  // The key's row is gone (purged, or restored apart from the books), its posting is not.
  uq_journal_transactions__request: {
    reason: 'idempotency_response_expired',
    message:
      'The operation with this Idempotency-Key was done and is in the books; its stored answer is gone.',
  },
  ck_journal_transactions__not_matched_to_bank: {
    reason: 'in_use',
    message:
      'A bank transaction is matched to the journal transaction; unmatch it first (bank/transactions/unmatch).',
  },
  uq_journal_transactions__reversed_once: {
    reason: 'already_reversed',
    message: 'The transaction is already reversed.',
  },
  ck_journal_transactions__balanced: { reason: 'unbalanced', message: 'Debits and credits differ.' },
  ck_journal_transactions__period_open: {
    reason: 'period_locked',
    message: 'The accounting period is locked; unlock it or use a date in an open period.',
  },
  ck_accounting_periods__year_open: {
    reason: 'fiscal_year_closed',
    message: 'The fiscal year of the month, or a later one, is closed; use a later date or reopen it.',
  },
  uq_fiscal_year_closes__one_live: {
    reason: 'fiscal_year_already_closed',
    message: 'The fiscal year is closed already.',
  },
  uq_opening_balances__one_live: {
    reason: 'opening_exists',
    message: 'The opening balance is in the books already; reverse it first.',
  },
  uq_opening_items__document: {
    reason: 'opening_exists',
    message: 'An opening item of this partner, side and number is in the books already.',
  },
  ck_opening_items__not_registered: {
    reason: 'supplier_document_taken',
    message: 'A document of this supplier with the number of an opening item is in the books already.',
  },
  ck_opening_items__not_exported: {
    reason: 'payment_exported',
    message:
      'An opening item is in a payment message that is not cancelled; cancel that message first (bank/payments/cancel-export).',
  },
  uq_provider_charges__charge: {
    reason: 'charge_booked',
    message: 'The charge of the provider is in the books already.',
  },
  ck_provider_charges__append_only: {
    reason: 'in_use',
    message: 'The charge is cleared by a posted payout; reverse that first.',
  },
  ck_open_items__applied_advance_stays_paid: {
    reason: 'advance_applied',
    message: 'What was paid of the advance went to an invoice; the payment is not taken back under it.',
  },
  ck_open_item_allocations__deducted_receipt_stays_paid: {
    reason: 'advance_applied',
    message: 'An invoice deducts the tax document of this payment; credit that invoice in full first.',
  },
};
