import type { Tx } from '../../platform/database';

/** The values that the company has set for a system, by key; secrets are sealed. */
export async function settingsOf(tx: Tx, system: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ key: string; value: string }>(
    'SELECT key, value FROM declaration_configs WHERE company_id = $1 AND system = $2',
    [tx.companyId, system],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Sets values; null takes one back to its default. */
export async function changeSettings(
  tx: Tx,
  system: string,
  values: { key: string; value: string | null }[],
): Promise<void> {
  await tx.execute(
    `WITH wanted AS (SELECT key, value FROM jsonb_to_recordset($3::jsonb) AS w(key text, value text)),
          gone AS (DELETE FROM declaration_configs
                    WHERE company_id = $1 AND system = $2 AND key IN (SELECT key FROM wanted WHERE value IS NULL))
     INSERT INTO declaration_configs (company_id, system, key, value)
     SELECT $1, $2, key, value FROM wanted WHERE value IS NOT NULL ORDER BY key
     ON CONFLICT (company_id, system, key) DO UPDATE SET value = excluded.value`,
    [tx.companyId, system, JSON.stringify(values)],
  );
}
