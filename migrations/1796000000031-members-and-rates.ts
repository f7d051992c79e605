import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable, grant } from './support/company-table';

/** Members of a company, reference rates of the European Central Bank, what VIES said of a partner, fiscal years. */
export class MembersAndRates1796000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(members);
    await runner.query(ecbRates);
    await runner.query(vatChecks);
    await runner.query(fiscalYears);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const members = `
-- Who left stays, so that the audit log goes on naming somebody.
CREATE TABLE company_members (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  -- The address in lower case: what makes a member the same member.
  email_key text NOT NULL,
  name text,
  role text NOT NULL CONSTRAINT ck_company_members__known_role
    CHECK (role IN ('owner', 'admin', 'accountant', 'manager', 'developer', 'viewer')),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  CONSTRAINT pk_company_members PRIMARY KEY (company_id, user_id),
  CONSTRAINT fk_company_members__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE UNIQUE INDEX uq_company_members__email ON company_members (company_id, email_key) WHERE removed_at IS NULL;
${companyTable('company_members', ['SELECT', 'INSERT', 'UPDATE'])}

ALTER TABLE api_keys
  -- Whom the key acts as; NULL: an integration.
  ADD COLUMN member_id uuid,
  ADD CONSTRAINT fk_api_keys__member FOREIGN KEY (company_id, member_id) REFERENCES company_members (company_id, user_id);
CREATE INDEX ix_api_keys__member ON api_keys (company_id, member_id) WHERE member_id IS NOT NULL;
`;

const ecbRates = `
-- Units of the currency per one euro, as the European Central Bank publishes them.
CREATE TABLE ecb_exchange_rates (
  currency char(3) NOT NULL,
  rate_on date NOT NULL,
  rate numeric(20, 8) NOT NULL CONSTRAINT ck_ecb_exchange_rates__positive CHECK (rate > 0),
  CONSTRAINT pk_ecb_exchange_rates PRIMARY KEY (currency, rate_on),
  CONSTRAINT fk_ecb_exchange_rates__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
CREATE INDEX ix_ecb_exchange_rates__day ON ecb_exchange_rates (rate_on, currency);
${grant('ecb_exchange_rates', 'SELECT')}

-- The one way in which the application adds to what all companies share: rates that are missing, of one day. It changes and
-- deletes none. It acts with the rights of the owner, hence the fixed search path and the names in full.
CREATE FUNCTION add_ecb_exchange_rates(p_day date, p_rates jsonb) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH added AS (
    INSERT INTO public.ecb_exchange_rates (currency, rate_on, rate)
    SELECT c.code, p_day, (r.value #>> '{}')::numeric
      FROM jsonb_each(p_rates) r JOIN public.currencies c ON c.code::text = r.key AND c.code <> 'EUR'
     WHERE p_day >= date '1999-01-01'
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*)::integer FROM added
$$;
REVOKE ALL ON FUNCTION add_ecb_exchange_rates(date, jsonb) FROM PUBLIC;
DO $$ BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION add_ecb_exchange_rates(date, jsonb) TO %I', current_setting('gapless.application_role'));
END $$;

-- When the company first fetched rates itself: from then on those that come count for it as well. NULL: it never did.
ALTER TABLE companies ADD COLUMN bank_rates_since date;

CREATE POLICY rls_company_exchange_rates__delete ON company_exchange_rates FOR DELETE
  USING (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
${grant('company_exchange_rates', 'DELETE')}
`;

const vatChecks = `
-- {source, requestIdentifier, name, address} of the verdict in vat_valid; NULL where there is none.
ALTER TABLE partners ADD COLUMN vat_check jsonb;
`;

/** The column may be there: it is added by whichever migration comes first. What companies had said of it moves there. */
const fiscalYears = `
ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
UPDATE companies SET fiscal_year_end_month = (details ->> 'fiscalYearEndMonth')::smallint
 WHERE (details ->> 'fiscalYearEndMonth') IS NOT NULL;
UPDATE companies SET details = details - 'fiscalYearEndMonth' WHERE details ? 'fiscalYearEndMonth';
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
`;
