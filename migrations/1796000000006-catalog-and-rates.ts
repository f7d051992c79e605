import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** The catalogue of items, and the exchange rates that a company has set. */
export class CatalogAndRates1796000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(exchangeRates);
    await runner.query(items);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const exchangeRates = `
-- Units of the currency per one unit of the company's base currency, from the day on.
CREATE TABLE company_exchange_rates (
  company_id uuid NOT NULL,
  currency char(3) NOT NULL,
  rate_on date NOT NULL,
  rate numeric(20, 8) NOT NULL CONSTRAINT ck_company_exchange_rates__positive CHECK (rate > 0),
  CONSTRAINT pk_company_exchange_rates PRIMARY KEY (company_id, currency, rate_on),
  CONSTRAINT fk_company_exchange_rates__currency FOREIGN KEY (currency) REFERENCES currencies (code),
  CONSTRAINT fk_company_exchange_rates__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('company_exchange_rates', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const items = `
CREATE TABLE catalog_items (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  type text NOT NULL CONSTRAINT ck_catalog_items__known_type CHECK (type IN ('product', 'service')),
  name text NOT NULL,
  code text,
  unit text NOT NULL,
  vat_code text,
  vat_rate numeric(7, 4),
  sale_price numeric(28, 6),
  purchase_price numeric(28, 6),
  sale_account_code text,
  purchase_account_code text,
  expense_account_code text,
  details jsonb NOT NULL,
  event_sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_catalog_items PRIMARY KEY (company_id, item_id),
  CONSTRAINT uq_catalog_items__code UNIQUE (company_id, code),
  CONSTRAINT fk_catalog_items__sale_account FOREIGN KEY (company_id, sale_account_code) REFERENCES accounts (company_id, code),
  CONSTRAINT fk_catalog_items__purchase_account
    FOREIGN KEY (company_id, purchase_account_code) REFERENCES accounts (company_id, code),
  CONSTRAINT fk_catalog_items__expense_account
    FOREIGN KEY (company_id, expense_account_code) REFERENCES accounts (company_id, code),
  -- @invariant INV-13: the event that told of the item as it is.
  CONSTRAINT fk_catalog_items__event FOREIGN KEY (company_id, event_sequence, item_id) REFERENCES events (company_id, sequence, entity_id),
  CONSTRAINT fk_catalog_items__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE INDEX ix_catalog_items__name ON catalog_items (company_id, name);
${companyTable('catalog_items', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}

ALTER TABLE sale_invoice_lines
  ADD CONSTRAINT fk_sale_invoice_lines__item FOREIGN KEY (company_id, item_id) REFERENCES catalog_items (company_id, item_id),
  ADD CONSTRAINT fk_sale_invoice_lines__revenue_account
    FOREIGN KEY (company_id, revenue_account_code) REFERENCES accounts (company_id, code);
CREATE INDEX ix_sale_invoice_lines__item ON sale_invoice_lines (company_id, item_id) WHERE item_id IS NOT NULL;
`;
