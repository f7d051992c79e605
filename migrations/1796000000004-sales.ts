import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Document series, sales documents and the VAT register, of both sides. */
export class Sales1796000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(series);
    await runner.query(documents);
    await runner.query(lines);
    await runner.query(sideTables);
    await runner.query(vatRegister);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const series = `
CREATE TABLE document_series (
  company_id uuid NOT NULL,
  series_id uuid NOT NULL,
  document_type text NOT NULL CONSTRAINT ck_document_series__known_type
    CHECK (document_type IN ('sale_invoice', 'sale_credit_note', 'sale_proforma', 'sale_advance')),
  prefix text NOT NULL,
  name text,
  label text,
  number_length smallint NOT NULL CONSTRAINT ck_document_series__number_length CHECK (number_length BETWEEN 1 AND 12),
  first_number bigint NOT NULL CONSTRAINT ck_document_series__first_number CHECK (first_number >= 1),
  allocated_from bigint,
  allocated_to bigint,
  yearly boolean NOT NULL,
  -- A yearly series starts at first_number in this year, in every other at the start of its range.
  first_year smallint,
  print_series boolean NOT NULL,
  is_default boolean NOT NULL,
  is_active boolean NOT NULL,
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_document_series PRIMARY KEY (company_id, series_id),
  CONSTRAINT uq_document_series__prefix UNIQUE (company_id, prefix),
  CONSTRAINT ck_document_series__first_year_of_yearly CHECK ((first_year IS NOT NULL) = yearly),
  CONSTRAINT ck_document_series__range CHECK (first_number BETWEEN coalesce(allocated_from, 1) AND coalesce(allocated_to, 999999999999)),
  CONSTRAINT fk_document_series__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE UNIQUE INDEX uq_document_series__one_default ON document_series (company_id, document_type) WHERE is_default;
${companyTable('document_series', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}

-- The counter of a series: year_key 0 where numbers do not restart. Opened on first use; its row is the lock.
CREATE TABLE document_series_years (
  company_id uuid NOT NULL,
  series_id uuid NOT NULL,
  year_key smallint NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  last_issued_on date,
  CONSTRAINT pk_document_series_years PRIMARY KEY (company_id, series_id, year_key),
  CONSTRAINT uq_document_series_years__first UNIQUE (company_id, series_id, year_key, first_number),
  CONSTRAINT ck_document_series_years__counts_up CHECK (last_number >= first_number - 1),
  CONSTRAINT fk_document_series_years__series FOREIGN KEY (company_id, series_id) REFERENCES document_series (company_id, series_id)
) WITH (fillfactor = 50);
${companyTable('document_series_years', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const documents = `
CREATE TABLE sale_invoices (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  type text NOT NULL CONSTRAINT ck_sale_invoices__known_type CHECK (type IN ('invoice', 'credit_note')),
  status text NOT NULL CONSTRAINT ck_sale_invoices__known_status CHECK (status IN ('draft', 'issued')),
  partner_id uuid NOT NULL,
  series_id uuid,
  year_key smallint,
  number bigint,
  previous_number bigint,
  first_number bigint,
  series_prefix text,
  full_number text,
  issued_on date,
  tax_point_on date,
  due_on date,
  currency char(3) NOT NULL,
  exchange_rate numeric(20, 8) NOT NULL,
  vat_rounding text NOT NULL CONSTRAINT ck_sale_invoices__known_vat_rounding CHECK (vat_rounding IN ('total', 'line')),
  discount_percent numeric(9, 6) NOT NULL,
  net_total numeric(28, 4) NOT NULL,
  vat_total numeric(28, 4) NOT NULL,
  gross_total numeric(28, 4) NOT NULL,
  base_net_total numeric(28, 4) NOT NULL,
  base_vat_total numeric(28, 4) NOT NULL,
  base_gross_total numeric(28, 4) NOT NULL,
  line_count integer NOT NULL CONSTRAINT ck_sale_invoices__has_lines CHECK (line_count >= 1),
  vat_total_count integer NOT NULL,
  rounding_trace text,
  credited_invoice_id uuid,
  credited_invoice_reference text,
  credited_invoice_on date,
  vat_scheme text,
  vat_country_code char(2),
  business_key text,
  order_number text,
  chronology_warning boolean NOT NULL DEFAULT false,
  details jsonb NOT NULL,
  partner_snapshot jsonb,
  vat_evidence jsonb,
  journal_transaction_id uuid,
  event_sequence bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  issued_at timestamptz,
  CONSTRAINT pk_sale_invoices PRIMARY KEY (company_id, invoice_id),
  -- @invariant INV-03: a gap is not found later, it cannot be stored.
  CONSTRAINT uq_sale_invoices__number UNIQUE (company_id, series_id, year_key, number),
  CONSTRAINT uq_sale_invoices__full_number UNIQUE (company_id, full_number),
  -- CASE, not OR: with a missing previous number "NULL OR false" is NULL, and a check lets NULL pass.
  CONSTRAINT ck_sale_invoices__follows_previous
    CHECK (CASE WHEN previous_number IS NULL THEN number = first_number ELSE previous_number = number - 1 END),
  CONSTRAINT ck_sale_invoices__issued_is_complete CHECK (
    (status = 'issued') = (number IS NOT NULL)
    AND (status = 'draft' OR num_nulls(series_id, year_key, first_number, series_prefix, full_number, issued_on, tax_point_on, due_on,
      partner_snapshot, vat_evidence, journal_transaction_id, event_sequence, issued_at) = 0)
    AND (status = 'issued' OR num_nonnulls(number, previous_number, first_number, series_prefix, full_number, journal_transaction_id, event_sequence) = 0)),
  CONSTRAINT ck_sale_invoices__credit_note_names_original
    CHECK (type = 'credit_note' OR num_nonnulls(credited_invoice_id, credited_invoice_reference, credited_invoice_on) = 0),
  CONSTRAINT ck_sale_invoices__totals_add_up
    CHECK (gross_total = net_total + vat_total AND base_gross_total = base_net_total + base_vat_total),
  CONSTRAINT fk_sale_invoices__previous FOREIGN KEY (company_id, series_id, year_key, previous_number)
    REFERENCES sale_invoices (company_id, series_id, year_key, number),
  CONSTRAINT fk_sale_invoices__series_year FOREIGN KEY (company_id, series_id, year_key, first_number)
    REFERENCES document_series_years (company_id, series_id, year_key, first_number),
  CONSTRAINT fk_sale_invoices__series FOREIGN KEY (company_id, series_id) REFERENCES document_series (company_id, series_id),
  CONSTRAINT fk_sale_invoices__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, partner_id),
  CONSTRAINT fk_sale_invoices__credited FOREIGN KEY (company_id, credited_invoice_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_sale_invoices__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  -- @invariant INV-13: the event is this document's own; two documents cannot share one.
  CONSTRAINT fk_sale_invoices__event FOREIGN KEY (company_id, event_sequence, invoice_id) REFERENCES events (company_id, sequence, entity_id),
  CONSTRAINT fk_sale_invoices__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
CREATE INDEX ix_sale_invoices__issued_on ON sale_invoices (company_id, issued_on);
CREATE INDEX ix_sale_invoices__partner ON sale_invoices (company_id, partner_id);
CREATE INDEX ix_sale_invoices__credited ON sale_invoices (company_id, credited_invoice_id) WHERE credited_invoice_id IS NOT NULL;
${companyTable('sale_invoices', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'], { changeable: `status = 'draft'` })}

-- @invariant INV-02: drafts and issued documents share the table; an issued one does not change, whoever asks.
CREATE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' OR (TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID)) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% of issued document % is refused: correct it with a credit note', TG_OP, OLD.full_number
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoices__append_only';
END $$;
CREATE TRIGGER tr_sale_invoices__issued_never_changes BEFORE UPDATE OR DELETE ON sale_invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER tr_sale_invoices__no_truncate BEFORE TRUNCATE ON sale_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const lines = `
CREATE TABLE sale_invoice_lines (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  sort_order integer NOT NULL,
  line_id uuid NOT NULL,
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(20, 6) NOT NULL,
  unit_price numeric(28, 6) NOT NULL,
  price_includes_vat boolean NOT NULL,
  discount_percent numeric(9, 6) NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  vat_exemption_basis text,
  credited_line_id uuid,
  -- What the item gave the line; its account is where the line's net is posted (null: sales.revenueServices).
  item_id uuid,
  revenue_account_code text,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  gross numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  details jsonb NOT NULL,
  CONSTRAINT pk_sale_invoice_lines PRIMARY KEY (company_id, invoice_id, sort_order),
  CONSTRAINT uq_sale_invoice_lines__id UNIQUE (company_id, line_id),
  CONSTRAINT ck_sale_invoice_lines__gross CHECK (gross = net + vat),
  CONSTRAINT fk_sale_invoice_lines__invoice FOREIGN KEY (company_id, invoice_id)
    REFERENCES sale_invoices (company_id, invoice_id) ON DELETE CASCADE,
  CONSTRAINT fk_sale_invoice_lines__credited FOREIGN KEY (company_id, credited_line_id) REFERENCES sale_invoice_lines (company_id, line_id)
);
CREATE INDEX ix_sale_invoice_lines__credited ON sale_invoice_lines (company_id, credited_line_id) WHERE credited_line_id IS NOT NULL;
${companyTable('sale_invoice_lines', ['SELECT', 'INSERT', 'DELETE'], {
  changeable: `EXISTS (SELECT 1 FROM sale_invoices i WHERE i.company_id = sale_invoice_lines.company_id
                 AND i.invoice_id = sale_invoice_lines.invoice_id AND i.status = 'draft')`,
})}

-- One row per rate, category and VAT code ('' = none). The VAT register refers to these very amounts (INV-12).
CREATE TABLE sale_invoice_vat_totals (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  CONSTRAINT pk_sale_invoice_vat_totals PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category, vat_code),
  CONSTRAINT uq_sale_invoice_vat_totals__amounts
    UNIQUE (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat),
  CONSTRAINT fk_sale_invoice_vat_totals__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices (company_id, invoice_id)
);
${companyTable('sale_invoice_vat_totals', ['SELECT', 'INSERT'])}
${appendOnly('sale_invoice_vat_totals')}

-- @invariant INV-12 and INV-02: the parts of an issued document are there when it is issued, add up to its totals, and
-- stay as many as they are. The counts refuse what sums alone would let in: lines that cancel each other out.
CREATE FUNCTION refuse_broken_sale_invoice(p_company uuid, p_invoices uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT i.full_number INTO broken
    FROM sale_invoices i
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat
                          FROM sale_invoice_lines x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) l
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat
                          FROM sale_invoice_vat_totals x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) t
   WHERE i.company_id = p_company AND i.invoice_id = ANY (p_invoices) AND i.status = 'issued'
     AND ((l.parts, l.net, l.vat, l.base_net, l.base_vat)
            IS DISTINCT FROM (i.line_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total)
       OR (t.parts, t.net, t.vat, t.base_net, t.base_vat)
            IS DISTINCT FROM (i.vat_total_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total))
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines or VAT totals of % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_sale_invoices__parts_match';
  END IF;
END $$;
CREATE FUNCTION sale_invoice_parts_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_broken_sale_invoice(company_id, array_agg(DISTINCT invoice_id)) FROM changed GROUP BY company_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_sale_invoices__inserted_parts_match AFTER INSERT ON sale_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();
CREATE TRIGGER tr_sale_invoices__issued_parts_match AFTER UPDATE ON sale_invoices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();
CREATE TRIGGER tr_sale_invoice_lines__parts_match AFTER INSERT ON sale_invoice_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();
CREATE TRIGGER tr_sale_invoice_vat_totals__parts_match AFTER INSERT ON sale_invoice_vat_totals
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();

CREATE FUNCTION refuse_change_of_issued_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF EXISTS (SELECT 1 FROM sale_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'issued') THEN
    RAISE EXCEPTION '% of a line of an issued document is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoice_lines__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER tr_sale_invoice_lines__issued_never_changes BEFORE UPDATE OR DELETE ON sale_invoice_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_line();
CREATE TRIGGER tr_sale_invoice_lines__no_truncate BEFORE TRUNCATE ON sale_invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const sideTables = `
-- @invariant INV-10: what is left to credit, per rate and category. The credit's update of these rows is the lock.
CREATE TABLE sale_invoice_credit_limits (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  credited_net numeric(28, 4) NOT NULL DEFAULT 0,
  credited_vat numeric(28, 4) NOT NULL DEFAULT 0,
  credited_base_net numeric(28, 4) NOT NULL DEFAULT 0,
  credited_base_vat numeric(28, 4) NOT NULL DEFAULT 0,
  CONSTRAINT pk_sale_invoice_credit_limits PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category),
  CONSTRAINT ck_sale_invoice_credit_limits__net CHECK (credited_net BETWEEN least(net, 0) AND greatest(net, 0)),
  CONSTRAINT ck_sale_invoice_credit_limits__vat CHECK (credited_vat BETWEEN least(vat, 0) AND greatest(vat, 0)),
  CONSTRAINT ck_sale_invoice_credit_limits__base CHECK (
    credited_base_net BETWEEN least(base_net, 0) AND greatest(base_net, 0)
    AND credited_base_vat BETWEEN least(base_vat, 0) AND greatest(base_vat, 0)),
  -- A rate whose lines cancel out may still carry a cent of VAT, which only the credit of the rest takes.
  CONSTRAINT ck_sale_invoice_credit_limits__emptied_together CHECK (credited_net <> net OR net = 0 OR
    (credited_vat, credited_base_net, credited_base_vat) = (vat, base_net, base_vat)),
  CONSTRAINT fk_sale_invoice_credit_limits__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices (company_id, invoice_id)
);
${companyTable('sale_invoice_credit_limits', ['SELECT', 'INSERT', 'UPDATE'])}
CREATE FUNCTION credit_limits_only_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.invoice_id, NEW.vat_rate, NEW.vat_category, NEW.net, NEW.vat, NEW.base_net, NEW.base_vat)
     IS DISTINCT FROM
     (OLD.company_id, OLD.invoice_id, OLD.vat_rate, OLD.vat_category, OLD.net, OLD.vat, OLD.base_net, OLD.base_vat)
     OR abs(NEW.credited_net) < abs(OLD.credited_net) OR abs(NEW.credited_vat) < abs(OLD.credited_vat)
     OR abs(NEW.credited_base_net) < abs(OLD.credited_base_net) OR abs(NEW.credited_base_vat) < abs(OLD.credited_base_vat) THEN
    RAISE EXCEPTION 'a credit limit only changes by a credit'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoice_credit_limits__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_sale_invoice_credit_limits__only_credit BEFORE UPDATE ON sale_invoice_credit_limits
  FOR EACH ROW EXECUTE FUNCTION credit_limits_only_credit();

-- @invariant INV-14: one live document per business key of the caller. Freed with a deleted draft or by a full credit.
CREATE TABLE sale_invoice_business_keys (
  company_id uuid NOT NULL,
  type text NOT NULL,
  kind text NOT NULL CONSTRAINT ck_sale_invoice_business_keys__known_kind CHECK (kind IN ('business_key', 'order_number')),
  business_key text NOT NULL,
  invoice_id uuid NOT NULL,
  CONSTRAINT pk_sale_invoice_business_keys PRIMARY KEY (company_id, type, kind, business_key),
  CONSTRAINT fk_sale_invoice_business_keys__invoice FOREIGN KEY (company_id, invoice_id)
    REFERENCES sale_invoices (company_id, invoice_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ix_sale_invoice_business_keys__invoice ON sale_invoice_business_keys (company_id, invoice_id);
${companyTable('sale_invoice_business_keys', ['SELECT', 'INSERT', 'DELETE'])}
`;

const vatRegister = `
-- Both sides. Written at posting, frozen. Amounts carry the sign (credits negative, the void of a purchase the opposite of
-- what it takes back); the document's own are the generated columns. Deductible and self-assessed VAT are in base currency.
CREATE TABLE vat_register_rows (
  company_id uuid NOT NULL,
  side text NOT NULL CONSTRAINT ck_vat_register_rows__known_side CHECK (side IN ('sales', 'purchases')),
  document_id uuid NOT NULL,
  is_void boolean NOT NULL DEFAULT false,
  sale_invoice_id uuid GENERATED ALWAYS AS (CASE side WHEN 'sales' THEN document_id END) STORED,
  purchase_invoice_id uuid GENERATED ALWAYS AS (CASE side WHEN 'purchases' THEN document_id END) STORED,
  vat_rate numeric(7, 4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  document_type text NOT NULL,
  document_number text NOT NULL,
  document_on date NOT NULL,
  tax_point_on date NOT NULL,
  received_on date,
  period_year smallint NOT NULL,
  period_month smallint NOT NULL,
  posted_on date NOT NULL,
  corrected_number text,
  corrected_on date,
  partner_id uuid NOT NULL,
  partner_name text NOT NULL,
  partner_is_person boolean NOT NULL,
  partner_country_code char(2),
  partner_code text,
  partner_vat_code text,
  vat_scheme text,
  sign smallint NOT NULL CONSTRAINT ck_vat_register_rows__sign CHECK (sign IN (1, -1)),
  currency char(3) NOT NULL,
  net numeric(28, 4) NOT NULL,
  vat numeric(28, 4) NOT NULL,
  base_net numeric(28, 4) NOT NULL,
  base_vat numeric(28, 4) NOT NULL,
  deductible_vat numeric(28, 4),
  self_assessed_vat numeric(28, 4),
  document_net numeric(28, 4) GENERATED ALWAYS AS (sign * net) STORED,
  document_vat numeric(28, 4) GENERATED ALWAYS AS (sign * vat) STORED,
  document_base_net numeric(28, 4) GENERATED ALWAYS AS (sign * base_net) STORED,
  document_base_vat numeric(28, 4) GENERATED ALWAYS AS (sign * base_vat) STORED,
  document_deductible_vat numeric(28, 4) GENERATED ALWAYS AS (sign * deductible_vat) STORED,
  document_self_assessed_vat numeric(28, 4) GENERATED ALWAYS AS (sign * self_assessed_vat) STORED,
  CONSTRAINT pk_vat_register_rows PRIMARY KEY (company_id, side, document_id, is_void, vat_rate, vat_category, vat_code),
  CONSTRAINT ck_vat_register_rows__sign_of_type CHECK (sign =
    CASE document_type WHEN 'credit_note' THEN -1 ELSE 1 END * CASE WHEN is_void THEN -1 ELSE 1 END),
  CONSTRAINT ck_vat_register_rows__purchase_is_complete CHECK (
    num_nonnulls(received_on, deductible_vat, self_assessed_vat) = CASE side WHEN 'purchases' THEN 3 ELSE 0 END
    AND (side = 'purchases' OR NOT is_void)),
  -- Sales count at their tax point, purchases when they are received, a void in that month or, once it is closed, later.
  CONSTRAINT ck_vat_register_rows__period_of_date CHECK (CASE
    WHEN is_void THEN (period_year, period_month) >= (extract(year FROM received_on), extract(month FROM received_on))
    ELSE (period_year, period_month) = (extract(year FROM coalesce(received_on, tax_point_on)), extract(month FROM coalesce(received_on, tax_point_on)))
  END),
  CONSTRAINT fk_vat_register_rows__period
    FOREIGN KEY (company_id, period_year, period_month) REFERENCES vat_periods (company_id, year, month),
  -- @invariant INV-12
  CONSTRAINT fk_vat_register_rows__document_totals FOREIGN KEY
    (company_id, sale_invoice_id, vat_rate, vat_category, vat_code, document_net, document_vat, document_base_net, document_base_vat)
    REFERENCES sale_invoice_vat_totals (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat)
);
CREATE INDEX ix_vat_register_rows__period ON vat_register_rows (company_id, period_year, period_month);
CREATE INDEX ix_vat_register_rows__document_on ON vat_register_rows (company_id, document_on);
CREATE INDEX ix_vat_register_rows__received_on ON vat_register_rows (company_id, received_on) WHERE received_on IS NOT NULL;
${companyTable('vat_register_rows', ['SELECT', 'INSERT'])}
${appendOnly('vat_register_rows')}

-- @invariant INV-09, for VAT periods: same construction as for the journal.
CREATE FUNCTION vat_register_rows_are_in_open_periods() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE period record;
BEGIN
  FOR period IN
    SELECT p.year, p.month, p.status FROM vat_periods p
     WHERE (p.company_id, p.year, p.month) IN (SELECT company_id, period_year, period_month FROM inserted)
     ORDER BY p.year, p.month FOR KEY SHARE
  LOOP
    IF period.status = 'closed' THEN
      RAISE EXCEPTION 'VAT period %-% is closed', period.year, lpad(period.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_vat_register_rows__period_open';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_vat_register_rows__period_open AFTER INSERT ON vat_register_rows
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION vat_register_rows_are_in_open_periods();
`;
