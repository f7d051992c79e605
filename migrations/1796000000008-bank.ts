import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Bank accounts, what happened on them, which documents it paid, and the payment orders sent to banks. */
export class Bank1796000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(bankAccounts);
    await runner.query(bankTransactions);
    await runner.query(paymentExports);
    await runner.query(exportedStays);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const bankAccounts = `
CREATE TABLE bank_accounts (
  company_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL CONSTRAINT ck_bank_accounts__known_type CHECK (type IN ('bank', 'stripe')),
  iban text,
  currency char(3) NOT NULL,
  account_id uuid NOT NULL,
  fee_partner_id uuid,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_bank_accounts PRIMARY KEY (company_id, bank_account_id),
  CONSTRAINT uq_bank_accounts__iban UNIQUE (company_id, iban),
  CONSTRAINT fk_bank_accounts__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT fk_bank_accounts__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_bank_accounts__fee_partner FOREIGN KEY (company_id, fee_partner_id) REFERENCES partners (company_id, partner_id),
  CONSTRAINT fk_bank_accounts__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
${companyTable('bank_accounts', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const bankTransactions = `
-- What the bank says happened; positive is money in. It never changes: what it paid stands in bank_matches.
-- dedupe_key is what makes a line the same line in every file it comes in (docs of src/bank).
CREATE TABLE bank_transactions (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  booked_on date NOT NULL,
  value_on date,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_bank_transactions__not_zero CHECK (amount <> 0),
  currency char(3) NOT NULL,
  counterparty_name text,
  counterparty_iban text,
  description text,
  external_id text,
  bank_reference text,
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_bank_transactions PRIMARY KEY (company_id, transaction_id),
  CONSTRAINT uq_bank_transactions__external_id UNIQUE (company_id, bank_account_id, external_id),
  CONSTRAINT uq_bank_transactions__dedupe_key UNIQUE (company_id, bank_account_id, dedupe_key),
  CONSTRAINT fk_bank_transactions__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id),
  CONSTRAINT fk_bank_transactions__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
CREATE INDEX ix_bank_transactions__date ON bank_transactions (company_id, booked_on, transaction_id);
${companyTable('bank_transactions', ['SELECT', 'INSERT'])}
${appendOnly('bank_transactions')}

-- One row per match, kept when it is undone. document_type and document_id are null when it paid several documents or none.
CREATE TABLE bank_matches (
  company_id uuid NOT NULL,
  match_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  document_type text CONSTRAINT ck_bank_matches__known_document_type CHECK (document_type IN ('sale_invoice', 'purchase_invoice')),
  document_id uuid,
  journal_transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  matched_at timestamptz NOT NULL,
  CONSTRAINT pk_bank_matches PRIMARY KEY (company_id, match_id),
  CONSTRAINT ck_bank_matches__document_named_whole CHECK ((document_type IS NULL) = (document_id IS NULL)),
  CONSTRAINT fk_bank_matches__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES bank_transactions (company_id, transaction_id),
  CONSTRAINT fk_bank_matches__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_bank_matches__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_bank_matches__one_live ON bank_matches (company_id, transaction_id) WHERE reversal_transaction_id IS NULL;
CREATE INDEX ix_bank_matches__transaction ON bank_matches (company_id, transaction_id);
${companyTable('bank_matches', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reversal_transaction_id IS NULL' })}
`;

const paymentExports = `
CREATE TABLE payment_exports (
  company_id uuid NOT NULL,
  message_id text NOT NULL,
  bank_account_id uuid NOT NULL,
  execution_on date NOT NULL,
  payment_count integer NOT NULL,
  total numeric(28, 4) NOT NULL,
  created_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  CONSTRAINT pk_payment_exports PRIMARY KEY (company_id, message_id),
  CONSTRAINT fk_payment_exports__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id)
);
${companyTable('payment_exports', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'cancelled_at IS NULL' })}

-- One row per item in a message that is not cancelled; cancelling deletes them, and the audit log keeps what they were.
CREATE TABLE payment_export_lines (
  company_id uuid NOT NULL,
  message_id text NOT NULL,
  open_item_id uuid NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_payment_export_lines__positive CHECK (amount > 0),
  CONSTRAINT pk_payment_export_lines PRIMARY KEY (company_id, message_id, open_item_id),
  CONSTRAINT uq_payment_export_lines__item UNIQUE (company_id, open_item_id),
  CONSTRAINT fk_payment_export_lines__export
    FOREIGN KEY (company_id, message_id) REFERENCES payment_exports (company_id, message_id),
  CONSTRAINT fk_payment_export_lines__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items (company_id, open_item_id)
);
${companyTable('payment_export_lines', ['SELECT', 'INSERT', 'DELETE'])}
`;

const exportedStays = `
-- A supplier's document in a payment message is not voided: entered anew it would be paid a second time. Only a message that is
-- not cancelled has lines. Two at once do not miss each other: export and void both lock the open item first, so that the
-- void sees the line here, or the export sees that nothing is left to be paid.
CREATE FUNCTION refuse_void_of_exported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM open_items i
               JOIN payment_export_lines l ON l.company_id = i.company_id AND l.open_item_id = i.open_item_id
              WHERE i.company_id = NEW.company_id AND i.document_id = NEW.invoice_id
                AND i.document_type IN ('purchase_invoice', 'purchase_credit_note')) THEN
    RAISE EXCEPTION 'a document in a payment message is not voided'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_voids__not_exported';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_purchase_invoice_voids__not_exported BEFORE INSERT ON purchase_invoice_voids
  FOR EACH ROW EXECUTE FUNCTION refuse_void_of_exported();
`;
