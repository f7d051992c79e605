import type { Client } from 'pg';

const HEADING = `-- The current schema, read back from the catalogs of a migrated database (npm run docs:generate).
-- It is here to be read and reviewed; migrations/ makes the schema.
`;

/** The schema as SQL text: functions, then each table with all that belongs to it, in the order of their names. */
export async function schemaSql(client: Client): Promise<string> {
  const functions = await texts(
    client,
    `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname`,
  );
  const tables = await rows<{ oid: string; name: string; options: string[] | null; forced: boolean }>(
    client,
    `SELECT oid::text, relname AS name, reloptions AS options, relforcerowsecurity AS forced FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations' ORDER BY relname COLLATE "C"`,
  );
  const parts = [HEADING, ...functions.map(text => `${text.trimEnd()};\n`)];
  for (const table of tables) parts.push(await tableSql(client, table));
  return parts.join('\n');
}

async function tableSql(
  client: Client,
  { oid, name, options, forced }: { oid: string; name: string; options: string[] | null; forced: boolean },
): Promise<string> {
  const members = [...(await texts(client, COLUMNS, oid)), ...(await texts(client, CONSTRAINTS, oid))];
  const storage = options === null ? '' : ` WITH (${options.join(', ')})`;
  const statements = [
    `CREATE TABLE ${name} (\n${members.map(member => `  ${member}`).join(',\n')}\n)${storage};`,
    ...(await texts(client, INDEXES, oid)),
    ...(forced
      ? [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`, `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`]
      : []),
    ...(await texts(client, POLICIES, oid)),
    ...(await texts(client, GRANTS, oid)),
    ...(await texts(client, TRIGGERS, oid)),
  ];
  return `${statements.join('\n')}\n`;
}

const COLUMNS = `
SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
               WHEN a.attidentity = 'a' THEN ' GENERATED ALWAYS AS IDENTITY'
               WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END
       || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS text
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
 WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const CONSTRAINTS = `
SELECT 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
 WHERE conrelid = $1::oid AND contype IN ('p', 'u', 'c', 'f')
 ORDER BY array_position(ARRAY['p', 'u', 'c', 'f'], contype::text), conname COLLATE "C"`;

const INDEXES = `
SELECT replace(pg_get_indexdef(indexrelid), ' ON public.', ' ON ') || ';' AS text
  FROM pg_index JOIN pg_class i ON i.oid = indexrelid
 WHERE indrelid = $1::oid AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
 ORDER BY i.relname COLLATE "C"`;

const POLICIES = `
SELECT 'CREATE POLICY ' || p.policyname || ' ON ' || p.tablename || ' FOR ' || p.cmd
       || CASE WHEN p.roles = '{public}' THEN '' ELSE ' TO ' || array_to_string(p.roles, ', ') END
       || coalesce(' USING (' || p.qual || ')', '') || coalesce(' WITH CHECK (' || p.with_check || ')', '') || ';' AS text
  FROM pg_policies p JOIN pg_class c ON c.relname = p.tablename AND c.relnamespace = 'public'::regnamespace
 WHERE p.schemaname = 'public' AND c.oid = $1::oid ORDER BY p.policyname COLLATE "C"`;

const GRANTS = `
SELECT 'GRANT ' || string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type COLLATE "C") || ' ON ' || c.relname || ' TO '
       || CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee)::text END || ';' AS text
  FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) g
 WHERE c.oid = $1::oid AND g.grantee <> c.relowner GROUP BY c.relname, g.grantee ORDER BY 1`;

const TRIGGERS = `
SELECT replace(pg_get_triggerdef(oid), ' ON public.', ' ON ') || ';' AS text FROM pg_trigger
 WHERE tgrelid = $1::oid AND NOT tgisinternal ORDER BY tgname COLLATE "C"`;

async function texts(client: Client, sql: string, ...parameters: string[]): Promise<string[]> {
  return (await rows<{ text: string }>(client, sql, parameters)).map(({ text }) => text);
}

async function rows<Row extends object>(
  client: Client,
  sql: string,
  parameters: string[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(sql, parameters)).rows;
}
