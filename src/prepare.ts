import { isAbsolute, resolve } from 'node:path';
import type { Config } from './platform/config';
import { assertDatabaseIsFit, migrate } from './platform/database';
import { readOrCreateSecret, startEmbeddedServer, type EmbeddedServer } from './platform/database/embedded';

/** A database that is running, migrated and fit to serve, and the secrets this installation has. */
export interface Prepared {
  config: Config;
  /** Stops what this start started. */
  stop(): Promise<void>;
}

/**
 * Does everything that must be so before the first request.
 * @param lost the database that was started here ended for good
 * @throws StartupError with what to do
 */
export async function prepare(
  given: Config,
  say: (message: string) => void,
  lost: () => void,
): Promise<Prepared> {
  const dataDir = isAbsolute(given.dataDir) ? given.dataDir : resolve(given.dataDir);
  const server =
    given.databaseUrl === undefined ? await startEmbeddedServer({ dataDir, log: say, lost }) : undefined;
  try {
    const databaseUrl = given.databaseUrl ?? server?.applicationUrl ?? '';
    const ownerUrl = given.databaseOwnerUrl ?? server?.ownerUrl;
    if (ownerUrl !== undefined) await migrate(ownerUrl, roleOf(databaseUrl));
    await assertDatabaseIsFit(databaseUrl);
    const operatorToken = given.operatorToken ?? (await readOrCreateSecret(dataDir, 'operatorToken'));
    const secretsKey = given.secretsKey ?? (await readOrCreateSecret(dataDir, 'secretsKey'));
    return {
      config: given.with({ dataDir, databaseUrl, databaseOwnerUrl: ownerUrl, operatorToken, secretsKey }),
      stop: () => stopServer(server),
    };
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

async function stopServer(server: EmbeddedServer | undefined): Promise<void> {
  await server?.stop();
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
