import { newId } from '../../../shared/ids';
import type { Tx } from '../../../platform/database';

/** How many accounts the chart template of a country has; 0 where there is none. */
export async function chartTemplateSize(tx: Tx, countryCode: string): Promise<number> {
  const [row] = await tx.query<{ size: number }>(
    'SELECT count(*) AS size FROM chart_template_accounts WHERE country_code = $1',
    [countryCode],
  );
  return row?.size ?? 0;
}

/**
 * Makes the accounts of a template that the company lacks; one with the same code stays as it is.
 * @param size number of accounts of the template
 * @returns how many were made
 */
export async function insertChartTemplate(tx: Tx, countryCode: string, size: number): Promise<number> {
  return tx.execute(
    `INSERT INTO accounts (company_id, account_id, code, name, translations, type, is_postable, control, created_at)
     SELECT $1, id, code, name_lt, jsonb_build_object('en', jsonb_build_object('name', name_en)), type, true, control, $4
       FROM (SELECT *, row_number() OVER (ORDER BY code) AS n FROM chart_template_accounts WHERE country_code = $2) t
       JOIN unnest($3::uuid[]) WITH ORDINALITY AS ids(id, n) USING (n)
     ON CONFLICT (company_id, code) DO NOTHING`,
    [tx.companyId, countryCode, Array.from({ length: size }, newId), tx.now],
  );
}
