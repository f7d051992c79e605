import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../../config';
import { ensureDataDir } from './data-dir';
import { errorCode } from './error-code';
import { tryProcessLock } from './process-lock';

const SECRET_BYTES = 32;
const LOCK_POLL_MS = 10;

/**
 * The secret of that name in `<dataDir>/secrets.json` (mode 0600), made on first use: 32 random bytes as base64url,
 * which is 43 characters of A-Z a-z 0-9 - _. Several processes may ask at once; all get the same secret.
 *
 * @throws StartupError when the file is not a JSON object of texts
 */
export async function readOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const file = join(await ensureDataDir(dataDir), 'secrets.json');
  const known = (await readSecrets(file))[name];
  if (known !== undefined) return known;
  return underLock(`secrets ${file}`, async () => {
    const secrets = await readSecrets(file);
    const secret = secrets[name] ?? randomBytes(SECRET_BYTES).toString('base64url');
    await writeDurably(file, `${JSON.stringify({ ...secrets, [name]: secret }, null, 2)}\n`);
    return secret;
  });
}

async function readSecrets(file: string): Promise<Record<string, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
  const secrets = parse(text);
  if (!isRecordOfTexts(secrets)) {
    throw new StartupError(
      `${file} is damaged: it must be a JSON object of texts. Restore it from a backup.`,
    );
  }
  return secrets;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecordOfTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(member => typeof member === 'string')
  );
}

async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let lock = await tryProcessLock(name);
  while (!lock.held) {
    await delay(LOCK_POLL_MS);
    lock = await tryProcessLock(name);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** A secret that was used and then lost in a power cut would lock us out of the database, hence the syncs. */
async function writeDurably(file: string, text: string): Promise<void> {
  const staging = `${file}.new`;
  const handle = await open(staging, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(staging, file);
  if (process.platform !== 'win32') await syncFolder(join(file, '..'));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
