import { Client } from 'pg';
import { CONSTRAINT_ERRORS } from '../../src/constraint-errors';
import { workerDatabase } from '../support/database';
import {
  appendOnlyTables,
  constraints,
  foreignKeys,
  refusalNames,
  tables,
  uniqueKeys,
  type Table,
} from './support/catalogs';

const APPLICATION_ROLE = 'gapless_app';
/** The tables that name companies and have no row-level security: what a worker may know before it has a scope. */
const WITHOUT_SCOPE = ['company_directory', 'work_items'];
const SCOPE = `(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)`;

/**
 * Rules of the schema that hold for every table, also for the one somebody adds tomorrow.
 * @invariant INV-02 @invariant INV-08 @invariant INV-11
 */
describe('the conventions of the database', () => {
  let owner: Client;
  let companyTables: Table[];
  let sharedTables: Table[];

  beforeAll(async () => {
    owner = new Client({ connectionString: (await workerDatabase()).ownerUrl });
    await owner.connect();
    const all = await tables(owner);
    companyTables = all.filter(({ columns }) => columns.includes('company_id'));
    sharedTables = all.filter(({ columns }) => !columns.includes('company_id'));
  });
  afterAll(() => owner.end());

  async function select<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await owner.query<Row>(sql, parameters)).rows;
  }
  const namesOf = (found: { name: string }[]): string[] => found.map(({ name }) => name);

  describe('companies apart (INV-08)', () => {
    it('finds both kinds of tables, so that the rules below are about something', () => {
      expect(companyTables.length).toBeGreaterThan(20);
      expect(namesOf(sharedTables)).toEqual(
        expect.arrayContaining(['countries', 'currencies', 'vat_classifiers']),
      );
    });

    it('forces row-level security on every company table', () => {
      const open = companyTables.filter(({ rlsEnabled, rlsForced }) => !(rlsEnabled && rlsForced));
      expect(namesOf(open)).toEqual(WITHOUT_SCOPE);
    });

    it('keys every policy on the scope of the transaction', async () => {
      const policies = await select<{
        table: string;
        name: string;
        command: string;
        permissive: string;
        using: string | null;
        check: string | null;
      }>(
        `SELECT tablename AS "table", policyname AS name, cmd AS command, permissive, qual AS "using", with_check AS check
           FROM pg_policies WHERE schemaname = 'public'`,
      );
      expect(new Set(policies.map(({ table }) => table))).toEqual(
        new Set(namesOf(companyTables).filter(table => !WITHOUT_SCOPE.includes(table))),
      );
      for (const { name, command, using, check } of policies) {
        const conditions = [
          ...(command === 'INSERT' ? [] : [using]),
          ...(['INSERT', 'UPDATE'].includes(command) ? [check] : []),
        ];
        expect([name, conditions.filter(condition => !isScoped(condition))]).toEqual([name, []]);
      }
    });

    it('begins every primary key and unique index of a company table with company_id', async () => {
      const own = new Set(namesOf(companyTables));
      const wrong = (await uniqueKeys(owner)).filter(
        ({ table, columns }) => own.has(table) && columns[0] !== 'company_id',
      );
      expect(namesOf(wrong)).toEqual([]);
    });

    it('gives every table a primary key', async () => {
      const keyed = (await constraints(owner))
        .filter(({ kind }) => kind === 'primary')
        .map(({ table }) => table);
      expect(keyed.sort()).toEqual(namesOf([...companyTables, ...sharedTables]).sort());
    });

    it('begins every foreign key between company tables with company_id, on both ends', async () => {
      const own = new Set(namesOf(companyTables));
      const wrong = (await foreignKeys(owner)).filter(
        ({ table, referencedTable, columns, referencedColumns }) =>
          own.has(table) &&
          own.has(referencedTable) &&
          (columns[0] !== 'company_id' || referencedColumns[0] !== 'company_id'),
      );
      expect(namesOf(wrong)).toEqual([]);
    });

    it('never points from a shared table into a company', async () => {
      const shared = new Set(namesOf(sharedTables));
      const wrong = (await foreignKeys(owner)).filter(
        ({ table, referencedTable }) => shared.has(table) && !shared.has(referencedTable),
      );
      expect(namesOf(wrong)).toEqual([]);
    });
  });

  describe('names', () => {
    it('names constraints and indexes by kind, table and rule', async () => {
      const prefixes = { primary: 'pk', unique: 'uq', foreign: 'fk', check: 'ck' };
      const misnamed = (await constraints(owner)).filter(
        ({ table, name, kind }) =>
          name !== `pk_${table}` && (kind === 'primary' || !name.startsWith(`${prefixes[kind]}_${table}__`)),
      );
      expect(namesOf(misnamed)).toEqual([]);
      const indexes = await select<{ table: string; name: string; unique: boolean }>(
        `SELECT t.relname AS "table", i.relname AS name, x.indisunique AS unique
           FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
          WHERE t.relnamespace = 'public'::regnamespace AND t.relname <> 'migrations' AND NOT x.indisprimary`,
      );
      const misnamedIndexes = indexes.filter(
        ({ table, name, unique }) => !name.startsWith(`${unique ? 'uq' : 'ix'}_${table}__`),
      );
      expect(namesOf(misnamedIndexes)).toEqual([]);
    });

    it('names nothing so long that PostgreSQL cuts it', async () => {
      const names = namesOf(await constraints(owner));
      expect(names.filter(name => name.length >= 63)).toEqual([]);
    });

    it('maps only constraints that exist to refusals', async () => {
      const known = await refusalNames(owner);
      expect(Object.keys(CONSTRAINT_ERRORS).filter(name => !known.has(name))).toEqual([]);
    });
  });

  describe('the application role (INV-02)', () => {
    it('is a plain role that owns nothing', async () => {
      const [role] = await select<object>(
        `SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
                (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS memberships,
                (SELECT count(*)::int FROM pg_class o WHERE o.relowner = r.oid) AS relations,
                (SELECT count(*)::int FROM pg_proc o WHERE o.proowner = r.oid) AS functions,
                (SELECT count(*)::int FROM pg_type o WHERE o.typowner = r.oid) AS types,
                (SELECT count(*)::int FROM pg_namespace o WHERE o.nspowner = r.oid) AS schemas,
                (SELECT count(*)::int FROM pg_database o WHERE o.datdba = r.oid) AS databases,
                has_schema_privilege(r.oid, 'public', 'CREATE') AS "mayCreate"
           FROM pg_roles r WHERE r.rolname = $1`,
        [APPLICATION_ROLE],
      );
      expect(role).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        memberships: 0,
        relations: 0,
        functions: 0,
        types: 0,
        schemas: 0,
        databases: 0,
        mayCreate: false,
      });
    });

    it('may not truncate, reference or put triggers on any table', async () => {
      expect(await tablesWith('TRUNCATE')).toEqual([]);
      expect(await tablesWith('REFERENCES')).toEqual([]);
      expect(await tablesWith('TRIGGER')).toEqual([]);
    });

    it('only reads what all companies share', async () => {
      const writable = [
        ...(await tablesWith('INSERT')),
        ...(await tablesWith('UPDATE')),
        ...(await tablesWith('DELETE')),
      ];
      const shared = ['migrations', ...namesOf(sharedTables)];
      expect(writable.filter(table => shared.includes(table))).toEqual([]);
    });

    it('may neither change nor delete what is append-only, and nobody may truncate it', async () => {
      const appendOnly = await appendOnlyTables(owner);
      expect(appendOnly).toEqual(
        expect.arrayContaining([
          'audit_log',
          'events',
          'journal_entries',
          'journal_transactions',
          'sale_invoice_vat_totals',
          'vat_register_rows',
        ]),
      );
      const changeable = [...(await tablesWith('UPDATE')), ...(await tablesWith('DELETE'))];
      expect(appendOnly.filter(table => changeable.includes(table))).toEqual([]);
      const guarded = await select<{ name: string }>(
        `SELECT g.tgrelid::regclass::text AS name FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.proname = 'refuse_truncate'`,
      );
      expect(namesOf(guarded)).toEqual(
        expect.arrayContaining([...appendOnly, 'sale_invoices', 'sale_invoice_lines']),
      );
    });

    it('has a policy for every privilege, and a privilege for every policy', async () => {
      const policies = await select<{ table: string; command: string }>(
        `SELECT tablename AS "table", cmd AS command FROM pg_policies WHERE schemaname = 'public' AND policyname NOT LIKE '%__purge'`,
      );
      for (const command of ['SELECT', 'INSERT', 'UPDATE', 'DELETE']) {
        const allowed = policies.filter(policy => policy.command === command).map(({ table }) => table);
        const companies = namesOf(companyTables).filter(table => !WITHOUT_SCOPE.includes(table));
        const granted = (await tablesWith(command)).filter(table => companies.includes(table));
        expect([command, granted]).toEqual([command, allowed.sort()]);
      }
    });

    it('finds no function or view that would act with the rights of the owner, but for what adds ECB rates and empties old payloads', async () => {
      const [found] = await select<{ functions: string[]; settings: string[]; views: number }>(
        `SELECT (SELECT array_agg(proname::text ORDER BY proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef) AS functions,
                (SELECT array_agg(setting) FROM pg_proc, unnest(proconfig) AS setting
                  WHERE pronamespace = 'public'::regnamespace AND prosecdef) AS settings,
                (SELECT count(*)::int FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
                   AND NOT coalesce(reloptions @> ARRAY['security_invoker=true'], false)) AS views`,
      );
      expect(found).toEqual({
        functions: ['add_ecb_exchange_rates', 'purge_event_payloads'],
        settings: ['search_path=pg_catalog, pg_temp', 'search_path=pg_catalog, pg_temp'],
        views: 0,
      });
    });
  });

  it('keeps amounts in no binary float and no money type (INV-11)', async () => {
    const floats = await select<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money')`,
    );
    expect(namesOf(floats)).toEqual([]);
  });

  it('keeps instants with a time zone, and days as dates', async () => {
    const wrong = await select<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND (
          data_type = 'timestamp without time zone'
          OR (column_name LIKE '%\\_at' AND data_type <> 'timestamp with time zone')
          OR (column_name LIKE '%\\_on' AND data_type <> 'date'))`,
    );
    expect(namesOf(wrong)).toEqual([]);
  });

  /** Tables on which the application role has a privilege, on the whole or on a column. */
  async function tablesWith(privilege: string): Promise<string[]> {
    const byColumn = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'].includes(privilege)
      ? ` OR has_any_column_privilege('${APPLICATION_ROLE}', c.oid, '${privilege}')`
      : '';
    const found = await select<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
          AND (has_table_privilege('${APPLICATION_ROLE}', c.oid, '${privilege}')${byColumn}) ORDER BY c.relname`,
    );
    return namesOf(found);
  }
});

/** The scope itself, or the scope and something narrower. */
function isScoped(condition: string | null): boolean {
  return (
    condition !== null &&
    (condition === SCOPE || (condition.startsWith(`(${SCOPE} AND `) && !condition.includes(' OR ')))
  );
}
