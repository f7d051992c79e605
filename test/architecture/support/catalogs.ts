import type { Client } from 'pg';

/** What the catalogs say of a database, in the words of the conventions (docs/architecture.md). */
export interface Table {
  name: string;
  columns: string[];
  rlsEnabled: boolean;
  rlsForced: boolean;
}

export interface Key {
  table: string;
  name: string;
  columns: string[];
}

export interface ForeignKey extends Key {
  referencedTable: string;
  referencedColumns: string[];
}

export interface Constraint {
  table: string;
  name: string;
  kind: 'primary' | 'unique' | 'foreign' | 'check';
}

/** TypeORM's own bookkeeping; made by it, named by it. */
const FOREIGN_BORN = ['migrations'];

export async function tables(client: Client): Promise<Table[]> {
  return rows(
    client,
    `SELECT c.relname AS name, c.relrowsecurity AS "rlsEnabled", c.relforcerowsecurity AS "rlsForced",
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
       FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
      ORDER BY c.relname`,
  );
}

/** Every unique index, whether or not a constraint stands behind it; an expression counts as a column named ''. */
export async function uniqueKeys(client: Client): Promise<Key[]> {
  return rows(
    client,
    `SELECT t.relname AS "table", i.relname AS name,
            (SELECT array_agg(coalesce(a.attname::text, '') ORDER BY k.position)
               FROM unnest(x.indkey::int[]) WITH ORDINALITY AS k(attnum, position)
               LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum AND k.attnum <> 0) AS columns
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname <> ALL ($1)
      ORDER BY i.relname`,
  );
}

export async function foreignKeys(client: Client): Promise<ForeignKey[]> {
  return rows(
    client,
    `SELECT t.relname AS "table", c.conname AS name, r.relname AS "referencedTable",
            (SELECT array_agg(a.attname::text ORDER BY k.position) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, position)
               JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum) AS columns,
            (SELECT array_agg(a.attname::text ORDER BY k.position) FROM unnest(c.confkey) WITH ORDINALITY AS k(attnum, position)
               JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.attnum) AS "referencedColumns"
       FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
      WHERE c.contype = 'f' AND t.relnamespace = 'public'::regnamespace AND t.relname <> ALL ($1)
      ORDER BY c.conname`,
  );
}

export async function constraints(client: Client): Promise<Constraint[]> {
  return rows(
    client,
    `SELECT t.relname AS "table", c.conname AS name,
            CASE c.contype WHEN 'p' THEN 'primary' WHEN 'u' THEN 'unique' WHEN 'f' THEN 'foreign' ELSE 'check' END AS kind
       FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE c.contype IN ('p', 'u', 'f', 'c') AND t.relnamespace = 'public'::regnamespace AND t.relname <> ALL ($1)
      ORDER BY c.conname`,
  );
}

/**
 * The names a refusal may carry: constraints, unique indexes, and those that trigger functions raise
 * (`CONSTRAINT = 'ck_...'`, or `'ck_' || TG_TABLE_NAME || '__append_only'` on the tables that have such a trigger).
 */
export async function refusalNames(client: Client): Promise<Set<string>> {
  const declared = [...(await constraints(client)), ...(await uniqueKeys(client))].map(({ name }) => name);
  const raised = await rows<{ name: string }>(
    client,
    `SELECT DISTINCT CASE WHEN m[1] LIKE '%TG_TABLE_NAME%' THEN 'ck_' || t.relname || '__append_only' ELSE trim(m[1], '''') END AS name
       FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid
       CROSS JOIN LATERAL regexp_matches(
         p.prosrc || coalesce((SELECT string_agg(q.prosrc, '') FROM pg_proc q
                                WHERE q.pronamespace = 'public'::regnamespace AND q.oid <> p.oid AND p.prosrc LIKE '%' || q.proname || '(%'), ''),
         'CONSTRAINT = (''[a-z_]+''(?: \\|\\| TG_TABLE_NAME[^;]*)?)', 'g') AS m
      WHERE NOT g.tgisinternal AND t.relname <> ALL ($1)`,
  );
  return new Set([...declared, ...raised.map(({ name }) => name)]);
}

/** Tables on which a row trigger refuses every change (INV-02). */
export async function appendOnlyTables(client: Client): Promise<string[]> {
  const found = await rows<{ name: string }>(
    client,
    `SELECT t.relname AS name FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid
      WHERE p.proname = 'refuse_change' AND t.relname <> ALL ($1) ORDER BY t.relname`,
  );
  return found.map(({ name }) => name);
}

/** Rows of a catalog query; its $1 is the list of tables that are not ours. */
async function rows<Row extends object>(client: Client, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql, [FOREIGN_BORN])).rows;
}

/** Names of the policies of row-level security. */
export async function policies(client: Client): Promise<string[]> {
  const found = await rows<{ name: string }>(
    client,
    `SELECT policyname AS name FROM pg_policies WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
  );
  return found.map(({ name }) => name);
}
