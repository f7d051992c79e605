import { readFile, writeFile } from 'node:fs/promises';
import { AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../../config';

/** The server is reached from this machine only. */
export const HOST = '127.0.0.1';

/**
 * The TCP port for the server: the configured one, else the one of the last run while it is free (so that an operator's
 * saved connection keeps working), else any free one, remembered in `<dataDir>/postgres.port`.
 *
 * @throws StartupError when the configured port is in use
 */
export async function choosePort(dataDir: string, configured?: number): Promise<number> {
  if (configured !== undefined) {
    if ((await listenOnce(configured)) !== null) return configured;
    throw new StartupError(
      `Port ${configured} on ${HOST}, configured for the embedded PostgreSQL, cannot be used: another program listens ` +
        'on it or it is reserved. Stop that program, or configure another port.',
    );
  }
  const file = join(dataDir, 'postgres.port');
  const remembered = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^\d{1,5}$/.test(remembered) && (await listenOnce(Number(remembered))) !== null)
    return Number(remembered);
  const port = await listenOnce(0);
  if (port === null) throw new StartupError(`No free TCP port on ${HOST} for the embedded PostgreSQL.`);
  await writeFile(file, `${port}\n`);
  return port;
}

/** Listens for a moment; null when that is not possible. */
function listenOnce(port: number): Promise<number | null> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, HOST, () => {
      const { port: actual } = server.address() as AddressInfo;
      server.close(() => resolve(actual));
    });
  });
}
