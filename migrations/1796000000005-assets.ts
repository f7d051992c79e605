import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Fixed assets and their depreciation. */
export class Assets1796000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(assets);
    await runner.query(depreciation);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const assets = `
CREATE TABLE asset_groups (
  company_id uuid NOT NULL,
  group_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  default_useful_life_months integer
    CONSTRAINT ck_asset_groups__life CHECK (default_useful_life_months > 0),
  asset_account_id uuid NOT NULL,
  depreciation_account_id uuid NOT NULL,
  expense_account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_asset_groups PRIMARY KEY (company_id, group_id),
  CONSTRAINT uq_asset_groups__code UNIQUE (company_id, code),
  CONSTRAINT fk_asset_groups__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT fk_asset_groups__asset_account FOREIGN KEY (company_id, asset_account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_asset_groups__depreciation_account
    FOREIGN KEY (company_id, depreciation_account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_asset_groups__expense_account FOREIGN KEY (company_id, expense_account_id) REFERENCES accounts (company_id, account_id)
);
${companyTable('asset_groups', ['SELECT', 'INSERT'])}

-- Amounts are in base currency. Only the disposal ever changes a row; until then its lock is the lock of the asset.
CREATE TABLE assets (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  group_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  acquired_on date NOT NULL,
  depreciation_starts_on date NOT NULL,
  acquisition_cost numeric(28, 4) NOT NULL CONSTRAINT ck_assets__cost_positive CHECK (acquisition_cost > 0),
  salvage_value numeric(28, 4) NOT NULL,
  useful_life_months integer NOT NULL CONSTRAINT ck_assets__life CHECK (useful_life_months > 0),
  depreciation_method text NOT NULL CONSTRAINT ck_assets__known_method CHECK (depreciation_method IN ('monthly', 'daily')),
  opening_depreciation numeric(28, 4) NOT NULL,
  opening_months integer NOT NULL,
  notes text,
  documents jsonb,
  disposed_on date,
  disposal_reason text CONSTRAINT ck_assets__known_reason CHECK (disposal_reason IN ('sold', 'scrapped', 'written_off')),
  disposal_proceeds numeric(28, 4) CONSTRAINT ck_assets__proceeds_not_negative CHECK (disposal_proceeds >= 0),
  disposal_notes text,
  disposal_transaction_id uuid,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_assets PRIMARY KEY (company_id, asset_id),
  CONSTRAINT uq_assets__code UNIQUE (company_id, code),
  CONSTRAINT ck_assets__salvage_within_cost CHECK (salvage_value >= 0 AND salvage_value + opening_depreciation <= acquisition_cost),
  CONSTRAINT ck_assets__opening_has_months
    CHECK (opening_depreciation >= 0 AND opening_months BETWEEN sign(opening_depreciation) AND useful_life_months),
  CONSTRAINT ck_assets__disposal_is_complete CHECK (
    num_nulls(disposed_on, disposal_reason, disposal_proceeds, disposal_transaction_id) IN (0, 4)
    AND disposed_on >= acquired_on),
  CONSTRAINT fk_assets__group FOREIGN KEY (company_id, group_id) REFERENCES asset_groups (company_id, group_id),
  CONSTRAINT fk_assets__disposal_transaction
    FOREIGN KEY (company_id, disposal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_assets__start ON assets (company_id, depreciation_starts_on) WHERE disposed_on IS NULL;
${companyTable('assets', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'disposed_on IS NULL' })}
CREATE FUNCTION assets_only_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.disposed_on IS NOT NULL OR
     (NEW.company_id, NEW.asset_id, NEW.group_id, NEW.code, NEW.name, NEW.acquired_on, NEW.depreciation_starts_on,
      NEW.acquisition_cost, NEW.salvage_value, NEW.useful_life_months, NEW.depreciation_method, NEW.opening_depreciation,
      NEW.opening_months, NEW.notes, NEW.documents, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.asset_id, OLD.group_id, OLD.code, OLD.name, OLD.acquired_on, OLD.depreciation_starts_on,
      OLD.acquisition_cost, OLD.salvage_value, OLD.useful_life_months, OLD.depreciation_method, OLD.opening_depreciation,
      OLD.opening_months, OLD.notes, OLD.documents, OLD.created_at) THEN
    RAISE EXCEPTION 'an asset only changes by its disposal, once'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_assets__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_assets__only_end BEFORE UPDATE ON assets FOR EACH ROW EXECUTE FUNCTION assets_only_end();

-- Value added to an asset, and months added to its life (or taken off it).
CREATE TABLE asset_modernizations (
  company_id uuid NOT NULL,
  modernization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  modernized_on date NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_asset_modernizations__not_negative CHECK (amount >= 0),
  added_life_months integer NOT NULL,
  notes text,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_asset_modernizations PRIMARY KEY (company_id, modernization_id),
  CONSTRAINT ck_asset_modernizations__something CHECK (amount > 0 OR added_life_months <> 0),
  CONSTRAINT fk_asset_modernizations__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets (company_id, asset_id)
);
CREATE INDEX ix_asset_modernizations__asset ON asset_modernizations (company_id, asset_id);
${companyTable('asset_modernizations', ['SELECT', 'INSERT'])}
${appendOnly('asset_modernizations')}
`;

const depreciation = `
-- @invariant INV-07: the primary key. One row per asset and month that is depreciated; a reversal moves it to
-- asset_depreciation_reversals, which frees the key. Without a transaction only where there is nothing to post.
CREATE TABLE asset_depreciations (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL CONSTRAINT ck_asset_depreciations__month CHECK (month BETWEEN 1 AND 12),
  run_id uuid NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_asset_depreciations__not_negative CHECK (amount >= 0),
  posted_on date NOT NULL,
  transaction_id uuid,
  CONSTRAINT pk_asset_depreciations PRIMARY KEY (company_id, asset_id, year, month),
  CONSTRAINT ck_asset_depreciations__posted CHECK (amount = 0 OR transaction_id IS NOT NULL),
  CONSTRAINT fk_asset_depreciations__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets (company_id, asset_id),
  CONSTRAINT fk_asset_depreciations__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_asset_depreciations__month ON asset_depreciations (company_id, year, month);
${companyTable('asset_depreciations', ['SELECT', 'INSERT', 'DELETE'])}

CREATE TABLE asset_depreciation_reversals (
  company_id uuid NOT NULL,
  run_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  amount numeric(28, 4) NOT NULL,
  posted_on date NOT NULL,
  transaction_id uuid,
  reversal_id uuid NOT NULL,
  reversed_on date NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_asset_depreciation_reversals PRIMARY KEY (company_id, run_id, asset_id, year, month),
  CONSTRAINT ck_asset_depreciation_reversals__posted CHECK (amount = 0 OR reversal_transaction_id IS NOT NULL),
  CONSTRAINT fk_asset_depreciation_reversals__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets (company_id, asset_id),
  CONSTRAINT fk_asset_depreciation_reversals__transaction
    FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_asset_depreciation_reversals__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
${companyTable('asset_depreciation_reversals', ['SELECT', 'INSERT'])}
${appendOnly('asset_depreciation_reversals')}

-- Depreciation comes with its journal transaction, whole, and no other; so does what takes it back.
CREATE FUNCTION asset_depreciations_are_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT n.run_id INTO broken
    FROM (SELECT company_id, run_id, transaction_id, posted_on, sum(amount) AS amount FROM inserted
           WHERE transaction_id IS NOT NULL GROUP BY 1, 2, 3, 4) n
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.total) IS DISTINCT FROM ('asset_depreciation', n.run_id, n.posted_on, n.amount)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'depreciation run % is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_depreciations__as_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_asset_depreciations__as_posted AFTER INSERT ON asset_depreciations
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciations_are_posted();

CREATE FUNCTION asset_depreciation_reversals_are_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT n.reversal_id INTO broken
    FROM (SELECT company_id, reversal_id, reversal_transaction_id, reversed_on, sum(amount) AS amount FROM inserted
           WHERE reversal_transaction_id IS NOT NULL GROUP BY 1, 2, 3, 4) n
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.reversal_transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.total)
         IS DISTINCT FROM ('asset_depreciation_reversal', n.reversal_id, n.reversed_on, n.amount)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal % of depreciation is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_depreciation_reversals__as_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_asset_depreciation_reversals__as_posted AFTER INSERT ON asset_depreciation_reversals
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciation_reversals_are_posted();

-- @invariant INV-02: a row leaves only as it was, into the reversals, in the same statement.
CREATE FUNCTION asset_depreciations_leave_by_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lost record;
BEGIN
  SELECT d.asset_id, d.year, d.month INTO lost
    FROM deleted d
   WHERE NOT is_purge_of_sandbox(d.company_id, TG_RELID)
     AND NOT EXISTS (
       SELECT 1 FROM asset_depreciation_reversals r
        WHERE (r.company_id, r.run_id, r.asset_id, r.year, r.month, r.amount, r.posted_on)
            = (d.company_id, d.run_id, d.asset_id, d.year, d.month, d.amount, d.posted_on)
          AND r.transaction_id IS NOT DISTINCT FROM d.transaction_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'depreciation of % for %-% is not deleted but reversed', lost.asset_id, lost.year, lost.month
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_asset_depreciations__append_only';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_asset_depreciations__leave_by_reversal AFTER DELETE ON asset_depreciations
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciations_leave_by_reversal();
CREATE FUNCTION asset_depreciations_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'depreciation is not changed but reversed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_asset_depreciations__append_only';
END $$;
CREATE TRIGGER tr_asset_depreciations__never_change BEFORE UPDATE ON asset_depreciations
  FOR EACH ROW EXECUTE FUNCTION asset_depreciations_never_change();
CREATE TRIGGER tr_asset_depreciations__no_truncate BEFORE TRUNCATE ON asset_depreciations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;
