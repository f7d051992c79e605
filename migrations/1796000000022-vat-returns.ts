import { MigrationInterface, QueryRunner } from 'typeorm';
import czechAndSlovakCodes from './seeds/vat-classifiers-cz-sk.json';

/** What returns need of the VAT register and the classifier beyond i.SAF. */
export class VatReturns1796000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(registerColumns);
    await runner.query(earlierRows);
    await runner.query(classifierColumns);
    await runner.query(
      `INSERT INTO vat_classifiers (country_code, code, name, rate_percent, valid_from, valid_to, registers, category, legal_basis,
                                    in_isaf, return_sales, return_purchase, ec_sales, confidence)
       SELECT r."countryCode", r.code, r.name, r."ratePercent", r."validFrom", r."validTo", r.registers, r.category, r."legalBasis",
              r."inIsaf", r."returnSales", r."returnPurchase", r."ecSales", r.confidence
         FROM jsonb_to_recordset($1::jsonb) AS r ("countryCode" text, code text, name text, "ratePercent" numeric, "validFrom" date,
              "validTo" date, registers text, category text, "legalBasis" text, "inIsaf" boolean, "returnSales" jsonb,
              "returnPurchase" jsonb, "ecSales" text, confidence text)`,
      [JSON.stringify(czechAndSlovakCodes)],
    );
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const registerColumns = `
ALTER TABLE vat_register_rows
  -- Of sales: the state whose VAT it is, where the document names one (OSS).
  ADD COLUMN vat_country_code char(2),
  -- The tax point of the corrected document: OSS corrections name the period of the supply.
  ADD COLUMN corrected_tax_point_on date,
  -- The day on which the row counts; its month is the VAT period. A void in a later period counts on that period's first day.
  ADD COLUMN counted_on date GENERATED ALWAYS AS (CASE
    WHEN is_void THEN greatest(received_on, make_date(period_year, period_month, 1))
    ELSE coalesce(received_on, tax_point_on) END) STORED;
CREATE INDEX ix_vat_register_rows__counted_on ON vat_register_rows (company_id, counted_on, document_id);
DROP INDEX ix_vat_register_rows__period;
`;

/** Rows are frozen and each company's own: both are lifted for the owner while he fills in what the documents know. */
const earlierRows = `
ALTER TABLE vat_register_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sale_invoices NO FORCE ROW LEVEL SECURITY;
ALTER TABLE vat_register_rows DISABLE TRIGGER tr_vat_register_rows__append_only;
UPDATE vat_register_rows r SET vat_country_code = i.vat_country_code, corrected_tax_point_on = o.tax_point_on
  FROM sale_invoices i LEFT JOIN sale_invoices o ON o.company_id = i.company_id AND o.invoice_id = i.credited_invoice_id
 WHERE r.company_id = i.company_id AND r.sale_invoice_id = i.invoice_id
   AND (i.vat_country_code IS NOT NULL OR o.tax_point_on IS NOT NULL);
ALTER TABLE vat_register_rows ENABLE TRIGGER tr_vat_register_rows__append_only;
ALTER TABLE sale_invoices FORCE ROW LEVEL SECURITY;
ALTER TABLE vat_register_rows FORCE ROW LEVEL SECURITY;
`;

const classifierColumns = `
-- The boxes are those of the return of the code's country.
ALTER TABLE vat_classifiers RENAME COLUMN fr0600_sales TO return_sales;
ALTER TABLE vat_classifiers RENAME COLUMN fr0600_purchase TO return_purchase;
ALTER TABLE vat_classifiers ADD COLUMN ec_sales text
  CONSTRAINT ck_vat_classifiers__known_ec_sales CHECK (ec_sales IN ('goods', 'services', 'triangular'));
UPDATE vat_classifiers SET ec_sales = CASE
    WHEN code IN ('PVM13', 'PVM50') THEN 'goods' WHEN code IN ('PVM15', 'PVM34') THEN 'services' WHEN code = 'PVM19' THEN 'triangular' END
 WHERE country_code = 'LT';
`;
