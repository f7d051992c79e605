import type { ConstraintErrors } from '../../platform/database';

export const PURCHASES_CONSTRAINT_ERRORS: ConstraintErrors = {
  fk_purchase_invoice_lines__item: {
    reason: 'in_use',
    message: 'The item is named by supplier documents and stays.',
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
};
