import { Client } from 'pg';

export const DATABASE_NAME = 'gapless';
export const OWNER_ROLE = 'gapless_owner';
export const APPLICATION_ROLE = 'gapless_app';

/** Passwords by role. */
export interface RolePasswords {
  owner: string;
  application: string;
}

/**
 * Brings the cluster to the state migrations expect: role `gapless_owner`, who owns the database `gapless` and its
 * schema, and role `gapless_app`, who owns nothing and is bound by row-level security. Can be repeated at any time.
 *
 * @param connect opens a superuser's connection to a database
 */
export async function prepareDatabase(
  connect: (database: string) => Promise<Client>,
  passwords: RolePasswords,
): Promise<void> {
  const cluster = await connect('postgres');
  try {
    await ensureRole(cluster, OWNER_ROLE, passwords.owner);
    await ensureRole(cluster, APPLICATION_ROLE, passwords.application);
    const { rowCount } = await cluster.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await cluster.query(`CREATE DATABASE ${DATABASE_NAME} OWNER ${OWNER_ROLE}`);
  } finally {
    await cluster.end();
  }
  const database = await connect(DATABASE_NAME);
  try {
    await database.query(`ALTER SCHEMA public OWNER TO ${OWNER_ROLE}`);
    await database.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  } finally {
    await database.end();
  }
}

/** Sets the password each time, so that a restored secrets file and the cluster agree. */
async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const statement = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${statement} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
     PASSWORD ${client.escapeLiteral(password)}`,
  );
}
