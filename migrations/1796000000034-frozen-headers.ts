import { MigrationInterface, QueryRunner } from 'typeorm';
import { version } from '../package.json';
import { appendOnly, companyTable } from './support/company-table';

/**
 * What files of a closed VAT period or a locked month say of their making and of the taxpayer is kept with the close or the
 * lock; partners and accounts as they were are kept when they change (@invariant INV-09: what is closed stays as it is told).
 */
export class FrozenHeaders1796000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(fileHeader);
    await runner.query(columns);
    await runner.query(readPast('NO FORCE'));
    await runner.query(
      `UPDATE vat_periods SET closed_at = coalesce(closed_at, now()), frozen_header = file_header(company_id, $1) WHERE status = 'closed'`,
      [version],
    );
    await runner.query(
      `UPDATE accounting_periods SET locked_at = coalesce(locked_at, now()), frozen_header = file_header(company_id, $1)
        WHERE status = 'locked'`,
      [version],
    );
    await runner.query(readPast('FORCE'));
    await runner.query(constraints);
    await runner.query(masterData);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const fileHeader = `
-- The one place that says what a file may tell of the taxpayer and of the software that made it: of a file that is made now,
-- and of what is frozen when a period is shut. Settings of i.SAF that are not set are null.
CREATE FUNCTION file_header(p_company uuid, p_software_version text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'softwareVersion', p_software_version,
    'softwareCompanyName', (SELECT d.value FROM declaration_configs d
       WHERE d.company_id = c.company_id AND d.system = 'lt-isaf' AND d.key = 'softwareCompanyName'),
    'softwareName', (SELECT d.value FROM declaration_configs d
       WHERE d.company_id = c.company_id AND d.system = 'lt-isaf' AND d.key = 'softwareName'),
    'taxpayer', jsonb_build_object(
      'name', c.name, 'code', c.code, 'vatCode', c.vat_code, 'countryCode', c.country_code,
      'isVatPayer', c.is_vat_payer, 'vatPayerFrom', c.vat_payer_from, 'vatPayerTo', c.vat_payer_to,
      'fiscalYearEndMonth', c.fiscal_year_end_month,
      'address', nullif(c.details -> 'address', 'null'), 'contactName', c.details ->> 'bookkeeperName',
      'phone', c.details ->> 'phone', 'email', c.details ->> 'email',
      'ibans', (SELECT coalesce(jsonb_agg(DISTINCT known.iban ORDER BY known.iban), '[]')
         FROM (SELECT b.iban FROM bank_accounts b WHERE b.company_id = c.company_id AND b.is_active
               UNION SELECT c.details ->> 'iban') known
        WHERE known.iban IS NOT NULL)))
    FROM companies c WHERE c.company_id = p_company
$$;
`;

const columns = `
ALTER TABLE vat_periods ADD COLUMN frozen_header jsonb;
ALTER TABLE accounting_periods ADD COLUMN frozen_header jsonb;
`;

/** What was shut before says what it would have said at the upgrade; all companies are read and written for that. */
function readPast(force: 'FORCE' | 'NO FORCE'): string {
  return ['companies', 'bank_accounts', 'declaration_configs', 'vat_periods', 'accounting_periods']
    .map(table => `ALTER TABLE ${table} ${force} ROW LEVEL SECURITY;`)
    .join('\n');
}

const constraints = `
-- It goes with the close, and comes anew with the next one.
ALTER TABLE vat_periods ADD CONSTRAINT ck_vat_periods__closed_is_frozen CHECK (
  (status = 'closed') = (closed_at IS NOT NULL AND frozen_header IS NOT NULL));
ALTER TABLE accounting_periods ADD CONSTRAINT ck_accounting_periods__locked_is_frozen CHECK (
  (status = 'locked') = (locked_at IS NOT NULL AND frozen_header IS NOT NULL));
`;

const masterData = `
-- What partners and accounts were before they changed: the version of an instant is the first that was replaced after it, else
-- the row as it is. Null: it was not there before; what is not said to be made was there at the upgrade.
CREATE TABLE master_data_versions (
  company_id uuid NOT NULL,
  entity text NOT NULL CONSTRAINT ck_master_data_versions__known_entity CHECK (entity IN ('partners', 'accounts')),
  entity_id uuid NOT NULL,
  replaced_at timestamptz NOT NULL,
  version jsonb,
  CONSTRAINT pk_master_data_versions PRIMARY KEY (company_id, entity, entity_id, replaced_at),
  CONSTRAINT fk_master_data_versions__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('master_data_versions', ['SELECT', 'INSERT'])}
${appendOnly('master_data_versions')}

-- Whoever changes them shares the gate that locks of months hold: a change is seen before the lock, or is dated after it.
CREATE FUNCTION keep_master_data_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(OLD.company_id));
  INSERT INTO master_data_versions (company_id, entity, entity_id, replaced_at, version)
  VALUES (OLD.company_id, TG_TABLE_NAME, (to_jsonb(OLD) ->> TG_ARGV[0])::uuid, clock_timestamp(), to_jsonb(OLD));
  RETURN NULL;
END $$;
CREATE TRIGGER tr_partners__keep_version AFTER UPDATE ON partners FOR EACH ROW
  WHEN ((OLD.name, OLD.code, OLD.vat_code_key, OLD.country_code, OLD.email, OLD.details)
        IS DISTINCT FROM (NEW.name, NEW.code, NEW.vat_code_key, NEW.country_code, NEW.email, NEW.details))
  EXECUTE FUNCTION keep_master_data_version('partner_id');
CREATE TRIGGER tr_accounts__keep_version AFTER UPDATE ON accounts FOR EACH ROW
  WHEN ((OLD.code, OLD.name, OLD.type, OLD.parent_id, OLD.control)
        IS DISTINCT FROM (NEW.code, NEW.name, NEW.type, NEW.parent_id, NEW.control))
  EXECUTE FUNCTION keep_master_data_version('account_id');

CREATE FUNCTION note_new_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(company_id)) FROM (SELECT DISTINCT company_id FROM inserted) i;
  INSERT INTO master_data_versions (company_id, entity, entity_id, replaced_at)
  SELECT company_id, 'accounts', account_id, clock_timestamp() FROM inserted;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_accounts__note_new AFTER INSERT ON accounts
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_new_accounts();
`;
