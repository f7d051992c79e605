import { MigrationInterface, QueryRunner } from 'typeorm';

/** What proofs of VAT ask of the database: one file to a document, issue dates of closed months, reconciliation at any size. */
export class VatReconciliation1796000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(submissions);
    await runner.query(closedMonths);
    await runner.query(reconciliation);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const submissions = `
-- A file of both registers (F) stands in the place of one of each: no register of a month is filed in two originals. Before,
-- F could be filed beside S or P; such files stay as they were, and the rule holds for what comes. The row changes are of this
-- migration alone: submissions otherwise only move on.
-- uq_declaration_submissions__one_live_original stays beside the new indexes: it guards the files that share a register, too.
ALTER TABLE declaration_submissions ADD COLUMN shares_register boolean NOT NULL DEFAULT false;
ALTER TABLE declaration_submissions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE declaration_submissions DISABLE TRIGGER tr_declaration_submissions__move_on;
UPDATE declaration_submissions f SET shares_register = true
 WHERE f.kind = 'original' AND f.variant = 'F' AND f.status <> 'rejected' AND f.discarded_at IS NULL
   AND EXISTS (SELECT 1 FROM declaration_submissions o
                WHERE (o.company_id, o.obligation, o.period_year, o.period_month, o.part)
                      = (f.company_id, f.obligation, f.period_year, f.period_month, f.part)
                  AND o.kind = 'original' AND o.variant <> 'F' AND o.status <> 'rejected' AND o.discarded_at IS NULL);
ALTER TABLE declaration_submissions ENABLE TRIGGER tr_declaration_submissions__move_on;
ALTER TABLE declaration_submissions FORCE ROW LEVEL SECURITY;
CREATE FUNCTION declaration_submissions_share_no_register() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.shares_register OR TG_OP = 'UPDATE' AND NEW.shares_register <> OLD.shares_register THEN
    RAISE EXCEPTION 'no new submission shares a register'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_declaration_submissions__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_declaration_submissions__share_no_register BEFORE INSERT OR UPDATE ON declaration_submissions
  FOR EACH ROW EXECUTE FUNCTION declaration_submissions_share_no_register();
CREATE UNIQUE INDEX uq_declaration_submissions__one_original_of_sales
  ON declaration_submissions (company_id, obligation, period_year, period_month, part)
  WHERE kind = 'original' AND variant IN ('F', 'S') AND status <> 'rejected' AND discarded_at IS NULL AND NOT shares_register;
CREATE UNIQUE INDEX uq_declaration_submissions__one_original_of_purchases
  ON declaration_submissions (company_id, obligation, period_year, period_month, part)
  WHERE kind = 'original' AND variant IN ('F', 'P') AND status <> 'rejected' AND discarded_at IS NULL AND NOT shares_register;

-- Documents of the month that the file could not hold are known, too: else they would look like ones that came since.
ALTER TABLE declaration_submission_documents ADD COLUMN is_in_file boolean NOT NULL DEFAULT true;
`;

const closedMonths = `
-- @invariant INV-09: a sale stands in two months, that of its tax point and, for i.SAF, that of its issue date. Both are read
-- with the same lock, so that neither closes while the row is on its way.
CREATE OR REPLACE FUNCTION vat_register_rows_are_in_open_periods() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE period record;
BEGIN
  FOR period IN
    SELECT p.year, p.month, p.status FROM vat_periods p
     WHERE (p.company_id, p.year, p.month) IN (
       SELECT company_id, period_year, period_month FROM inserted
       UNION
       SELECT company_id, extract(year FROM document_on)::smallint, extract(month FROM document_on)::smallint
         FROM inserted WHERE side = 'sales')
     ORDER BY p.year, p.month FOR KEY SHARE
  LOOP
    IF period.status = 'closed' THEN
      RAISE EXCEPTION 'VAT period %-% is closed', period.year, lpad(period.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_vat_register_rows__period_open';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
`;

const reconciliation = `
-- Sales are posted on their date, which has an index.
CREATE INDEX ix_vat_register_rows__purchase_posted_on ON vat_register_rows (company_id, posted_on) WHERE side = 'purchases';
-- Whether a registration is void is asked of every received document; there are few voids.
CREATE INDEX ix_vat_register_rows__void ON vat_register_rows (company_id, document_id) WHERE is_void;
`;
