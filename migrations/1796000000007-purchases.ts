import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Supplier documents, the keys under which each exists once, and their side of the VAT register. */
export class Purchases1796000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(documents);
    await runner.query(parts);
    await runner.query(partsMatch);
    await runner.query(sideTables);
    await runner.query(documentKeys);
    await runner.query(vatRegister);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const documents = `
-- vat_total is what the supplier charges; self_assessed_vat is what the buyer owes the state instead; deductible_vat is
-- the part of both that he may deduct.
CREATE TABLE purchase_invoices (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  type text NOT NULL CONSTRAINT ck_purchase_invoices__known_type CHECK (type IN ('invoice', 'credit_note')),
  status text NOT NULL CONSTRAINT ck_purchase_invoices__known_status CHECK (status IN ('draft', 'registered')),
  partner_id uuid NOT NULL,
  document_number text NOT NULL,
  number_key text NOT NULL CONSTRAINT ck_purchase_invoices__number_key CHECK (number_key <> ''),
  year_key smallint NOT NULL,
  document_on date NOT NULL,
  tax_point_on date,
  received_on date,
  registered_on date,
  due_on date,
  currency char(3) NOT NULL,
  exchange_rate numeric(20, 8) NOT NULL,
  vat_rounding text NOT NULL CONSTRAINT ck_purchase_invoices__known_vat_rounding CHECK (vat_rounding IN ('total', 'line')),
  net_total numeric(28, 4) NOT NULL,
  vat_total numeric(28, 4) NOT NULL,
  gross_total numeric(28, 4) NOT NULL,
  self_assessed_vat numeric(28, 4) NOT NULL,
  deductible_vat numeric(28, 4) NOT NULL,
  base_net_total numeric(28, 4) NOT NULL,
  base_vat_total numeric(28, 4) NOT NULL,
  base_gross_total numeric(28, 4) NOT NULL,
  base_self_assessed_vat numeric(28, 4) NOT NULL,
  base_deductible_vat numeric(28, 4) NOT NULL,
  line_count integer NOT NULL CONSTRAINT ck_purchase_invoices__has_lines CHECK (line_count >= 1),
  vat_total_count integer NOT NULL,
  rounding_trace text,
  credited_invoice_id uuid,
  details jsonb NOT NULL,
  partner_snapshot jsonb,
  journal_transaction_id uuid,
  event_sequence bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  registered_at timestamptz,
  CONSTRAINT pk_purchase_invoices PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT uq_purchase_invoices__key UNIQUE (company_id, invoice_id, partner_id, number_key, year_key),
  CONSTRAINT ck_purchase_invoices__registered_is_complete CHECK (
    CASE status WHEN 'registered'
      THEN num_nulls(tax_point_on, received_on, registered_on, due_on, partner_snapshot, journal_transaction_id, event_sequence, registered_at) = 0
      ELSE num_nonnulls(registered_on, partner_snapshot, journal_transaction_id, event_sequence, registered_at) = 0 END),
  CONSTRAINT ck_purchase_invoices__only_credit_note_credits CHECK (type = 'credit_note' OR credited_invoice_id IS NULL),
  CONSTRAINT ck_purchase_invoices__totals_add_up
    CHECK (gross_total = net_total + vat_total AND base_gross_total = base_net_total + base_vat_total),
  CONSTRAINT fk_purchase_invoices__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, partner_id),
  CONSTRAINT fk_purchase_invoices__credited
    FOREIGN KEY (company_id, credited_invoice_id) REFERENCES purchase_invoices (company_id, invoice_id),
  CONSTRAINT fk_purchase_invoices__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  -- @invariant INV-13
  CONSTRAINT fk_purchase_invoices__event FOREIGN KEY (company_id, event_sequence, invoice_id) REFERENCES events (company_id, sequence, entity_id),
  CONSTRAINT fk_purchase_invoices__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
CREATE INDEX ix_purchase_invoices__registered_on ON purchase_invoices (company_id, registered_on);
CREATE INDEX ix_purchase_invoices__partner ON purchase_invoices (company_id, partner_id);
CREATE INDEX ix_purchase_invoices__credited ON purchase_invoices (company_id, credited_invoice_id) WHERE credited_invoice_id IS NOT NULL;
${companyTable('purchase_invoices', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'], { changeable: `status = 'draft'` })}

-- @invariant INV-02: drafts and registered documents share the table; a registered one does not change, whoever asks.
CREATE FUNCTION refuse_change_of_registered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' OR (TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID)) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% of registered document % is refused', TG_OP, OLD.document_number
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoices__append_only';
END $$;
CREATE TRIGGER tr_purchase_invoices__registered_never_changes BEFORE UPDATE OR DELETE ON purchase_invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_registered();
CREATE TRIGGER tr_purchase_invoices__no_truncate BEFORE TRUNCATE ON purchase_invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const parts = `
CREATE TABLE purchase_invoice_lines (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  sort_order integer NOT NULL,
  line_id uuid NOT NULL,
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(20, 6) NOT NULL,
  unit_price numeric(28, 6) NOT NULL,
  price_includes_vat boolean NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  deductible_percent numeric(7, 4) NOT NULL
    CONSTRAINT ck_purchase_invoice_lines__deductible_percent CHECK (deductible_percent BETWEEN 0 AND 100),
  item_id uuid,
  account_code text,
  -- Names the account where account_code does not.
  posting_rule text NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  gross numeric(28, 4) NOT NULL,
  self_assessed_vat numeric(28, 4) NOT NULL,
  deductible_vat numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  base_self_assessed_vat numeric(28, 4) NOT NULL,
  base_deductible_vat numeric(28, 4) NOT NULL,
  CONSTRAINT pk_purchase_invoice_lines PRIMARY KEY (company_id, invoice_id, sort_order),
  CONSTRAINT uq_purchase_invoice_lines__id UNIQUE (company_id, line_id),
  CONSTRAINT ck_purchase_invoice_lines__gross CHECK (gross = net + vat),
  CONSTRAINT ck_purchase_invoice_lines__charged_or_self_assessed CHECK (vat = 0 OR self_assessed_vat = 0),
  CONSTRAINT fk_purchase_invoice_lines__invoice FOREIGN KEY (company_id, invoice_id)
    REFERENCES purchase_invoices (company_id, invoice_id) ON DELETE CASCADE,
  CONSTRAINT fk_purchase_invoice_lines__account FOREIGN KEY (company_id, account_code) REFERENCES accounts (company_id, code),
  CONSTRAINT fk_purchase_invoice_lines__item FOREIGN KEY (company_id, item_id) REFERENCES catalog_items (company_id, item_id),
  CONSTRAINT fk_purchase_invoice_lines__posting_rule FOREIGN KEY (posting_rule) REFERENCES posting_rules (key)
);
CREATE INDEX ix_purchase_invoice_lines__item ON purchase_invoice_lines (company_id, item_id) WHERE item_id IS NOT NULL;
${companyTable('purchase_invoice_lines', ['SELECT', 'INSERT', 'DELETE'], {
  changeable: `EXISTS (SELECT 1 FROM purchase_invoices i WHERE i.company_id = purchase_invoice_lines.company_id
                 AND i.invoice_id = purchase_invoice_lines.invoice_id AND i.status = 'draft')`,
})}

-- One row per rate, category and VAT code ('' = none). The VAT register refers to these very amounts (INV-12).
-- Deductible and self-assessed VAT are in base currency.
CREATE TABLE purchase_invoice_vat_totals (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  deductible_vat numeric(28, 4) NOT NULL,
  self_assessed_vat numeric(28, 4) NOT NULL,
  CONSTRAINT pk_purchase_invoice_vat_totals PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category, vat_code),
  CONSTRAINT uq_purchase_invoice_vat_totals__amounts
    UNIQUE (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat),
  CONSTRAINT fk_purchase_invoice_vat_totals__invoice
    FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices (company_id, invoice_id)
);
${companyTable('purchase_invoice_vat_totals', ['SELECT', 'INSERT'])}
${appendOnly('purchase_invoice_vat_totals')}
`;

const partsMatch = `
-- @invariant INV-12 and INV-02: as for sales documents, with the buyer's own VAT.
CREATE FUNCTION refuse_broken_purchase_invoice(p_company uuid, p_invoices uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT i.document_number INTO broken
    FROM purchase_invoices i
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(base_deductible_vat) AS deductible, sum(base_self_assessed_vat) AS self_assessed
                          FROM purchase_invoice_lines x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) l
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(deductible_vat) AS deductible, sum(self_assessed_vat) AS self_assessed
                          FROM purchase_invoice_vat_totals x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) t
   WHERE i.company_id = p_company AND i.invoice_id = ANY (p_invoices) AND i.status = 'registered'
     AND ((l.parts, l.net, l.vat, l.base_net, l.base_vat, l.deductible, l.self_assessed) IS DISTINCT FROM
            (i.line_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat)
       OR (t.parts, t.net, t.vat, t.base_net, t.base_vat, t.deductible, t.self_assessed) IS DISTINCT FROM
            (i.vat_total_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat))
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines or VAT totals of % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_purchase_invoices__parts_match';
  END IF;
END $$;
CREATE FUNCTION purchase_invoice_parts_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_broken_purchase_invoice(company_id, array_agg(DISTINCT invoice_id)) FROM changed GROUP BY company_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_purchase_invoices__inserted_parts_match AFTER INSERT ON purchase_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();
CREATE TRIGGER tr_purchase_invoices__registered_parts_match AFTER UPDATE ON purchase_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();
CREATE TRIGGER tr_purchase_invoice_lines__parts_match AFTER INSERT ON purchase_invoice_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();
CREATE TRIGGER tr_purchase_invoice_vat_totals__parts_match AFTER INSERT ON purchase_invoice_vat_totals
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();

CREATE FUNCTION refuse_change_of_registered_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF EXISTS (SELECT 1 FROM purchase_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'registered') THEN
    RAISE EXCEPTION '% of a line of a registered document is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_lines__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER tr_purchase_invoice_lines__registered_never_changes BEFORE UPDATE OR DELETE ON purchase_invoice_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_registered_line();
CREATE TRIGGER tr_purchase_invoice_lines__no_truncate BEFORE TRUNCATE ON purchase_invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const sideTables = `
-- @invariant INV-10: what a supplier has credited of an invoice, in total: he decides on rates. Given back by the void of
-- a credit note. Its row is the lock of everything that hangs on the invoice.
CREATE TABLE purchase_invoice_credit_limits (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  gross numeric(28, 4) NOT NULL,
  credited_gross numeric(28, 4) NOT NULL DEFAULT 0,
  CONSTRAINT pk_purchase_invoice_credit_limits PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT ck_purchase_invoice_credit_limits__gross CHECK (credited_gross BETWEEN 0 AND gross),
  CONSTRAINT fk_purchase_invoice_credit_limits__invoice
    FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices (company_id, invoice_id)
);
${companyTable('purchase_invoice_credit_limits', ['SELECT', 'INSERT', 'UPDATE'])}
CREATE FUNCTION purchase_credit_limits_only_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.invoice_id, NEW.gross) IS DISTINCT FROM (OLD.company_id, OLD.invoice_id, OLD.gross) THEN
    RAISE EXCEPTION 'a credit limit only changes by a credit'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_credit_limits__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_purchase_invoice_credit_limits__only_credit BEFORE UPDATE ON purchase_invoice_credit_limits
  FOR EACH ROW EXECUTE FUNCTION purchase_credit_limits_only_credit();

-- Registrations that were taken back, each once.
CREATE TABLE purchase_invoice_voids (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  voided_on date NOT NULL,
  reason text NOT NULL,
  journal_transaction_id uuid NOT NULL,
  voided_at timestamptz NOT NULL,
  CONSTRAINT pk_purchase_invoice_voids PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT fk_purchase_invoice_voids__invoice
    FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices (company_id, invoice_id),
  CONSTRAINT fk_purchase_invoice_voids__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
${companyTable('purchase_invoice_voids', ['SELECT', 'INSERT'])}
${appendOnly('purchase_invoice_voids')}
`;

const documentKeys = `
-- @invariant INV-06: a supplier's document is in the books once, drafts included. The row goes with a deleted draft or a
-- voided registration, and only then.
CREATE TABLE purchase_document_keys (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  number_key text NOT NULL,
  year_key smallint NOT NULL,
  invoice_id uuid NOT NULL,
  CONSTRAINT pk_purchase_document_keys PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT uq_purchase_document_keys__supplier_number UNIQUE (company_id, partner_id, number_key, year_key),
  CONSTRAINT fk_purchase_document_keys__invoice FOREIGN KEY (company_id, invoice_id, partner_id, number_key, year_key)
    REFERENCES purchase_invoices (company_id, invoice_id, partner_id, number_key, year_key) DEFERRABLE INITIALLY DEFERRED
);
${companyTable('purchase_document_keys', ['SELECT', 'INSERT', 'DELETE'])}
CREATE FUNCTION refuse_freeing_of_live_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM purchase_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'registered')
     AND NOT EXISTS (SELECT 1 FROM purchase_invoice_voids v WHERE v.company_id = OLD.company_id AND v.invoice_id = OLD.invoice_id)
     AND NOT is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN
    RAISE EXCEPTION 'the number of a registered document is freed by its void'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_document_keys__append_only';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER tr_purchase_document_keys__live_stays BEFORE DELETE ON purchase_document_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_freeing_of_live_key();
CREATE FUNCTION purchase_invoices_have_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE keyless text;
BEGIN
  SELECT c.document_number INTO keyless FROM changed c
   WHERE NOT EXISTS (SELECT 1 FROM purchase_document_keys k WHERE k.company_id = c.company_id AND k.invoice_id = c.invoice_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % has no key', keyless
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_purchase_invoices__has_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_purchase_invoices__inserted_has_key AFTER INSERT ON purchase_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoices_have_keys();
CREATE TRIGGER tr_purchase_invoices__changed_has_key AFTER UPDATE ON purchase_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoices_have_keys();
`;

const vatRegister = `
-- @invariant INV-12, for purchases.
ALTER TABLE vat_register_rows ADD CONSTRAINT fk_vat_register_rows__purchase_totals FOREIGN KEY
  (company_id, purchase_invoice_id, vat_rate, vat_category, vat_code, document_net, document_vat, document_base_net, document_base_vat,
   document_deductible_vat, document_self_assessed_vat)
  REFERENCES purchase_invoice_vat_totals
  (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat);
`;
