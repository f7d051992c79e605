import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable, grant } from './support/company-table';

/** A wrong disposal is taken back, and an asset of which nothing was posted is deleted. */
export class AssetCorrections1796000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(disposalReversals);
    await runner.query(assetsComeBack);
    await runner.query(assetsAreDeleted);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const disposalReversals = `
-- A disposal that was taken back, as it was. Its journal transaction is reversed once: the primary key, and
-- uq_journal_transactions__reversed_once.
CREATE TABLE asset_disposal_reversals (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  disposed_on date NOT NULL,
  disposal_reason text NOT NULL,
  disposal_proceeds numeric(28, 4) NOT NULL,
  disposal_notes text,
  disposal_transaction_id uuid NOT NULL,
  reversed_on date NOT NULL,
  reversal_transaction_id uuid NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_asset_disposal_reversals PRIMARY KEY (company_id, disposal_transaction_id),
  CONSTRAINT ck_asset_disposal_reversals__not_before CHECK (reversed_on >= disposed_on),
  CONSTRAINT fk_asset_disposal_reversals__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets (company_id, asset_id),
  CONSTRAINT fk_asset_disposal_reversals__disposal
    FOREIGN KEY (company_id, disposal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_asset_disposal_reversals__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_asset_disposal_reversals__asset ON asset_disposal_reversals (company_id, asset_id);
${companyTable('asset_disposal_reversals', ['SELECT', 'INSERT'])}
${appendOnly('asset_disposal_reversals')}

-- It is of the disposal that the asset has, and comes with the journal transaction that reverses that of the disposal.
CREATE FUNCTION asset_disposal_reversals_are_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT n.asset_id INTO broken
    FROM inserted n
    LEFT JOIN assets a ON a.company_id = n.company_id AND a.asset_id = n.asset_id
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.reversal_transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.reverses_id)
         IS DISTINCT FROM ('asset_disposal_reversal', n.disposal_transaction_id, n.reversed_on, n.disposal_transaction_id)
      OR (a.disposed_on, a.disposal_reason, a.disposal_proceeds, a.disposal_notes, a.disposal_transaction_id)
         IS DISTINCT FROM (n.disposed_on, n.disposal_reason, n.disposal_proceeds, n.disposal_notes, n.disposal_transaction_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the reversal of the disposal of % is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_disposal_reversals__as_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_asset_disposal_reversals__as_posted AFTER INSERT ON asset_disposal_reversals
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_disposal_reversals_are_posted();
`;

const assetsComeBack = `
ALTER POLICY rls_assets__update ON assets USING (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

-- Nothing of an asset changes but its disposal: it comes whole and under a transaction that is not reversed, and goes whole
-- after its reversal.
CREATE OR REPLACE FUNCTION assets_only_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.asset_id, NEW.group_id, NEW.code, NEW.name, NEW.acquired_on, NEW.depreciation_starts_on,
      NEW.acquisition_cost, NEW.salvage_value, NEW.useful_life_months, NEW.depreciation_method, NEW.opening_depreciation,
      NEW.opening_months, NEW.notes, NEW.documents, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.asset_id, OLD.group_id, OLD.code, OLD.name, OLD.acquired_on, OLD.depreciation_starts_on,
      OLD.acquisition_cost, OLD.salvage_value, OLD.useful_life_months, OLD.depreciation_method, OLD.opening_depreciation,
      OLD.opening_months, OLD.notes, OLD.documents, OLD.created_at)
     OR (OLD.disposed_on IS NOT NULL AND (
       num_nonnulls(NEW.disposed_on, NEW.disposal_reason, NEW.disposal_proceeds, NEW.disposal_notes, NEW.disposal_transaction_id) > 0
       OR NOT EXISTS (SELECT 1 FROM asset_disposal_reversals r
                       WHERE r.company_id = OLD.company_id AND r.disposal_transaction_id = OLD.disposal_transaction_id
                         AND r.asset_id = OLD.asset_id)))
     OR (OLD.disposed_on IS NULL AND EXISTS (
       SELECT 1 FROM asset_disposal_reversals r
        WHERE r.company_id = NEW.company_id AND r.disposal_transaction_id = NEW.disposal_transaction_id)) THEN
    RAISE EXCEPTION 'an asset only changes by its disposal, and by what takes that back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_assets__append_only';
  END IF;
  RETURN NEW;
END $$;
`;

const assetsAreDeleted = `
-- Foreign keys keep every asset that was ever depreciated, modernised or disposed of and taken back; this keeps the disposed.
CREATE POLICY rls_assets__delete ON assets FOR DELETE
  USING (company_id = nullif(current_setting('app.company_id', true), '')::uuid AND disposed_on IS NULL);
${grant('assets', 'DELETE')}
CREATE FUNCTION assets_disposed_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.disposed_on IS NULL OR is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'asset % was disposed of and stays', OLD.code
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_assets__append_only';
END $$;
CREATE TRIGGER tr_assets__disposed_stay BEFORE DELETE ON assets FOR EACH ROW EXECUTE FUNCTION assets_disposed_of_stay();
`;
