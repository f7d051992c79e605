import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** VAT that falls due on payment (cash accounting), and the share of input VAT that a company deducts (pro rata). */
export class CashAccountingAndProRata1796000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(cashAccounting);
    await runner.query(settlementsCountForVat);
    await runner.query(deductionPercents);
    await runner.query(proRata);
    await runner.query(partsMatch);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const cashAccounting = `
ALTER TABLE companies
  ADD COLUMN cash_accounting_from date,
  ADD COLUMN cash_accounting_to date,
  ADD CONSTRAINT ck_companies__cash_accounting_days CHECK (
    cash_accounting_to IS NULL OR (cash_accounting_from IS NOT NULL AND cash_accounting_to >= cash_accounting_from));
ALTER TABLE sale_invoices ADD COLUMN is_cash_accounting boolean NOT NULL DEFAULT false;
ALTER TABLE purchase_invoices ADD COLUMN is_cash_accounting boolean NOT NULL DEFAULT false;

-- The invoice on whose payment the VAT of the row falls due: the document itself, of a credit note the invoice it credits.
-- Null: the VAT counts on counted_on.
ALTER TABLE vat_register_rows ADD COLUMN due_on_payment_of uuid;
CREATE INDEX ix_vat_register_rows__due_on_payment ON vat_register_rows (company_id, due_on_payment_of)
  WHERE due_on_payment_of IS NOT NULL;
`;

const settlementsCountForVat = `
-- Of settlements of a document whose VAT falls due on payment: the day on which they count for VAT.
ALTER TABLE open_item_allocations ADD COLUMN vat_counted_on date;
CREATE INDEX ix_open_item_allocations__vat_counted_on ON open_item_allocations (company_id, vat_counted_on)
  WHERE vat_counted_on IS NOT NULL;

-- @invariant INV-09, for settlements: the VAT period is read FOR KEY SHARE, which waits for a close and sees its result. A
-- closed month is as it was declared, so that a late settlement counts on the first day of the next one that is open.
CREATE FUNCTION first_open_vat_day(p_company uuid, p_day date) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  day date := p_day;
  is_shut boolean;
BEGIN
  LOOP
    INSERT INTO vat_periods (company_id, year, month, status)
      VALUES (p_company, extract(year FROM day), extract(month FROM day), 'open') ON CONFLICT DO NOTHING;
    SELECT p.status = 'closed' INTO is_shut FROM vat_periods p
     WHERE p.company_id = p_company AND p.year = extract(year FROM day) AND p.month = extract(month FROM day) FOR KEY SHARE;
    IF NOT is_shut AND NOT EXISTS (
      SELECT 1 FROM accounting_periods a WHERE a.company_id = p_company AND a.status = 'locked'
         AND a.year = extract(year FROM day) AND a.month = extract(month FROM day)) THEN
      RETURN day;
    END IF;
    day := (date_trunc('month', day) + interval '1 month')::date;
  END LOOP;
END $$;
CREATE FUNCTION open_item_allocations_count_for_vat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.vat_counted_on := NULL;
  -- What a credit note takes off an invoice is no payment, nor is a void: their register rows say what they change.
  IF NEW.kind NOT IN ('credit_note', 'void') AND EXISTS (
             SELECT 1 FROM open_items i
               JOIN vat_register_rows r ON r.company_id = i.company_id AND r.due_on_payment_of = i.document_id
              WHERE i.company_id = NEW.company_id AND i.open_item_id = NEW.open_item_id
                AND i.document_type IN ('sale_invoice', 'purchase_invoice')) THEN
    NEW.vat_counted_on := first_open_vat_day(NEW.company_id, NEW.allocated_on);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_open_item_allocations__count_for_vat BEFORE INSERT ON open_item_allocations
  FOR EACH ROW EXECUTE FUNCTION open_item_allocations_count_for_vat();
`;

const deductionPercents = `
-- The share of input VAT that is deducted of purchases used for taxed and exempt supplies alike, from a month on until the
-- next row or the end of the calendar year.
CREATE TABLE vat_deduction_percents (
  company_id uuid NOT NULL,
  valid_from date NOT NULL CONSTRAINT ck_vat_deduction_percents__first_of_month CHECK (extract(day FROM valid_from) = 1),
  percent smallint NOT NULL CONSTRAINT ck_vat_deduction_percents__percent CHECK (percent BETWEEN 0 AND 100),
  set_at timestamptz NOT NULL,
  CONSTRAINT pk_vat_deduction_percents PRIMARY KEY (company_id, valid_from),
  CONSTRAINT fk_vat_deduction_percents__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('vat_deduction_percents', ['SELECT', 'INSERT', 'UPDATE'])}

INSERT INTO posting_rules (key, description, default_code)
VALUES ('purchases.nonDeductibleVat', 'Input VAT that the pro rata leaves undeducted', '63081');
`;

const proRata = `
-- Whether the percentage of a line is that of the company (pro rata); else the line's author gave it.
ALTER TABLE purchase_invoice_lines ADD COLUMN is_pro_rata boolean NOT NULL DEFAULT false;
-- Before, nobody told "in full" from "as usual": 100 is taken for the latter. So drafts take the pro rata of the day on which
-- they are registered, and a pro rata is not set over months that were registered without it. What is registered keeps its
-- percentage and amounts; that it is marked here is why the trigger is off.
ALTER TABLE purchase_invoice_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoice_lines DISABLE TRIGGER tr_purchase_invoice_lines__registered_never_changes;
UPDATE purchase_invoice_lines SET is_pro_rata = true WHERE deductible_percent = 100;
ALTER TABLE purchase_invoice_lines ENABLE TRIGGER tr_purchase_invoice_lines__registered_never_changes;
ALTER TABLE purchase_invoice_lines FORCE ROW LEVEL SECURITY;

-- VAT that only the pro rata leaves undeducted, in base currency: with deductible_vat it is what the return calls input VAT.
ALTER TABLE purchase_invoice_vat_totals ADD COLUMN undeducted_pro_rata numeric(28, 4) NOT NULL DEFAULT 0;
ALTER TABLE vat_register_rows
  ADD COLUMN undeducted_pro_rata numeric(28, 4) NOT NULL DEFAULT 0,
  ADD CONSTRAINT ck_vat_register_rows__pro_rata_of_purchases CHECK (side = 'purchases' OR undeducted_pro_rata = 0),
  ADD COLUMN document_undeducted_pro_rata numeric(28, 4) GENERATED ALWAYS AS (sign * undeducted_pro_rata) STORED;

-- @invariant INV-12, for purchases, with that amount.
ALTER TABLE vat_register_rows DROP CONSTRAINT fk_vat_register_rows__purchase_totals;
ALTER TABLE purchase_invoice_vat_totals DROP CONSTRAINT uq_purchase_invoice_vat_totals__amounts;
ALTER TABLE purchase_invoice_vat_totals ADD CONSTRAINT uq_purchase_invoice_vat_totals__amounts UNIQUE
  (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat,
   undeducted_pro_rata);
ALTER TABLE vat_register_rows ADD CONSTRAINT fk_vat_register_rows__purchase_totals FOREIGN KEY
  (company_id, purchase_invoice_id, vat_rate, vat_category, vat_code, document_net, document_vat, document_base_net, document_base_vat,
   document_deductible_vat, document_self_assessed_vat, document_undeducted_pro_rata)
  REFERENCES purchase_invoice_vat_totals
  (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat,
   undeducted_pro_rata);
`;

const partsMatch = `
-- @invariant INV-12 and INV-02: as before, with what the pro rata leaves undeducted.
CREATE OR REPLACE FUNCTION refuse_broken_purchase_invoice(p_company uuid, p_invoices uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE broken text;
BEGIN
  SELECT i.document_number INTO broken
    FROM purchase_invoices i
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(base_deductible_vat) AS deductible, sum(base_self_assessed_vat) AS self_assessed,
                               sum(CASE WHEN is_pro_rata THEN base_vat + base_self_assessed_vat - base_deductible_vat ELSE 0 END) AS undeducted
                          FROM purchase_invoice_lines x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) l
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(deductible_vat) AS deductible, sum(self_assessed_vat) AS self_assessed, sum(undeducted_pro_rata) AS undeducted
                          FROM purchase_invoice_vat_totals x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) t
   WHERE i.company_id = p_company AND i.invoice_id = ANY (p_invoices) AND i.status = 'registered'
     AND ((l.parts, l.net, l.vat, l.base_net, l.base_vat, l.deductible, l.self_assessed) IS DISTINCT FROM
            (i.line_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat)
       OR (t.parts, t.net, t.vat, t.base_net, t.base_vat, t.deductible, t.self_assessed) IS DISTINCT FROM
            (i.vat_total_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat)
       OR l.undeducted IS DISTINCT FROM t.undeducted)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines or VAT totals of % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_purchase_invoices__parts_match';
  END IF;
END $$;
`;
