import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable, grant } from './support/company-table';
import chart from './seeds/chart-lt.json';
import countries from './seeds/countries.json';
import currencies from './seeds/currencies.json';
import postingRules from './seeds/posting-rules.json';
import units from './seeds/units.json';
import vatClassifiers from './seeds/vat-classifiers.json';

/** Data shared by all companies (read only to them) and the companies' own VAT codes beside it. */
export class Reference1796000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sharedTables);
    await runner.query(companyVatClassifiers);
    await seed(runner, 'countries', countries);
    await seed(runner, 'currencies', currencies);
    await seed(runner, 'units', units);
    await seed(runner, 'vat_classifiers', vatClassifiers);
    await seed(
      runner,
      'chart_template_accounts',
      chart.map(account => ({ ...account, countryCode: 'LT' })),
    );
    await seed(runner, 'posting_rules', postingRules);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

/** Inserts rows whose camelCase members are the table's snake_case columns. */
async function seed(runner: QueryRunner, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  const records = rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])),
  );
  await runner.query(
    `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(records)],
  );
}

const sharedTables = `
CREATE TABLE countries (
  code char(2) CONSTRAINT pk_countries PRIMARY KEY,
  is_eu boolean NOT NULL,
  is_eea boolean NOT NULL,
  name_en text NOT NULL,
  name_lt text NOT NULL,
  name_ru text NOT NULL
);
${grant('countries', 'SELECT')}

CREATE TABLE currencies (
  code char(3) CONSTRAINT pk_currencies PRIMARY KEY,
  name text NOT NULL,
  minor_units smallint NOT NULL CONSTRAINT ck_currencies__minor_units CHECK (minor_units BETWEEN 0 AND 4)
);
${grant('currencies', 'SELECT')}

CREATE TABLE units (
  code text CONSTRAINT pk_units PRIMARY KEY,
  name_lt text NOT NULL,
  name_en text NOT NULL,
  unece text NOT NULL
);
${grant('units', 'SELECT')}

CREATE TABLE vat_classifiers (
  country_code char(2) NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  rate_percent numeric(7, 4),
  valid_from date,
  valid_to date,
  registers text NOT NULL,
  category text CONSTRAINT ck_vat_classifiers__known_category CHECK (category IN ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  legal_basis text,
  in_isaf boolean NOT NULL,
  fr0600_sales jsonb,
  fr0600_purchase jsonb,
  confidence text,
  CONSTRAINT pk_vat_classifiers PRIMARY KEY (country_code, code)
);
${grant('vat_classifiers', 'SELECT')}

CREATE TABLE chart_template_accounts (
  country_code char(2) NOT NULL,
  code text NOT NULL,
  name_lt text NOT NULL,
  name_en text NOT NULL,
  type text NOT NULL,
  control text,
  CONSTRAINT pk_chart_template_accounts PRIMARY KEY (country_code, code)
);
${grant('chart_template_accounts', 'SELECT')}

CREATE TABLE posting_rules (
  key text CONSTRAINT pk_posting_rules PRIMARY KEY,
  description text NOT NULL,
  default_code text NOT NULL
);
${grant('posting_rules', 'SELECT')}
`;

const companyVatClassifiers = `
CREATE TABLE company_vat_classifiers (
  company_id uuid NOT NULL,
  country_code char(2) NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  rate_percent numeric(7, 4),
  CONSTRAINT pk_company_vat_classifiers PRIMARY KEY (company_id, country_code, code),
  CONSTRAINT fk_company_vat_classifiers__country FOREIGN KEY (country_code) REFERENCES countries (code)
);
${companyTable('company_vat_classifiers', ['SELECT', 'INSERT', 'UPDATE'])}
`;
