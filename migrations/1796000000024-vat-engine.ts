import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable, grant } from './support/company-table';
import rates from './seeds/eu-vat-rates.json';

/** VAT rates of the member states, and those that a company puts in their place. */
export class VatEngine1796000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sharedRates);
    await runner.query(
      `INSERT INTO eu_vat_rates (country_code, category, rate_percent, valid_from, valid_to, certainty, source)
       SELECT r."countryCode", r.category, r."ratePercent", r."validFrom", r."validTo", r.certainty, r.source
         FROM jsonb_to_recordset($1::jsonb) AS r ("countryCode" text, category text, "ratePercent" numeric, "validFrom" date,
              "validTo" date, certainty text, source text)`,
      [JSON.stringify(rates)],
    );
    await runner.query(companyRates);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

/** XI is Northern Ireland, which no code of ISO 3166-1 names: hence no foreign key to countries. */
const sharedRates = `
CREATE TABLE eu_vat_rates (
  country_code char(2) NOT NULL,
  category text NOT NULL
    CONSTRAINT ck_eu_vat_rates__known_category CHECK (category IN ('standard', 'reduced', 'super_reduced', 'parking')),
  rate_percent numeric(7, 4) NOT NULL CONSTRAINT ck_eu_vat_rates__rate CHECK (rate_percent > 0 AND rate_percent <= 100),
  -- The table begins on 2020-01-01, whenever a rate did.
  valid_from date NOT NULL,
  valid_to date,
  certainty text NOT NULL CONSTRAINT ck_eu_vat_rates__known_certainty CHECK (certainty IN ('reported', 'unconfirmed')),
  source text NOT NULL,
  CONSTRAINT pk_eu_vat_rates PRIMARY KEY (country_code, category, rate_percent, valid_from),
  CONSTRAINT ck_eu_vat_rates__days_in_order CHECK (valid_to >= valid_from)
);
${grant('eu_vat_rates', 'SELECT')}
`;

const companyRates = `
-- All rates of a country as the company states them; where there are any, the shared ones of the country do not count.
CREATE TABLE company_eu_vat_rates (
  company_id uuid NOT NULL,
  country_code char(2) NOT NULL,
  rate_no smallint NOT NULL,
  category text NOT NULL
    CONSTRAINT ck_company_eu_vat_rates__known_category CHECK (category IN ('standard', 'reduced', 'super_reduced', 'parking')),
  rate_percent numeric(7, 4) NOT NULL CONSTRAINT ck_company_eu_vat_rates__rate CHECK (rate_percent > 0 AND rate_percent <= 100),
  valid_from date,
  valid_to date,
  CONSTRAINT pk_company_eu_vat_rates PRIMARY KEY (company_id, country_code, rate_no),
  CONSTRAINT ck_company_eu_vat_rates__days_in_order CHECK (valid_to >= valid_from),
  CONSTRAINT fk_company_eu_vat_rates__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('company_eu_vat_rates', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
`;
