import { Client, Pool, type ClientBase } from 'pg';

/** The URLs of a database of this worker's own, cloned from the migrated template on first use. */
export async function workerDatabase(): Promise<{
  applicationUrl: string;
  ownerUrl: string;
  superuserUrl: string;
}> {
  return cloneDatabase(`worker_${process.env.JEST_WORKER_ID ?? '1'}`);
}

/** Clones the template under a name, or finds the clone that is there. */
export async function cloneDatabase(
  name: string,
): Promise<{ applicationUrl: string; ownerUrl: string; superuserUrl: string }> {
  await withClient(required('TEST_SUPERUSER_URL').replace(/\/[^/]*$/, '/postgres'), async client => {
    await client.query('SELECT pg_advisory_lock(4711)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE gapless OWNER gapless_owner`);
  });
  const at = (url: string): string => url.replace(/\/[^/]*$/, `/${name}`);
  return {
    applicationUrl: at(required('TEST_APPLICATION_URL')),
    ownerUrl: at(required('TEST_OWNER_URL')),
    superuserUrl: at(required('TEST_SUPERUSER_URL')),
  };
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` on a connection that goes back to a pool, for what leaves nothing behind in the session. One on which it
 * failed is closed.
 */
export async function withPooledClient<T>(url: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await poolOf(url).connect();
  let isSound = false;
  try {
    const result = await work(client);
    isSound = true;
    return result;
  } finally {
    client.release(!isSound);
  }
}

/** Runs `work` inside a company's scope as the application role, in one transaction that is committed. */
export async function inCompany<T>(
  applicationUrl: string,
  companyId: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  return withPooledClient(applicationUrl, async client => {
    await client.query(`BEGIN; SET LOCAL app.company_id = '${companyId}'`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

/** Connections are kept between statements: proving the password to the server costs ten times as much as most of them. */
const pools = new Map<string, Pool>();

function poolOf(url: string): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({ connectionString: url, idleTimeoutMillis: 1000, allowExitOnIdle: true });
  // The server is stopped and killed by tests; whoever asks next gets a connection that works.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests with "npm test"`);
  return value;
}
