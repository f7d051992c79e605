import type { ConstraintErrors } from '../../platform/database';

export const SALES_CONSTRAINT_ERRORS: ConstraintErrors = {
  pk_sale_invoice_business_keys: {
    reason: 'business_key_taken',
    message: 'A live document already has this business key; use it or credit it in full first.',
  },
  uq_sale_invoices__full_number: {
    reason: 'number_taken',
    message:
      'The next number exists already: the prefix of another series runs into it. Open a new series and make it the default.',
  },
  fk_sale_invoices__series: {
    reason: 'in_use',
    message: 'The series is named by documents; mark it inactive instead.',
  },
  fk_sale_invoices__partner: {
    reason: 'in_use',
    message: 'The partner is named by documents; mark it inactive instead.',
  },
  fk_sale_invoice_lines__item: {
    reason: 'in_use',
    message: 'The item is named by sales documents and stays.',
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
