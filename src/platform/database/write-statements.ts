import { invariant } from '../../shared/invariant';

/** Rows of one table; every row has the same members, named like the columns. Amounts are decimal strings. */
export interface TableRows {
  table: string;
  rows: Record<string, unknown>[];
}

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

/** One statement that inserts rows of several tables; PostgreSQL reads the column types off the tables themselves. */
export function insertStatement(tables: TableRows[]): { sql: string; parameters: string[] } {
  const inserts = tables.map(({ table, rows }, index) => {
    const columns = Object.keys(rows[0] ?? {});
    invariant(
      [table, ...columns].every(name => IDENTIFIER.test(name)),
      `${table} is inserted by plain column names`,
    );
    const list = columns.join(', ');
    return `insert_${index} AS (INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $${index + 1}::jsonb))`;
  });
  return {
    sql: `WITH ${inserts.join(',\n')} SELECT 1`,
    parameters: tables.map(({ rows }) => JSON.stringify(rows)),
  };
}

/** An update of one row, found by its key columns; PostgreSQL reads the column types off the table itself. */
export function updateStatement(
  table: string,
  key: string[],
  row: Record<string, unknown>,
): { sql: string; parameters: string[] } {
  const columns = Object.keys(row);
  invariant(
    [table, ...columns].every(name => IDENTIFIER.test(name)),
    `${table} is updated by plain column names`,
  );
  const changes = columns
    .filter(column => !key.includes(column))
    .map(column => `${column} = changed.${column}`);
  return {
    sql: `UPDATE ${table} SET ${changes.join(', ')} FROM jsonb_populate_record(NULL::${table}, $1::jsonb) AS changed
           WHERE ${key.map(column => `${table}.${column} = changed.${column}`).join(' AND ')}`,
    parameters: [JSON.stringify(row)],
  };
}
