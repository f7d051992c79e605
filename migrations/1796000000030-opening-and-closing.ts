import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';
import postingRules from './seeds/posting-rules-closing.json';

/** Opening the books, locking months with proof, closing fiscal years, and revaluing what is held in foreign currency. */
export class OpeningAndClosing1796000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO posting_rules (key, description, default_code)
       SELECT r.key, r.description, r."defaultCode"
         FROM jsonb_to_recordset($1::jsonb) AS r (key text, description text, "defaultCode" text)`,
      [JSON.stringify(postingRules)],
    );
    await runner.query(fiscalYearEnd);
    await runner.query(periodHistory);
    await runner.query(fiscalYears);
    await runner.query(openings);
    await runner.query(suppliersDocuments);
    await runner.query(payoutLines);
    await runner.query(revaluations);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const fiscalYearEnd = `
ALTER TABLE companies ADD COLUMN fiscal_year_end_month smallint NOT NULL DEFAULT 12
  CONSTRAINT ck_companies__fiscal_year_end_month CHECK (fiscal_year_end_month BETWEEN 1 AND 12);
`;

const periodHistory = `
-- Who locked and unlocked a month, and the hash of the trial balance that a lock found (src/ledger/README.md).
CREATE TABLE accounting_period_changes (
  company_id uuid NOT NULL,
  change_id uuid NOT NULL,
  period_id uuid NOT NULL,
  action text NOT NULL CONSTRAINT ck_accounting_period_changes__known_action CHECK (action IN ('locked', 'unlocked')),
  reason text,
  trial_balance_hash text CONSTRAINT ck_accounting_period_changes__hash_form CHECK (trial_balance_hash ~ '^[0-9a-f]{64}$'),
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  request_id text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pk_accounting_period_changes PRIMARY KEY (company_id, change_id),
  CONSTRAINT ck_accounting_period_changes__locks_have_hash CHECK ((action = 'locked') = (trial_balance_hash IS NOT NULL)),
  CONSTRAINT fk_accounting_period_changes__period
    FOREIGN KEY (company_id, period_id) REFERENCES accounting_periods (company_id, period_id)
);
CREATE INDEX ix_accounting_period_changes__period ON accounting_period_changes (company_id, period_id, changed_at);
${companyTable('accounting_period_changes', ['SELECT', 'INSERT'])}
${appendOnly('accounting_period_changes')}
`;

const fiscalYears = `
-- A fiscal year that is closed, or was until it was reopened. result is in base currency, positive for a profit.
-- year is the calendar year in which it ends.
CREATE TABLE fiscal_year_closes (
  company_id uuid NOT NULL,
  close_id uuid NOT NULL,
  year smallint NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  result numeric(28, 4) NOT NULL,
  transaction_id uuid,
  closed_at timestamptz NOT NULL,
  reopened_at timestamptz,
  reopen_reason text,
  CONSTRAINT pk_fiscal_year_closes PRIMARY KEY (company_id, close_id),
  CONSTRAINT ck_fiscal_year_closes__days CHECK (
    starts_on < ends_on AND year = extract(year FROM ends_on)
    AND extract(day FROM starts_on) = 1 AND extract(day FROM ends_on + 1) = 1),
  CONSTRAINT ck_fiscal_year_closes__result_posted CHECK (result = 0 OR transaction_id IS NOT NULL),
  CONSTRAINT ck_fiscal_year_closes__reopened_with_reason CHECK ((reopened_at IS NULL) = (reopen_reason IS NULL)),
  CONSTRAINT fk_fiscal_year_closes__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT fk_fiscal_year_closes__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_fiscal_year_closes__one_live ON fiscal_year_closes (company_id, ends_on) WHERE reopened_at IS NULL;
${companyTable('fiscal_year_closes', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reopened_at IS NULL' })}

-- Whoever posts or makes a month shares the gate that a close or a lock takes for itself: neither misses the other, and as
-- the gate serves in turn, no stream of postings keeps a close or a lock waiting.
CREATE FUNCTION fiscal_year_gate(p_company uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('fiscal-years' || p_company::text, 0) $$;

-- @invariant INV-09: all that is dated up to the end of a closed year is locked when it is closed, and stays locked.
CREATE FUNCTION fiscal_years_close_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE months integer;
BEGIN
  PERFORM pg_advisory_xact_lock(fiscal_year_gate(NEW.company_id));
  IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.close_id <> NEW.close_id
              AND c.reopened_at IS NULL AND c.ends_on >= NEW.starts_on) THEN
    RAISE EXCEPTION 'fiscal years are closed in order'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__in_order';
  END IF;
  SELECT count(*) INTO months FROM accounting_periods p
   WHERE p.company_id = NEW.company_id AND p.status = 'locked'
     AND make_date(p.year, p.month, 1) BETWEEN NEW.starts_on AND NEW.ends_on;
  IF months <> extract(year FROM age(NEW.ends_on + 1, NEW.starts_on)) * 12 + extract(month FROM age(NEW.ends_on + 1, NEW.starts_on))
     OR EXISTS (SELECT 1 FROM accounting_periods p WHERE p.company_id = NEW.company_id AND p.status = 'open'
                 AND make_date(p.year, p.month, 1) <= NEW.ends_on) THEN
    RAISE EXCEPTION 'a month up to % is not locked', NEW.ends_on
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__months_locked';
  END IF;
  IF NEW.transaction_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id AND t.transaction_id = NEW.transaction_id
          AND (t.document_type, t.document_id, t.posted_on) = ('year_end_close', NEW.close_id, NEW.ends_on)) THEN
    RAISE EXCEPTION 'the closing of % is not what its journal transaction says', NEW.year
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__as_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_fiscal_year_closes__whole AFTER INSERT ON fiscal_year_closes
  FOR EACH ROW EXECUTE FUNCTION fiscal_years_close_whole();

-- Only the latest closed year is reopened, and nothing else of a close ever changes.
CREATE FUNCTION fiscal_years_only_reopen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF OLD.reopened_at IS NULL AND NEW.reopened_at IS NOT NULL
     AND (to_jsonb(NEW) - '{reopened_at,reopen_reason}'::text[]) = (to_jsonb(OLD) - '{reopened_at,reopen_reason}'::text[]) THEN
    IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.reopened_at IS NULL AND c.ends_on > NEW.ends_on) THEN
      RAISE EXCEPTION 'only the latest closed year is reopened'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__latest_reopens';
    END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the closing of a fiscal year only changes by being reopened'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_fiscal_year_closes__append_only';
END $$;
CREATE TRIGGER tr_fiscal_year_closes__only_reopen BEFORE UPDATE OR DELETE ON fiscal_year_closes
  FOR EACH ROW EXECUTE FUNCTION fiscal_years_only_reopen();
CREATE TRIGGER tr_fiscal_year_closes__no_truncate BEFORE TRUNCATE ON fiscal_year_closes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A year is open again only with its closing reversed. At the end of the transaction: the month is unlocked in between.
CREATE FUNCTION fiscal_years_reopen_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.transaction_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id AND t.reverses_id = NEW.transaction_id) THEN
    RAISE EXCEPTION 'the closing of % is not reversed', NEW.year
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__reopened_reversed';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER tr_fiscal_year_closes__reversed AFTER UPDATE ON fiscal_year_closes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fiscal_years_reopen_reversed();

-- @invariant INV-09: no month up to the end of a closed year is unlocked, or made anew as an open one. Before the row is
-- there: who waits for a closing holds no month that the closing needs.
CREATE FUNCTION accounting_periods_of_closed_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'open' THEN
    PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(NEW.company_id));
    IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.reopened_at IS NULL
                AND c.ends_on >= make_date(NEW.year, NEW.month, 1)) THEN
      RAISE EXCEPTION 'period %-% is in a closed fiscal year', NEW.year, lpad(NEW.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_accounting_periods__year_open';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_accounting_periods__year_open BEFORE INSERT OR UPDATE ON accounting_periods
  FOR EACH ROW EXECUTE FUNCTION accounting_periods_of_closed_years();
`;

const openings = `
-- The balances that a company begins with; one at a time.
CREATE TABLE opening_balances (
  company_id uuid NOT NULL,
  opening_id uuid NOT NULL,
  opened_on date NOT NULL,
  transaction_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_opening_balances PRIMARY KEY (company_id, opening_id),
  CONSTRAINT fk_opening_balances__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_opening_balances__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_opening_balances__one_live ON opening_balances (company_id) WHERE reversal_transaction_id IS NULL;
${companyTable('opening_balances', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reversal_transaction_id IS NULL' })}

-- Documents of the old books that were open. item_id is also the open item's id, and the id of its document.
CREATE TABLE opening_items (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  opening_id uuid NOT NULL,
  side text NOT NULL CONSTRAINT ck_opening_items__known_side CHECK (side IN ('receivable', 'payable')),
  partner_id uuid NOT NULL,
  document_number text NOT NULL,
  number_key text NOT NULL CONSTRAINT ck_opening_items__number_key CHECK (number_key <> ''),
  document_on date NOT NULL,
  transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_opening_items PRIMARY KEY (company_id, item_id),
  CONSTRAINT fk_opening_items__open_item FOREIGN KEY (company_id, item_id) REFERENCES open_items (company_id, open_item_id),
  CONSTRAINT fk_opening_items__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, partner_id),
  CONSTRAINT fk_opening_items__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_opening_items__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_opening_items__document ON opening_items (company_id, partner_id, side, number_key)
  WHERE reversal_transaction_id IS NULL;
CREATE INDEX ix_opening_items__opening ON opening_items (company_id, opening_id);
${companyTable('opening_items', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reversal_transaction_id IS NULL' })}

-- What opened the books only changes by being taken back, once.
CREATE FUNCTION openings_are_only_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF (to_jsonb(NEW) - 'reversal_transaction_id') = (to_jsonb(OLD) - 'reversal_transaction_id')
     AND OLD.reversal_transaction_id IS NULL
     AND EXISTS (SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id
                  AND t.transaction_id = NEW.reversal_transaction_id AND t.reverses_id = NEW.transaction_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% on % is refused: it is only taken back by its reversal', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $$;
CREATE TRIGGER tr_opening_balances__only_reversed BEFORE UPDATE OR DELETE ON opening_balances
  FOR EACH ROW EXECUTE FUNCTION openings_are_only_reversed();
CREATE TRIGGER tr_opening_balances__no_truncate BEFORE TRUNCATE ON opening_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_opening_items__only_reversed BEFORE UPDATE OR DELETE ON opening_items
  FOR EACH ROW EXECUTE FUNCTION openings_are_only_reversed();

-- As a registration is not voided: entered anew the item would be paid a second time.
CREATE FUNCTION refuse_reversal_of_exported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM payment_export_lines l WHERE l.company_id = NEW.company_id AND l.open_item_id = NEW.item_id) THEN
    RAISE EXCEPTION 'an opening item in a payment message is not taken back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_opening_items__not_exported';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_opening_items__not_exported BEFORE UPDATE ON opening_items
  FOR EACH ROW EXECUTE FUNCTION refuse_reversal_of_exported();
CREATE TRIGGER tr_opening_items__no_truncate BEFORE TRUNCATE ON opening_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const suppliersDocuments = `
-- Whoever enters a supplier's document shares the gate that an opening takes for itself: neither misses the other.
CREATE FUNCTION openings_gate(p_company uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('openings' || p_company::text, 0) $$;

-- The live document under a number; the year counts where the company has it so (purchase_document_keys).
CREATE FUNCTION supplier_document_of(p_company uuid, p_partner uuid, p_number_key text, p_document_on date)
RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT k.invoice_id FROM purchase_document_keys k
   WHERE k.company_id = p_company AND k.partner_id = p_partner AND k.number_key = p_number_key
     AND k.year_key IN (0, extract(year FROM p_document_on)) LIMIT 1
$$;

-- @invariant INV-06: what was opened as a supplier's document is not entered as one too, nor the reverse.
CREATE FUNCTION opening_items_are_not_registered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE taken text;
BEGIN
  PERFORM pg_advisory_xact_lock(openings_gate(c.company_id)) FROM (SELECT DISTINCT company_id FROM inserted) c;
  SELECT i.document_number INTO taken FROM inserted i
   WHERE i.side = 'payable' AND supplier_document_of(i.company_id, i.partner_id, i.number_key, i.document_on) IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % of this supplier is in the books', taken
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'ck_opening_items__not_registered';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_opening_items__not_registered AFTER INSERT ON opening_items
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION opening_items_are_not_registered();

CREATE FUNCTION supplier_documents_are_not_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(openings_gate(NEW.company_id));
  IF EXISTS (SELECT 1 FROM opening_items o
              WHERE o.company_id = NEW.company_id AND o.partner_id = NEW.partner_id AND o.side = 'payable'
                AND o.number_key = NEW.number_key AND o.reversal_transaction_id IS NULL
                AND NEW.year_key IN (0, extract(year FROM o.document_on))) THEN
    RAISE EXCEPTION 'the document % was opened', NEW.number_key
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'ck_purchase_document_keys__not_opened';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_purchase_document_keys__not_opened AFTER INSERT ON purchase_document_keys
  FOR EACH ROW EXECUTE FUNCTION supplier_documents_are_not_opened();
`;

const payoutLines = `
-- What a line of a payout pays is an invoice, or a receivable of the old books that is not taken back.
ALTER TABLE settlement_lines DROP CONSTRAINT fk_settlement_lines__invoice;
CREATE FUNCTION settlement_lines_name_receivables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM sale_invoices i WHERE i.company_id = NEW.company_id AND i.invoice_id = NEW.matched_invoice_id)
     AND NOT EXISTS (SELECT 1 FROM opening_items o WHERE o.company_id = NEW.company_id AND o.item_id = NEW.matched_invoice_id
                      AND o.side = 'receivable' AND o.reversal_transaction_id IS NULL) THEN
    RAISE EXCEPTION 'there is no invoice %', NEW.matched_invoice_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'fk_settlement_lines__invoice';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_settlement_lines__receivable AFTER INSERT OR UPDATE OF matched_invoice_id ON settlement_lines
  FOR EACH ROW WHEN (NEW.matched_invoice_id IS NOT NULL) EXECUTE FUNCTION settlement_lines_name_receivables();
`;

const revaluations = `
-- What is held in one foreign currency, revalued at the rate of a day: units of the currency per one of base currency.
-- Open items: transaction_id, taken back the next day by next_day_transaction_id. Bank balances: bank_transaction_id, for good.
CREATE TABLE revaluations (
  company_id uuid NOT NULL,
  revaluation_id uuid NOT NULL,
  currency char(3) NOT NULL,
  revalued_on date NOT NULL,
  rate numeric(20, 8) NOT NULL CONSTRAINT ck_revaluations__rate CHECK (rate > 0),
  gain numeric(28, 4) NOT NULL CONSTRAINT ck_revaluations__gain CHECK (gain >= 0),
  loss numeric(28, 4) NOT NULL CONSTRAINT ck_revaluations__loss CHECK (loss >= 0),
  transaction_id uuid,
  next_day_transaction_id uuid,
  bank_transaction_id uuid,
  created_at timestamptz NOT NULL,
  reversed_at timestamptz,
  CONSTRAINT pk_revaluations PRIMARY KEY (company_id, revaluation_id),
  CONSTRAINT ck_revaluations__posted
    CHECK ((gain = 0 AND loss = 0) OR transaction_id IS NOT NULL OR bank_transaction_id IS NOT NULL),
  CONSTRAINT ck_revaluations__taken_back_next_day CHECK ((transaction_id IS NULL) = (next_day_transaction_id IS NULL)),
  CONSTRAINT fk_revaluations__currency FOREIGN KEY (currency) REFERENCES currencies (code),
  CONSTRAINT fk_revaluations__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT fk_revaluations__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_revaluations__next_day
    FOREIGN KEY (company_id, next_day_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_revaluations__bank
    FOREIGN KEY (company_id, bank_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_revaluations__one_live ON revaluations (company_id, currency, revalued_on) WHERE reversed_at IS NULL;
${companyTable('revaluations', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reversed_at IS NULL' })}

CREATE FUNCTION revaluations_are_only_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF (to_jsonb(NEW) - 'reversed_at') = (to_jsonb(OLD) - 'reversed_at')
     AND OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a revaluation only changes by being taken back'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_revaluations__append_only';
END $$;
CREATE TRIGGER tr_revaluations__only_reversed BEFORE UPDATE OR DELETE ON revaluations
  FOR EACH ROW EXECUTE FUNCTION revaluations_are_only_reversed();
CREATE TRIGGER tr_revaluations__no_truncate BEFORE TRUNCATE ON revaluations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;
