/** The instant of a file of which a month is open: master data as it is. */
export const AS_IT_IS = 'infinity';

/**
 * Rows of a table of master data as they were at an instant ($n), under an alias: those of then by their columns, and whether
 * the row was not there yet as `is_later`. A row is read as it was before the first change after the instant.
 */
export function asOf(table: 'partners' | 'accounts', alias: string, id: string, instant: string): string {
  return `${table} ${alias}_now
    LEFT JOIN LATERAL (
      SELECT v.version, v.version IS NULL AS is_later FROM master_data_versions v
       WHERE v.company_id = ${alias}_now.company_id AND v.entity = '${table}' AND v.entity_id = ${alias}_now.${id}
         AND v.replaced_at > ${instant}::timestamptz ORDER BY v.replaced_at LIMIT 1) ${alias}_then ON true
    CROSS JOIN LATERAL jsonb_populate_record(${alias}_now, ${alias}_then.version) ${alias}`;
}
