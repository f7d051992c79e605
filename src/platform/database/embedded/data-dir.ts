import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartupError } from '../../config';
import { errorCode } from './error-code';

/**
 * Makes the data folder if it is missing, closed to other users, and returns its path without symbolic links.
 *
 * @throws StartupError when it cannot be made or written to
 */
export async function ensureDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dirname(resolve(dataDir)), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await access(`${dataDir}/.`, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The data folder ${dataDir} cannot be used (${reason}). Set DATA_DIR to a folder you can write to.`,
    );
  }
}
