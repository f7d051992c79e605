import { mkdtemp, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/platform/database/migrator';
import { startEmbeddedServer, type EmbeddedServer } from '../../src/platform/database/embedded';

/** One real PostgreSQL for the run, migrated once; each worker clones the result (test/support/database.ts). */
export default async function globalSetup(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gapless-test-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({
    dataDir,
    log: () => undefined,
    // Only a crash of the operating system could lose what fsync protects; killed processes cannot.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  await migrate(server.ownerUrl, 'gapless_app');
  process.env.TEST_SUPERUSER_URL = server.superuserUrl;
  process.env.TEST_OWNER_URL = server.ownerUrl;
  process.env.TEST_APPLICATION_URL = server.applicationUrl;
  process.env.TEST_DATA_DIR = dataDir;
  (globalThis as { testServer?: EmbeddedServer }).testServer = server;
}
