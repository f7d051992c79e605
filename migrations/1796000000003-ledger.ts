import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Accounts, posting rules, periods, the journal and open items; partners, which open items name. */
export class Ledger1796000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(partners);
    await runner.query(accounts);
    await runner.query(periods);
    await runner.query(journal);
    await runner.query(openItems);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const partners = `
CREATE TABLE partners (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  type text NOT NULL CONSTRAINT ck_partners__known_type CHECK (type IN ('company', 'person')),
  name text NOT NULL,
  code text,
  code_key text,
  vat_code text,
  vat_code_key text,
  country_code char(2),
  email text,
  is_customer boolean NOT NULL,
  is_supplier boolean NOT NULL,
  is_active boolean NOT NULL,
  payment_term_days integer,
  vat_valid boolean,
  vat_validated_at timestamptz,
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_partners PRIMARY KEY (company_id, partner_id),
  CONSTRAINT uq_partners__vat_code UNIQUE (company_id, vat_code_key),
  CONSTRAINT fk_partners__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE UNIQUE INDEX uq_partners__country_and_code ON partners (company_id, (coalesce(country_code, '')), code_key);
CREATE INDEX ix_partners__name ON partners (company_id, name);
${companyTable('partners', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
`;

const accounts = `
CREATE TABLE accounts (
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  translations jsonb,
  type text NOT NULL CONSTRAINT ck_accounts__known_type CHECK (type IN ('asset', 'liability', 'equity', 'income', 'expense')),
  parent_id uuid,
  is_postable boolean NOT NULL,
  control text CONSTRAINT ck_accounts__known_control CHECK (control IN ('receivable', 'payable', 'vat')),
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_accounts PRIMARY KEY (company_id, account_id),
  CONSTRAINT uq_accounts__code UNIQUE (company_id, code),
  CONSTRAINT ck_accounts__not_own_parent CHECK (parent_id <> account_id),
  CONSTRAINT fk_accounts__parent FOREIGN KEY (company_id, parent_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_accounts__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('accounts', ['SELECT', 'INSERT', 'UPDATE'])}

CREATE TABLE company_posting_rules (
  company_id uuid NOT NULL,
  key text NOT NULL,
  account_code text NOT NULL,
  CONSTRAINT pk_company_posting_rules PRIMARY KEY (company_id, key),
  CONSTRAINT fk_company_posting_rules__rule FOREIGN KEY (key) REFERENCES posting_rules (key),
  CONSTRAINT fk_company_posting_rules__account FOREIGN KEY (company_id, account_code) REFERENCES accounts (company_id, code)
);
${companyTable('company_posting_rules', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
`;

const periods = `
CREATE TABLE accounting_periods (
  company_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL CONSTRAINT ck_accounting_periods__month CHECK (month BETWEEN 1 AND 12),
  period_id uuid NOT NULL,
  status text NOT NULL CONSTRAINT ck_accounting_periods__known_status CHECK (status IN ('open', 'locked')),
  locked_at timestamptz,
  CONSTRAINT pk_accounting_periods PRIMARY KEY (company_id, year, month),
  CONSTRAINT uq_accounting_periods__id UNIQUE (company_id, period_id),
  -- @invariant INV-09: being part of a key, the status changes only under the full row lock (FOR UPDATE), which waits for
  -- every posting in flight. A plain update of a column outside all keys would pass them by.
  CONSTRAINT uq_accounting_periods__status UNIQUE (company_id, year, month, status),
  CONSTRAINT fk_accounting_periods__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('accounting_periods', ['SELECT', 'INSERT', 'UPDATE'])}

CREATE TABLE vat_periods (
  company_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL CONSTRAINT ck_vat_periods__month CHECK (month BETWEEN 1 AND 12),
  status text NOT NULL CONSTRAINT ck_vat_periods__known_status CHECK (status IN ('open', 'closed')),
  closed_at timestamptz,
  CONSTRAINT pk_vat_periods PRIMARY KEY (company_id, year, month),
  -- @invariant INV-09, as for accounting periods.
  CONSTRAINT uq_vat_periods__status UNIQUE (company_id, year, month, status),
  CONSTRAINT fk_vat_periods__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('vat_periods', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const journal = `
-- The unique key over total, count and date is what the entries refer to: it pins them to this header for good.
CREATE TABLE journal_transactions (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  posted_on date NOT NULL,
  period_year smallint NOT NULL,
  period_month smallint NOT NULL,
  description text,
  document_type text,
  document_id uuid,
  partner_id uuid,
  entry_count integer NOT NULL CONSTRAINT ck_journal_transactions__two_entries CHECK (entry_count >= 2),
  total numeric(28, 4) NOT NULL CONSTRAINT ck_journal_transactions__total_positive CHECK (total > 0),
  reverses_id uuid,
  request_key_hash bytea DEFAULT decode(nullif(current_setting('app.request_key_hash', true), ''), 'hex'),
  request_ordinal integer NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pk_journal_transactions PRIMARY KEY (company_id, transaction_id),
  CONSTRAINT uq_journal_transactions__pinned UNIQUE (company_id, transaction_id, entry_count, posted_on),
  CONSTRAINT uq_journal_transactions__reversed_once UNIQUE (company_id, reverses_id),
  CONSTRAINT uq_journal_transactions__document UNIQUE (company_id, document_type, document_id),
  CONSTRAINT uq_journal_transactions__request UNIQUE (company_id, request_key_hash, request_ordinal),
  CONSTRAINT ck_journal_transactions__period_of_date
    CHECK (period_year = extract(year FROM posted_on) AND period_month = extract(month FROM posted_on)),
  CONSTRAINT fk_journal_transactions__period
    FOREIGN KEY (company_id, period_year, period_month) REFERENCES accounting_periods (company_id, year, month),
  CONSTRAINT fk_journal_transactions__reverses
    FOREIGN KEY (company_id, reverses_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_journal_transactions__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, partner_id)
);
CREATE INDEX ix_journal_transactions__date ON journal_transactions (company_id, posted_on, transaction_id);
${companyTable('journal_transactions', ['SELECT', 'INSERT'])}
${appendOnly('journal_transactions')}

-- debit and credit are in base currency; document_amount is signed (debit positive) in document currency.
CREATE TABLE journal_entries (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  entry_no integer NOT NULL,
  entry_id uuid NOT NULL,
  entry_count integer NOT NULL,
  posted_on date NOT NULL,
  account_id uuid NOT NULL,
  debit numeric(28, 4) NOT NULL,
  credit numeric(28, 4) NOT NULL,
  document_currency char(3) NOT NULL,
  document_amount numeric(28, 4) NOT NULL,
  description text,
  CONSTRAINT pk_journal_entries PRIMARY KEY (company_id, transaction_id, entry_no),
  CONSTRAINT ck_journal_entries__numbered_within_header CHECK (entry_no BETWEEN 1 AND entry_count),
  CONSTRAINT ck_journal_entries__one_side CHECK (debit >= 0 AND credit >= 0 AND (debit = 0) <> (credit = 0)),
  CONSTRAINT fk_journal_entries__transaction FOREIGN KEY (company_id, transaction_id, entry_count, posted_on)
    REFERENCES journal_transactions (company_id, transaction_id, entry_count, posted_on),
  CONSTRAINT fk_journal_entries__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_journal_entries__currency FOREIGN KEY (document_currency) REFERENCES currencies (code)
);
CREATE INDEX ix_journal_entries__account ON journal_entries (company_id, account_id, posted_on) INCLUDE (debit, credit);
${companyTable('journal_entries', ['SELECT', 'INSERT'])}
${appendOnly('journal_entries')}

-- @invariant INV-01: a header comes with all its entries, in one statement, and they balance. Numbers 1..entry_count are
-- then taken, so the primary key and ck_journal_entries__numbered_within_header refuse any later entry.
CREATE FUNCTION journal_transactions_are_complete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken record;
BEGIN
  SELECT n.transaction_id, n.total, n.entry_count, e.entries, e.debits, e.credits INTO broken
    FROM inserted n
    LEFT JOIN LATERAL (
      SELECT count(*) AS entries, sum(debit) AS debits, sum(credit) AS credits
        FROM journal_entries j WHERE j.company_id = n.company_id AND j.transaction_id = n.transaction_id
    ) e ON true
   WHERE e.entries <> n.entry_count OR e.debits <> n.total OR e.credits <> n.total
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal transaction % has % of % entries, debits %, credits %, total %', broken.transaction_id,
      broken.entries, broken.entry_count, broken.debits, broken.credits, broken.total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_journal_transactions__balanced';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_journal_transactions__complete AFTER INSERT ON journal_transactions
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_transactions_are_complete();

-- @invariant INV-09: the period row is read FOR KEY SHARE, which waits for a lock being set (FOR UPDATE) and sees its result.
CREATE FUNCTION journal_transactions_are_in_open_periods() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE period record;
BEGIN
  FOR period IN
    SELECT p.year, p.month, p.status FROM accounting_periods p
     WHERE (p.company_id, p.year, p.month) IN (SELECT company_id, period_year, period_month FROM inserted)
     ORDER BY p.year, p.month FOR KEY SHARE
  LOOP
    IF period.status = 'locked' THEN
      RAISE EXCEPTION 'period %-% is locked', period.year, lpad(period.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_journal_transactions__period_open';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_journal_transactions__period_open AFTER INSERT ON journal_transactions
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_transactions_are_in_open_periods();
`;

const openItems = `
-- What a partner owes (positive) or is owed (negative) by one document. Only the settled part ever changes.
CREATE TABLE open_items (
  company_id uuid NOT NULL,
  open_item_id uuid NOT NULL,
  side text NOT NULL CONSTRAINT ck_open_items__known_side CHECK (side IN ('receivable', 'payable')),
  partner_id uuid NOT NULL,
  account_id uuid NOT NULL,
  document_type text NOT NULL,
  document_id uuid NOT NULL,
  document_number text NOT NULL,
  posted_on date NOT NULL,
  due_on date NOT NULL,
  currency char(3) NOT NULL,
  amount numeric(28, 4) NOT NULL,
  base_amount numeric(28, 4) NOT NULL,
  settled_amount numeric(28, 4) NOT NULL DEFAULT 0,
  settled_base_amount numeric(28, 4) NOT NULL DEFAULT 0,
  CONSTRAINT pk_open_items PRIMARY KEY (company_id, open_item_id),
  CONSTRAINT uq_open_items__document UNIQUE (company_id, document_type, document_id),
  CONSTRAINT ck_open_items__settled_within_amount CHECK (settled_amount BETWEEN least(amount, 0) AND greatest(amount, 0)),
  CONSTRAINT ck_open_items__settled_within_base CHECK (settled_base_amount BETWEEN least(base_amount, 0) AND greatest(base_amount, 0)),
  CONSTRAINT ck_open_items__settled_together CHECK (settled_amount <> amount OR settled_base_amount = base_amount),
  CONSTRAINT fk_open_items__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, partner_id),
  CONSTRAINT fk_open_items__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_open_items__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
CREATE INDEX ix_open_items__partner ON open_items (company_id, partner_id);
${companyTable('open_items', ['SELECT', 'INSERT', 'UPDATE'])}
-- The application may settle, nothing else.
CREATE FUNCTION open_items_only_settle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.open_item_id, NEW.side, NEW.partner_id, NEW.account_id, NEW.document_type, NEW.document_id,
      NEW.document_number, NEW.posted_on, NEW.due_on, NEW.currency, NEW.amount, NEW.base_amount)
     IS DISTINCT FROM
     (OLD.company_id, OLD.open_item_id, OLD.side, OLD.partner_id, OLD.account_id, OLD.document_type, OLD.document_id,
      OLD.document_number, OLD.posted_on, OLD.due_on, OLD.currency, OLD.amount, OLD.base_amount) THEN
    RAISE EXCEPTION 'an open item only changes by being settled'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_open_items__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_open_items__only_settle BEFORE UPDATE ON open_items FOR EACH ROW EXECUTE FUNCTION open_items_only_settle();

-- One row per item of an allocation; the rows of an allocation add up to zero, but for a write-off and a void of a
-- document, which post the rest, and a payment, whose other side is the bank. The reversal of a payment has the opposite signs.
CREATE TABLE open_item_allocations (
  company_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  line_no integer NOT NULL,
  open_item_id uuid NOT NULL,
  allocated_on date NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_open_item_allocations__not_zero CHECK (amount <> 0),
  base_amount numeric(28, 4) NOT NULL,
  kind text NOT NULL CONSTRAINT ck_open_item_allocations__known_kind CHECK (kind IN ('credit_note', 'netting', 'write_off', 'payment', 'payment_reversal', 'void')),
  transaction_id uuid,
  CONSTRAINT pk_open_item_allocations PRIMARY KEY (company_id, allocation_id, line_no),
  CONSTRAINT fk_open_item_allocations__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items (company_id, open_item_id),
  CONSTRAINT fk_open_item_allocations__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_open_item_allocations__item ON open_item_allocations (company_id, open_item_id);
${companyTable('open_item_allocations', ['SELECT', 'INSERT'])}
${appendOnly('open_item_allocations')}
`;
