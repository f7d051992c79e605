import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Proformas, advance invoices, the tax documents on receipts of advances, and what advances are applied to. */
export class Advances1796000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(documentTypes);
    await runner.query(advances);
    await runner.query(applications);
    await runner.query(taxDocuments);
    await runner.query(deductions);
    await runner.query(takenBack);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const documentTypes = `
ALTER TABLE document_series DROP CONSTRAINT ck_document_series__known_type;
ALTER TABLE document_series ADD CONSTRAINT ck_document_series__known_type
  CHECK (document_type IN ('sale_invoice', 'sale_credit_note', 'sale_proforma', 'sale_advance', 'sale_advance_tax'));

ALTER TABLE sale_invoices DROP CONSTRAINT ck_sale_invoices__known_type;
ALTER TABLE sale_invoices ADD CONSTRAINT ck_sale_invoices__known_type
  CHECK (type IN ('invoice', 'credit_note', 'proforma', 'advance', 'advance_tax'));
-- What a document is about: a credit note has it from the document it credits. Only a sale has revenue, only a sale and
-- the tax document of a receipt have VAT, a proforma has no posting at all.
ALTER TABLE sale_invoices ADD COLUMN nature text NOT NULL DEFAULT 'sale'
  CONSTRAINT ck_sale_invoices__nature_of_type CHECK (CASE type
    WHEN 'invoice' THEN nature = 'sale'
    WHEN 'credit_note' THEN nature IN ('sale', 'advance', 'advance_tax')
    ELSE nature = type END);
ALTER TABLE sale_invoices DROP CONSTRAINT ck_sale_invoices__issued_is_complete;
ALTER TABLE sale_invoices ADD CONSTRAINT ck_sale_invoices__issued_is_complete CHECK (
  (status = 'issued') = (number IS NOT NULL)
  AND (status = 'draft' OR num_nulls(series_id, year_key, first_number, series_prefix, full_number, issued_on, tax_point_on, due_on,
    partner_snapshot, vat_evidence, event_sequence, issued_at) = 0)
  AND (status = 'draft' OR (journal_transaction_id IS NULL) = (type = 'proforma'))
  AND (status = 'issued' OR num_nonnulls(number, previous_number, first_number, series_prefix, full_number, journal_transaction_id, event_sequence) = 0));

ALTER TABLE open_item_allocations DROP CONSTRAINT ck_open_item_allocations__known_kind;
ALTER TABLE open_item_allocations ADD CONSTRAINT ck_open_item_allocations__known_kind
  CHECK (kind IN ('credit_note', 'netting', 'write_off', 'payment', 'payment_reversal', 'void', 'advance'));
`;

const advances = `
-- One row per issued advance invoice: what became of its gross. credited + applied + taxed is never more than it: what is
-- taxed on receipt leaves by the final invoice that deducts it, or when the tax document is credited. base_applied is in base
-- currency at the advance's own rate, what the liability was relieved of.
CREATE TABLE sale_advances (
  company_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  account_id uuid NOT NULL,
  vat_on_payment boolean NOT NULL,
  gross numeric(28, 4) NOT NULL,
  base_gross numeric(28, 4) NOT NULL,
  credited numeric(28, 4) NOT NULL DEFAULT 0,
  base_credited numeric(28, 4) NOT NULL DEFAULT 0,
  applied numeric(28, 4) NOT NULL DEFAULT 0,
  base_applied numeric(28, 4) NOT NULL DEFAULT 0,
  taxed numeric(28, 4) NOT NULL DEFAULT 0,
  CONSTRAINT pk_sale_advances PRIMARY KEY (company_id, advance_id),
  CONSTRAINT ck_sale_advances__not_negative CHECK (credited >= 0 AND applied >= 0 AND taxed >= 0 AND base_credited >= 0 AND base_applied >= 0),
  CONSTRAINT ck_sale_advances__within_gross CHECK (credited + applied + taxed <= gross AND base_credited + base_applied <= base_gross),
  -- What is used up in the advance's currency is used up in base currency, too.
  CONSTRAINT ck_sale_advances__used_up_together CHECK (credited + applied < gross OR base_credited + base_applied = base_gross),
  CONSTRAINT ck_sale_advances__taxed_on_payment CHECK (vat_on_payment OR taxed = 0),
  CONSTRAINT fk_sale_advances__document FOREIGN KEY (company_id, advance_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_sale_advances__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id)
);
${companyTable('sale_advances', ['SELECT', 'INSERT', 'UPDATE'])}
-- The application may say what became of an advance, nothing else.
CREATE FUNCTION sale_advances_only_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.advance_id, NEW.account_id, NEW.vat_on_payment, NEW.gross, NEW.base_gross)
     IS DISTINCT FROM (OLD.company_id, OLD.advance_id, OLD.account_id, OLD.vat_on_payment, OLD.gross, OLD.base_gross) THEN
    RAISE EXCEPTION 'an advance only changes by being used'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_advances__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_sale_advances__only_used BEFORE UPDATE ON sale_advances FOR EACH ROW EXECUTE FUNCTION sale_advances_only_used();
`;

const applications = `
-- What of an advance went to which invoice: 'applied' settles the invoice's open item, 'deducted' is in the invoice itself (an
-- advance whose receipts were taxed), 'released' takes a deduction back with the full credit of its invoice. amount is gross in
-- the advance's currency, base_amount what the liability was relieved of (of a release: what came back to it).
CREATE TABLE sale_advance_applications (
  company_id uuid NOT NULL,
  application_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT ck_sale_advance_applications__known_kind CHECK (kind IN ('applied', 'deducted', 'released')),
  applied_on date NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_sale_advance_applications__positive CHECK (amount > 0),
  base_amount numeric(28, 4) NOT NULL,
  transaction_id uuid NOT NULL,
  CONSTRAINT pk_sale_advance_applications PRIMARY KEY (company_id, application_id),
  CONSTRAINT fk_sale_advance_applications__advance FOREIGN KEY (company_id, advance_id) REFERENCES sale_advances (company_id, advance_id),
  CONSTRAINT fk_sale_advance_applications__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_sale_advance_applications__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_sale_advance_applications__advance ON sale_advance_applications (company_id, advance_id);
CREATE INDEX ix_sale_advance_applications__invoice ON sale_advance_applications (company_id, invoice_id);
${companyTable('sale_advance_applications', ['SELECT', 'INSERT'])}
${appendOnly('sale_advance_applications')}
`;

const taxDocuments = `
-- The tax document of a receipt: one, whoever asks for it and however often. The receipt is the row of the payment that
-- settled the advance's open item.
CREATE TABLE sale_advance_tax_documents (
  company_id uuid NOT NULL,
  tax_document_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  line_no integer NOT NULL,
  CONSTRAINT pk_sale_advance_tax_documents PRIMARY KEY (company_id, tax_document_id),
  CONSTRAINT uq_sale_advance_tax_documents__receipt UNIQUE (company_id, allocation_id, line_no),
  CONSTRAINT fk_sale_advance_tax_documents__document FOREIGN KEY (company_id, tax_document_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_sale_advance_tax_documents__advance FOREIGN KEY (company_id, advance_id) REFERENCES sale_advances (company_id, advance_id),
  CONSTRAINT fk_sale_advance_tax_documents__receipt
    FOREIGN KEY (company_id, allocation_id, line_no) REFERENCES open_item_allocations (company_id, allocation_id, line_no)
);
CREATE INDEX ix_sale_advance_tax_documents__advance ON sale_advance_tax_documents (company_id, advance_id);
${companyTable('sale_advance_tax_documents', ['SELECT', 'INSERT'])}
${appendOnly('sale_advance_tax_documents')}
`;

const deductions = `
-- Which tax documents a deduction takes off, per rate, category and VAT code; a release has the opposite sign. What is left of a
-- tax document is its VAT totals less these and its credit notes.
CREATE TABLE sale_advance_deductions (
  company_id uuid NOT NULL,
  application_id uuid NOT NULL,
  tax_document_id uuid NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  CONSTRAINT pk_sale_advance_deductions PRIMARY KEY (company_id, application_id, tax_document_id, vat_rate, vat_category, vat_code),
  CONSTRAINT fk_sale_advance_deductions__application
    FOREIGN KEY (company_id, application_id) REFERENCES sale_advance_applications (company_id, application_id),
  CONSTRAINT fk_sale_advance_deductions__tax_document
    FOREIGN KEY (company_id, tax_document_id) REFERENCES sale_advance_tax_documents (company_id, tax_document_id),
  CONSTRAINT fk_sale_advance_deductions__total FOREIGN KEY (company_id, tax_document_id, vat_rate, vat_category, vat_code)
    REFERENCES sale_invoice_vat_totals (company_id, invoice_id, vat_rate, vat_category, vat_code)
);
CREATE INDEX ix_sale_advance_deductions__tax_document ON sale_advance_deductions (company_id, tax_document_id);
${companyTable('sale_advance_deductions', ['SELECT', 'INSERT'])}
${appendOnly('sale_advance_deductions')}
`;

const takenBack = `
-- An advance that went to an invoice stays paid: its payment is not taken back under it, whichever module asks. Both who
-- applies and who takes back hold the open item, so one sees the other.
CREATE FUNCTION applied_advance_stays_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM sale_advances a
              WHERE a.company_id = NEW.company_id AND a.advance_id = NEW.document_id AND a.applied > 0
                AND NEW.settled_amount < a.applied + a.credited) THEN
    RAISE EXCEPTION 'advance % has been applied', NEW.document_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_open_items__applied_advance_stays_paid';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_open_items__applied_advance_stays_paid BEFORE UPDATE ON open_items FOR EACH ROW
  WHEN (NEW.document_type = 'sale_advance' AND NEW.settled_amount < OLD.settled_amount)
  EXECUTE FUNCTION applied_advance_stays_paid();

-- So does the very receipt whose tax document an invoice deducts, also where another one would cover the sum. The journal says
-- what a reversal takes back; it comes in the same statement.
CREATE FUNCTION deducted_receipt_stays_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM journal_transactions j
               JOIN open_item_allocations a
                 ON a.company_id = j.company_id AND a.open_item_id = NEW.open_item_id AND a.transaction_id = j.reverses_id
               JOIN sale_advance_tax_documents t
                 ON t.company_id = a.company_id AND t.allocation_id = a.allocation_id AND t.line_no = a.line_no
               JOIN sale_advance_deductions d ON d.company_id = t.company_id AND d.tax_document_id = t.tax_document_id
              WHERE j.company_id = NEW.company_id AND j.transaction_id = NEW.transaction_id
              GROUP BY t.tax_document_id HAVING sum(d.net) <> 0) THEN
    RAISE EXCEPTION 'an invoice deducts the tax document of this receipt'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_open_item_allocations__deducted_receipt_stays_paid';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_open_item_allocations__deducted_receipt_stays_paid AFTER INSERT ON open_item_allocations FOR EACH ROW
  WHEN (NEW.kind = 'payment_reversal') EXECUTE FUNCTION deducted_receipt_stays_paid();
`;
