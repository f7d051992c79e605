import { ACCOUNT_CONSTRAINT_ERRORS } from './account/data/constraint-errors';
import { ASSETS_CONSTRAINT_ERRORS } from './assets/data/constraint-errors';
import { BANK_CONSTRAINT_ERRORS } from './bank/data/constraint-errors';
import { SETTLEMENTS_CONSTRAINT_ERRORS } from './bank/settlements/data/constraint-errors';
import { CATALOG_CONSTRAINT_ERRORS } from './catalog/data/constraint-errors';
import { DECLARATIONS_CONSTRAINT_ERRORS } from './declarations/data/constraint-errors';
import { FILES_CONSTRAINT_ERRORS } from './files/data/constraint-errors';
import { LEDGER_CONSTRAINT_ERRORS } from './ledger/data/constraint-errors';
import { MAIL_CONSTRAINT_ERRORS } from './mail/data/constraint-errors';
import { NUMBERING_CONSTRAINT_ERRORS } from './numbering/data/constraint-errors';
import { PARTNERS_CONSTRAINT_ERRORS } from './partners/data/constraint-errors';
import { PAYMENTS_CONSTRAINT_ERRORS } from './payments/data/constraint-errors';
import { PURCHASES_CONSTRAINT_ERRORS } from './purchases/data/constraint-errors';
import { REVALUATION_CONSTRAINT_ERRORS } from './revaluation/data/constraint-errors';
import { SALES_CONSTRAINT_ERRORS } from './sales/data/constraint-errors';
import { VAT_CONSTRAINT_ERRORS } from './vat/data/constraint-errors';
import type { ConstraintErrors } from './platform/database';

/** What each module says of its own constraints. */
export const CONSTRAINT_ERRORS_BY_MODULE: Readonly<Record<string, ConstraintErrors>> = {
  account: ACCOUNT_CONSTRAINT_ERRORS,
  assets: ASSETS_CONSTRAINT_ERRORS,
  bank: BANK_CONSTRAINT_ERRORS,
  'bank/settlements': SETTLEMENTS_CONSTRAINT_ERRORS,
  catalog: CATALOG_CONSTRAINT_ERRORS,
  declarations: DECLARATIONS_CONSTRAINT_ERRORS,
  files: FILES_CONSTRAINT_ERRORS,
  ledger: LEDGER_CONSTRAINT_ERRORS,
  mail: MAIL_CONSTRAINT_ERRORS,
  numbering: NUMBERING_CONSTRAINT_ERRORS,
  partners: PARTNERS_CONSTRAINT_ERRORS,
  payments: PAYMENTS_CONSTRAINT_ERRORS,
  purchases: PURCHASES_CONSTRAINT_ERRORS,
  revaluation: REVALUATION_CONSTRAINT_ERRORS,
  sales: SALES_CONSTRAINT_ERRORS,
  vat: VAT_CONSTRAINT_ERRORS,
};

export const CONSTRAINT_ERRORS: ConstraintErrors = Object.assign(
  {},
  ...Object.values(CONSTRAINT_ERRORS_BY_MODULE),
) as ConstraintErrors;
