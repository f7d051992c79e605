import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../../config';
import { asUser, Binaries, PROGRAM_ENVIRONMENT, runProgram } from './binaries';
import { errorCode } from './error-code';
import { handOver } from './server-user';

/** A PostgreSQL cluster (one server's data) and what is needed to run it. */
export interface Cluster {
  binaries: Binaries;
  dir: string;
  logFile: string;
}

const READY_POLL_MS = 20;
const SLOW_START_MS = 10_000;
const STOP_TIMEOUT_SECONDS = 60;

/**
 * Makes the cluster unless it exists: UTF-8, Unicode order by code point on every platform, page checksums, passwords
 * for everybody. It appears under its name only when complete, so that a crash half way leaves nothing to repair.
 *
 * @throws StartupError when PostgreSQL cannot make it
 */
export async function createCluster(
  cluster: Cluster,
  superuserPassword: string,
  sync: boolean,
): Promise<void> {
  await removeUnfinished(cluster);
  if (await isFile(join(cluster.dir, 'PG_VERSION'))) {
    if ((await stat(cluster.dir)).uid === 0) await handOver(cluster.dir, cluster.binaries.user);
    return;
  }
  // A name of its own: the initdb of a killed process may still be writing into the folder it was given.
  const staging = await mkdtemp(`${cluster.dir}.new-`);
  const passwordFile = `${staging}.password`;
  await handOver(staging, cluster.binaries.user);
  try {
    await writeFile(passwordFile, superuserPassword, { mode: 0o600 });
    await handOver(passwordFile, cluster.binaries.user);
    const { succeeded, output } = await runProgram(cluster.binaries, 'initdb', [
      `--pgdata=${staging}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(sync ? [] : ['--no-sync']),
    ]);
    if (!succeeded)
      throw new StartupError(`PostgreSQL could not create its data in ${cluster.dir}: ${output}`);
    await rename(staging, cluster.dir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeUnfinished(cluster: Cluster): Promise<void> {
  const parent = join(cluster.dir, '..');
  const unfinished = (await readdir(parent)).filter(name =>
    join(parent, name).startsWith(`${cluster.dir}.new-`),
  );
  for (const name of unfinished) {
    // What cannot be removed yet, because an orphaned initdb still writes there, goes at the next start.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** The running server, or why it ended before it was ready. */
export type StartResult = { child: ChildProcess; pid: number } | { failure: string };

/**
 * Starts the server and waits until it accepts connections, however long its recovery takes.
 * It gets a session of its own: Ctrl-C in our terminal must reach us only, so that we can stop it last.
 */
export async function startServer(
  cluster: Cluster,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<StartResult> {
  const { binDir, user, workDir } = cluster.binaries;
  const logFile = await open(cluster.logFile, 'a', 0o600);
  const logStart = (await logFile.stat()).size;
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binDir, 'postgres'), ['-D', cluster.dir, ...args], {
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
    cwd: workDir,
    env: PROGRAM_ENVIRONMENT,
    ...asUser(user),
  });
  await once(child, 'spawn').finally(() => logFile.close());
  child.unref();
  for (let waitedMs = 0; child.exitCode === null && child.signalCode === null; waitedMs += READY_POLL_MS) {
    const pid = await findReadyServer(cluster);
    if (pid !== null && pid === child.pid) return { child, pid };
    if (waitedMs > 0 && waitedMs % SLOW_START_MS === 0) log('PostgreSQL is still recovering its data ...');
    await delay(READY_POLL_MS);
  }
  const written = (await readFile(cluster.logFile)).subarray(logStart).toString().trim();
  return { failure: written || `ended with ${child.signalCode ?? `code ${child.exitCode}`}` };
}

async function findReadyServer(cluster: Cluster): Promise<number | null> {
  const lines = await readPidFile(cluster);
  return (lines[7] ?? '').startsWith('ready') ? Number(lines[0]) : null;
}

/** postmaster.pid: pid on the first line, state on the eighth (PostgreSQL's miscadmin.h). */
async function readPidFile(cluster: Cluster): Promise<string[]> {
  return (await readFile(join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/**
 * Stops the server of the cluster in order: sessions are ended, data is flushed. Nothing happens when none runs.
 *
 * @throws Error when it does not stop within a minute
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  if ((await findServer(cluster)) === null) return;
  const args = [
    'stop',
    '--wait',
    '--mode=fast',
    `--timeout=${STOP_TIMEOUT_SECONDS}`,
    `--pgdata=${cluster.dir}`,
  ];
  const { succeeded, output } = await runProgram(cluster.binaries, 'pg_ctl', args);
  if (succeeded || (await findServer(cluster)) === null) return;
  throw new Error(`The PostgreSQL server in ${cluster.dir} did not stop: ${output}`);
}

/** The pid of the server that runs on the cluster, if any; a pid file whose number went to another program is removed. */
export async function findServer(cluster: Cluster): Promise<number | null> {
  const pid = Number((await readPidFile(cluster))[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  if (await worksIn(pid, cluster.dir)) return pid;
  // PostgreSQL would refuse to start. Its second guard, the shared memory bound to the folder, stays.
  await rm(join(cluster.dir, 'postmaster.pid'), { force: true });
  return null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** A server's current folder is its cluster. Without /proc there is no telling, and the pid file is believed. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [current, expected] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => null), stat(folder)]);
  return current?.ino === expected.ino && current.dev === expected.dev;
}
