import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Statements that follow each other, bank transactions that no document explains, and debts that are written off. */
export class BankReconciliation1796000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(bankStatements);
    await runner.query(bankClosings);
    await runner.query(writeOffs);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const bankStatements = `
-- The balances of statements that were imported, so that a gap between two of them is seen. The same file again is the same row.
CREATE TABLE bank_statements (
  company_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL,
  opening numeric(28, 4) NOT NULL,
  closing numeric(28, 4) NOT NULL,
  statement_name text,
  imported_at timestamptz NOT NULL,
  CONSTRAINT pk_bank_statements PRIMARY KEY (company_id, bank_account_id, to_on, from_on, opening, closing),
  CONSTRAINT ck_bank_statements__days_in_order CHECK (from_on <= to_on),
  CONSTRAINT fk_bank_statements__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id)
);
${companyTable('bank_statements', ['SELECT', 'INSERT'])}
`;

const bankClosings = `
-- Bank transactions that need no match with documents: a journal transaction has booked them, or they are set aside with a
-- reason. Taking that back deletes the row, and the audit log keeps what it was.
CREATE TABLE bank_transaction_closings (
  company_id uuid NOT NULL,
  bank_transaction_id uuid NOT NULL,
  journal_transaction_id uuid,
  entry_no integer,
  reason text,
  closed_at timestamptz NOT NULL,
  CONSTRAINT pk_bank_transaction_closings PRIMARY KEY (company_id, bank_transaction_id),
  CONSTRAINT uq_bank_transaction_closings__entry UNIQUE (company_id, journal_transaction_id, entry_no),
  CONSTRAINT ck_bank_transaction_closings__entry_or_reason
    CHECK ((journal_transaction_id IS NULL) = (entry_no IS NULL) AND (journal_transaction_id IS NULL) = (reason IS NOT NULL)),
  CONSTRAINT fk_bank_transaction_closings__bank_transaction
    FOREIGN KEY (company_id, bank_transaction_id) REFERENCES bank_transactions (company_id, transaction_id),
  CONSTRAINT fk_bank_transaction_closings__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
${companyTable('bank_transaction_closings', ['SELECT', 'INSERT', 'DELETE'])}

-- One bank transaction has one explanation. Whoever explains it holds its advisory lock.
CREATE FUNCTION refuse_second_explanation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'bank_matches' THEN
    IF NOT EXISTS (SELECT 1 FROM bank_transaction_closings c
                    WHERE c.company_id = NEW.company_id AND c.bank_transaction_id = NEW.transaction_id) THEN
      RETURN NEW;
    END IF;
  ELSIF NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.company_id = NEW.company_id
                       AND m.transaction_id = NEW.bank_transaction_id AND m.reversal_transaction_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM settlement_deposits d
                     WHERE d.company_id = NEW.company_id AND d.bank_transaction_id = NEW.bank_transaction_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the bank transaction is explained already'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_bank_transaction_closings__only_explanation';
END $$;
CREATE TRIGGER tr_bank_transaction_closings__only_explanation BEFORE INSERT ON bank_transaction_closings
  FOR EACH ROW EXECUTE FUNCTION refuse_second_explanation();
CREATE TRIGGER tr_bank_matches__only_explanation BEFORE INSERT ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION refuse_second_explanation();

-- The arrival of a payout is found among the lines that look like it, without anybody's order: one that is closed is no
-- arrival, and passes quietly. Who names it himself is refused before.
CREATE FUNCTION closed_is_no_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bank_transaction_closings c
              WHERE c.company_id = NEW.company_id AND c.bank_transaction_id = NEW.bank_transaction_id) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_settlement_deposits__closed_is_no_deposit BEFORE INSERT ON settlement_deposits
  FOR EACH ROW EXECUTE FUNCTION closed_is_no_deposit();

-- What a bank transaction shows to have happened is not reversed before the two are taken apart.
CREATE FUNCTION refuse_reversal_of_bank_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bank_transaction_closings c
              WHERE c.company_id = NEW.company_id AND c.journal_transaction_id = NEW.reverses_id) THEN
    RAISE EXCEPTION 'a bank transaction is matched to the journal transaction'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_journal_transactions__not_matched_to_bank';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_journal_transactions__not_matched_to_bank BEFORE INSERT ON journal_transactions
  FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION refuse_reversal_of_bank_entry();
`;

const writeOffs = `
-- A debt that is given up, of any amount, is not the rest of cents of an allocation ('write_off'): nothing of it was paid.
ALTER TABLE open_item_allocations DROP CONSTRAINT ck_open_item_allocations__known_kind;
ALTER TABLE open_item_allocations ADD CONSTRAINT ck_open_item_allocations__known_kind
  CHECK (kind IN ('credit_note', 'netting', 'write_off', 'payment', 'payment_reversal', 'void', 'advance',
                  'debt_write_off', 'debt_write_off_reversal'));

CREATE OR REPLACE FUNCTION open_item_allocations_count_for_vat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.vat_counted_on := NULL;
  -- What a credit note takes off an invoice is no payment, nor is a void: their register rows say what they change. A debt
  -- that is given up has not been paid either: under cash accounting its VAT does not fall due.
  IF NEW.kind NOT IN ('credit_note', 'void', 'debt_write_off', 'debt_write_off_reversal') AND EXISTS (
             SELECT 1 FROM open_items i
               JOIN vat_register_rows r ON r.company_id = i.company_id AND r.due_on_payment_of = i.document_id
              WHERE i.company_id = NEW.company_id AND i.open_item_id = NEW.open_item_id
                AND i.document_type IN ('sale_invoice', 'purchase_invoice')) THEN
    NEW.vat_counted_on := first_open_vat_day(NEW.company_id, NEW.allocated_on);
  END IF;
  RETURN NEW;
END $$;
`;
