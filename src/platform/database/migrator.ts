import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { StartupError } from '../config';

/** Brings the schema up to date as its owner. Safe when several processes start at once: one migrates, the rest wait. */
export async function migrate(ownerUrl: string, applicationRole: string): Promise<void> {
  const source = migrationSource(ownerUrl, applicationRole);
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    try {
      await runner.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
      await source.runMigrations({ transaction: 'each' });
      // So that a process without the owner's password can tell whether the schema is up to date.
      await runner.query(`GRANT SELECT ON migrations TO "${applicationRole.replaceAll('"', '""')}"`);
    } finally {
      await runner.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
      await runner.release();
    }
  } finally {
    await source.destroy();
  }
}

/**
 * Refuses to serve on a schema that lacks migrations of this version, or as a role that could bypass row-level security.
 * @throws StartupError naming what is wrong and what to do
 */
export async function assertDatabaseIsFit(applicationUrl: string): Promise<void> {
  const source = new DataSource({ type: 'postgres', url: applicationUrl });
  await source.initialize();
  try {
    const [role] = await source.query<
      {
        rolname: string;
        bypasses: boolean;
        owns: boolean;
        version: number;
      }[]
    >(ROLE_FACTS);
    if (!role || role.version < OLDEST_POSTGRES) throw new StartupError('PostgreSQL 15 or newer is needed.');
    if (role.bypasses) {
      throw new StartupError(
        `DATABASE_URL: role ${role.rolname} is a superuser or may bypass row-level security; use a plain role.`,
      );
    }
    if (role.owns) {
      throw new StartupError(
        `DATABASE_URL: role ${role.rolname} owns tables; the application role must own nothing.`,
      );
    }
    const behind = await missingMigrations(source);
    if (behind.length > 0) {
      throw new StartupError(
        `The database lacks ${behind.length} migration(s): ${behind.join(', ')}. Start once with DATABASE_OWNER_URL to migrate.`,
      );
    }
  } finally {
    await source.destroy();
  }
}

async function missingMigrations(source: DataSource): Promise<string[]> {
  const [present] = await source.query<{ there: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there`,
  );
  const done = present?.there
    ? (await source.query<{ name: string }[]>('SELECT name FROM migrations')).map(row => row.name)
    : [];
  return MIGRATIONS.map(migration => migration.name).filter(name => !done.includes(name));
}

function migrationSource(url: string, applicationRole: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    extra: { options: `-c gapless.application_role=${applicationRole}` },
  });
}

const MIGRATION_LOCK = 7_125_480_021;
const OLDEST_POSTGRES = 150_000;
const ROLE_FACTS = `
SELECT r.rolname, r.rolsuper OR r.rolbypassrls AS bypasses,
       EXISTS (SELECT 1 FROM pg_class c WHERE c.relowner = r.oid) AS owns,
       current_setting('server_version_num')::int AS version
  FROM pg_roles r WHERE r.rolname = current_user`;
