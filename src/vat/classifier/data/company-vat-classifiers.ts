import type { Tx } from '../../../platform/database';

export interface OwnVatClassifier {
  countryCode: string;
  code: string;
  name: string;
  ratePercent: string | null;
}

/** What the company's own classifier has for the codes of the rows. */
export async function ownVatClassifiers(
  tx: Tx,
  rows: Pick<OwnVatClassifier, 'countryCode' | 'code'>[],
): Promise<OwnVatClassifier[]> {
  return tx.query<OwnVatClassifier>(
    `SELECT country_code AS "countryCode", code, name, trim_scale(rate_percent) AS "ratePercent"
       FROM company_vat_classifiers
      WHERE company_id = $1 AND (country_code::text, code) IN
            (SELECT r."countryCode", r.code FROM jsonb_to_recordset($2::jsonb) AS r ("countryCode" text, code text))
      ORDER BY country_code, code`,
    [tx.companyId, JSON.stringify(rows)],
  );
}

/** Sets rows of the company's own classifier; sorted, so that two requests lock them in one order. */
export async function upsertVatClassifiers(tx: Tx, rows: OwnVatClassifier[]): Promise<number> {
  return tx.execute(
    `INSERT INTO company_vat_classifiers (company_id, country_code, code, name, rate_percent)
     SELECT $1, r."countryCode", r.code, r.name, r."ratePercent"
       FROM jsonb_to_recordset($2::jsonb) AS r ("countryCode" text, code text, name text, "ratePercent" numeric)
      ORDER BY 2, 3
     ON CONFLICT (company_id, country_code, code) DO UPDATE SET name = excluded.name, rate_percent = excluded.rate_percent`,
    [tx.companyId, JSON.stringify(rows)],
  );
}

/** Those of the codes that are no country of ISO 3166-1. */
export async function unknownCountries(tx: Tx, codes: string[]): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    'SELECT code FROM unnest($1::text[]) AS code WHERE code NOT IN (SELECT c.code FROM countries c)',
    [codes],
  );
  return rows.map(row => row.code);
}
