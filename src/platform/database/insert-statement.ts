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
    invariant([table, ...columns].every(name => IDENTIFIER.test(name)), `${table} is inserted by plain column names`);
    const list = columns.join(', ');
    return `insert_${index} AS (INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $${index + 1}::jsonb))`;
  });
  return {
    sql: `WITH ${inserts.join(',\n')} SELECT 1`,
    parameters: tables.map(({ rows }) => JSON.stringify(rows)),
  };
}
