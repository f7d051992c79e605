import type { ErrorReason } from '../../shared/errors';

interface ConstraintError {
  reason: ErrorReason;
  message: string;
}

/**
 * What the violation of a constraint means to the caller. The use cases check most of these first, to say more;
 * this is what is left when two requests race.
 */
export const CONSTRAINT_ERRORS: Readonly<Record<string, ConstraintError>> = {
  pk_sale_invoice_business_keys: {
    reason: 'business_key_taken',
    message: 'A live document already has this business key; use it or credit it in full first.',
  },
  uq_sale_invoices__full_number: {
    reason: 'number_taken',
    message: 'The next number of the series exists already in another series; choose another prefix.',
  },
  uq_document_series__prefix: { reason: 'duplicate', message: 'Another series has this prefix.' },
  uq_document_series__one_default: {
    reason: 'duplicate',
    message: 'Another series was made the default at the same time.',
  },
  fk_sale_invoices__series: {
    reason: 'in_use',
    message: 'The series is named by documents; mark it inactive instead.',
  },
  fk_document_series_years__series: {
    reason: 'in_use',
    message: 'The series has issued numbers; mark it inactive instead.',
  },
  uq_partners__vat_code: { reason: 'duplicate', message: 'Another partner has this VAT code.' },
  uq_partners__country_and_code: {
    reason: 'duplicate',
    message: 'Another partner of this country has this code.',
  },
  fk_sale_invoices__partner: {
    reason: 'in_use',
    message: 'The partner is named by documents; mark it inactive instead.',
  },
  fk_journal_transactions__partner: {
    reason: 'in_use',
    message: 'The partner is named by journal transactions; mark it inactive instead.',
  },
  fk_open_items__partner: {
    reason: 'in_use',
    message: 'The partner has open items; mark it inactive instead.',
  },
  uq_accounts__code: { reason: 'duplicate', message: 'Another account has this code.' },
  // The key's row is gone (purged, or restored apart from the books), its posting is not.
  uq_journal_transactions__request: {
    reason: 'idempotency_response_expired',
    message:
      'The operation with this Idempotency-Key was done and is in the books; its stored answer is gone.',
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
  ck_vat_register_rows__period_open: {
    reason: 'vat_period_closed',
    message: 'The VAT period of the tax point is closed; use a tax point in an open period.',
  },
  ck_sale_invoice_credit_limits__net: {
    reason: 'over_credit',
    message: 'The credit is larger than what is left of the invoice.',
  },
  ck_sale_invoice_credit_limits__vat: {
    reason: 'over_credit',
    message: 'The credited VAT is larger than what is left of the invoice.',
  },
  ck_sale_invoices__append_only: {
    reason: 'document_issued',
    message: 'An issued document is neither changed nor deleted; correct it with a credit note.',
  },
};
