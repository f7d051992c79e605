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
    message:
      'The next number exists already: the prefix of another series runs into it. Open a new series and make it the default.',
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
  uq_company_members__email: {
    reason: 'duplicate',
    message: 'Somebody with this e-mail address is a member already.',
  },
  uq_files__content: { reason: 'duplicate', message: 'This content is kept there already.' },
  uq_catalog_items__code: { reason: 'duplicate', message: 'Another item has this code.' },
  fk_sale_invoice_lines__item: {
    reason: 'in_use',
    message: 'The item is named by sales documents and stays.',
  },
  fk_purchase_invoice_lines__item: {
    reason: 'in_use',
    message: 'The item is named by supplier documents and stays.',
  },
  fk_catalog_items__sale_account: {
    reason: 'account_unusable',
    message: 'The account of saleAccountCode does not exist.',
  },
  fk_catalog_items__purchase_account: {
    reason: 'account_unusable',
    message: 'The account of purchaseAccountCode does not exist.',
  },
  fk_catalog_items__expense_account: {
    reason: 'account_unusable',
    message: 'The account of expenseAccountCode does not exist.',
  },
  uq_cost_centers__code: { reason: 'duplicate', message: 'Another cost center has this code.' },
  uq_accounts__code: { reason: 'duplicate', message: 'Another account has this code.' },
  // The key's row is gone (purged, or restored apart from the books), its posting is not.
  uq_journal_transactions__request: {
    reason: 'idempotency_response_expired',
    message:
      'The operation with this Idempotency-Key was done and is in the books; its stored answer is gone.',
  },
  uq_emails__request: {
    reason: 'idempotency_response_expired',
    message: 'The e-mail of the operation with this Idempotency-Key was sent; its stored answer is gone.',
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
  uq_revaluations__one_live: {
    reason: 'revaluation_exists',
    message: 'The currency is revalued on this day already.',
  },
  ck_vat_register_rows__period_open: {
    reason: 'vat_period_closed',
    message:
      'The VAT period of the tax point (of a purchase: of its receipt) is closed; reopen it or use a date in an open period.',
  },
  ck_sale_invoice_credit_limits__net: {
    reason: 'over_credit',
    message: 'The credit is larger than what is left of the invoice.',
  },
  ck_sale_invoice_credit_limits__vat: {
    reason: 'over_credit',
    message: 'The credited VAT is larger than what is left of the invoice.',
  },
  uq_purchase_document_keys__supplier_number: {
    reason: 'supplier_document_taken',
    message: 'A live document of this supplier has this number.',
  },
  ck_purchase_document_keys__not_opened: {
    reason: 'supplier_document_taken',
    message: 'The document was brought in from the old books by opening items.',
  },
  ck_purchase_invoice_credit_limits__gross: {
    reason: 'supplier_over_credit',
    message: 'The credit is larger than what is left of the invoice.',
  },
  pk_purchase_invoice_voids: { reason: 'already_void', message: 'The registration is void already.' },
  ck_purchase_invoice_voids__not_exported: {
    reason: 'payment_exported',
    message:
      'The document is in a payment message that is not cancelled; cancel that message first (bank/payments/cancel-export).',
  },
  fk_purchase_invoices__partner: {
    reason: 'in_use',
    message: 'The partner is named by supplier documents; mark it inactive instead.',
  },
  ck_purchase_invoices__append_only: {
    reason: 'already_registered',
    message: 'A registered document is neither changed nor deleted; void it if its registration is wrong.',
  },
  uq_asset_groups__code: { reason: 'duplicate', message: 'Another asset group has this code.' },
  uq_assets__code: { reason: 'duplicate', message: 'Another asset has this code.' },
  ck_assets__append_only: { reason: 'asset_disposed', message: 'The asset was disposed of.' },
  pk_asset_disposal_reversals: {
    reason: 'asset_not_disposed',
    message: 'The disposal is taken back already.',
  },
  uq_bank_accounts__iban: { reason: 'duplicate', message: 'Another bank account has this IBAN.' },
  uq_bank_matches__one_live: {
    reason: 'already_matched',
    message: 'The bank transaction is matched already; unmatch it first.',
  },
  uq_payment_export_lines__item: {
    reason: 'payment_exported',
    message: 'An invoice is in a payment message that is not cancelled; cancel that message first.',
  },
  uq_settlements__payout: { reason: 'duplicate', message: 'The payout is in the books already.' },
  uq_settlement_postings__one_live: { reason: 'settlement_posted', message: 'The payout is posted already.' },
  ck_settlements__append_only: { reason: 'settlement_posted', message: 'The payout is posted.' },
  ck_settlement_lines__append_only: { reason: 'settlement_posted', message: 'The payout is posted.' },
  uq_provider_charges__charge: {
    reason: 'charge_booked',
    message: 'The charge of the provider is in the books already.',
  },
  ck_provider_charges__append_only: {
    reason: 'in_use',
    message: 'The charge is cleared by a posted payout; reverse that first.',
  },
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
  uq_settlement_deposits__bank_transaction: {
    reason: 'already_matched',
    message: 'The bank transaction is the arrival of a payout already; unmatch it first.',
  },
  pk_settlement_deposits: {
    reason: 'already_matched',
    message: 'The arrival of the payout is known already; unmatch its bank transaction first.',
  },
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
  ck_open_items__applied_advance_stays_paid: {
    reason: 'advance_applied',
    message: 'What was paid of the advance went to an invoice; the payment is not taken back under it.',
  },
  ck_open_item_allocations__deducted_receipt_stays_paid: {
    reason: 'advance_applied',
    message: 'An invoice deducts the tax document of this payment; credit that invoice in full first.',
  },
  ck_sale_invoices__append_only: {
    reason: 'document_issued',
    message: 'An issued document is neither changed nor deleted; correct it with a credit note.',
  },
};
