const names = new Map<string, string>();

/** Lists make statements of many shapes; past this many, new ones are planned each time. */
const MOST_PREPARED = 500;

/** `SELECT *` has another result after a migration, which a prepared statement does not survive. */
const READS_ALL_COLUMNS = /SELECT \*|\.\*/;

/**
 * The name under which a connection keeps the plan of a statement; undefined for one that is planned each time.
 * A connection pooler in transaction mode must support prepared statements (PgBouncer 1.21), or they are switched off
 * (DATABASE_PREPARED_STATEMENTS).
 */
export function preparedName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MOST_PREPARED || READS_ALL_COLUMNS.test(sql)) return undefined;
  const name = `gapless_${names.size + 1}`;
  names.set(sql, name);
  return name;
}
