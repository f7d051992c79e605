import { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../../config';
import { prepareBinaries } from './binaries';
import { Cluster, createCluster, findServer, startServer, stopServer } from './cluster';
import { APPLICATION_ROLE, DATABASE_NAME, OWNER_ROLE, prepareDatabase } from './data/prepare-database';
import { ensureDataDir } from './data-dir';
import { errorCode } from './error-code';
import { choosePort, HOST } from './port';
import { ProcessLock, tryProcessLock } from './process-lock';
import { readOrCreateSecret } from './secrets-file';
import { chooseServerUser, letPass } from './server-user';

export interface EmbeddedServerOptions {
  /** Holds the cluster (`postgres`), `postgres.log`, `postgres.port` and `secrets.json`; made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; omitted = a free one, the same at every start where possible. */
  port?: number;
  log: (message: string) => void;
  /** The server ended, it could not be started again, and the log says why: whoever needs it should end too. */
  lost?: () => void;
  /** PostgreSQL settings that replace ours. */
  settings?: Record<string, string>;
}

/** A running PostgreSQL server of our own. The URLs contain passwords. */
export interface EmbeddedServer {
  port: number;
  /** Role `gapless_owner` on the database `gapless`: for migrations. */
  ownerUrl: string;
  /** Role `gapless_app` on the database `gapless`: for everything else. */
  applicationUrl: string;
  /** Superuser on the database `postgres`: for tests and maintenance. */
  superuserUrl: string;
  /** Ends all sessions, stops the server and frees the data folder. May be called again. */
  stop(): Promise<void>;
  pid(): number;
}

interface Passwords {
  superuser: string;
  owner: string;
  application: string;
}

interface RunningServer {
  port: number;
  pid: number;
  child: ChildProcess;
}

const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 500;
const PASSING_CAUSE =
  /could not bind|could not create any TCP\/IP sockets|lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/** A server that ends sooner after it was started again would do so for ever. */
const SHORTEST_RUN_MS = 60_000;

/**
 * Starts the embedded PostgreSQL on a data folder, making cluster, roles and database on first use. A server that a
 * killed process left behind is stopped first. One process at a time may hold a data folder. A server that ends by itself (a
 * crash, the system out of memory) is started again under the same address.
 *
 * @throws StartupError naming the obstacle and the remedy: folder held by another process, port in use, folder that the
 *   server's user cannot pass, missing or unusable binaries, data that PostgreSQL refuses
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const dataDir = await ensureDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const cluster = await openCluster(dataDir);
    const passwords = await readPasswords(dataDir);
    await stopOrphan(cluster, options.log);
    await createCluster(cluster, passwords.superuser, options.settings?.fsync !== 'off');
    return await run(cluster, lock, passwords, { ...options, dataDir });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockDataDir(dataDir: string): Promise<ProcessLock> {
  const lock = await tryProcessLock(`server ${dataDir}`);
  if (lock.held) return lock;
  const holder = lock.holderPid === null ? 'another process' : `the process with pid ${lock.holderPid}`;
  throw new StartupError(
    `The data folder ${dataDir} is in use by ${holder}. Stop that process, or set DATA_DIR to another folder.`,
  );
}

async function openCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres');
  const user = await chooseServerUser(dir);
  if (user) await letPass(dataDir, user);
  return { dir, logFile: join(dataDir, 'postgres.log'), binaries: await prepareBinaries(dataDir, user) };
}

async function readPasswords(dataDir: string): Promise<Passwords> {
  return {
    superuser: await readOrCreateSecret(dataDir, 'superuserPassword'),
    owner: await readOrCreateSecret(dataDir, 'ownerPassword'),
    application: await readOrCreateSecret(dataDir, 'applicationPassword'),
  };
}

async function stopOrphan(cluster: Cluster, log: (message: string) => void): Promise<void> {
  if (!(await stat(cluster.dir).catch(() => null))) return;
  const pid = await findServer(cluster);
  if (pid === null) return;
  log(`Stopping the PostgreSQL server (pid ${pid}) that an earlier run left behind ...`);
  await stopServer(cluster);
}

async function run(
  cluster: Cluster,
  lock: ProcessLock,
  passwords: Passwords,
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  let running = await startWithRetries(cluster, options);
  const { port } = running;
  try {
    await prepareDatabase(
      database => connect(passwords.superuser, port, database, options.dataDir),
      passwords,
    );
  } catch (error) {
    await stopServer(cluster);
    throw error;
  }
  let stopped: Promise<void> | undefined;
  let restarted = Promise.resolve();
  const watch = (since: number): void =>
    void running.child.once('exit', () => {
      if (stopped) return;
      restarted = restart(since).catch((error: unknown) => {
        options.log(error instanceof Error ? error.message : String(error));
        options.lost?.();
      });
    });
  const restart = async (since: number): Promise<void> => {
    const ended = `The PostgreSQL server ended unexpectedly; ${cluster.logFile} says why.`;
    if (performance.now() - since < SHORTEST_RUN_MS)
      throw new Error(`${ended} It had ended a moment before, too.`);
    options.log(`${ended} Starting it again ...`);
    running = await startWithRetries(cluster, { ...options, port });
    options.log('The PostgreSQL server runs again.');
    watch(performance.now());
  };
  watch(-Infinity);
  return {
    port,
    ownerUrl: url(OWNER_ROLE, passwords.owner, port, DATABASE_NAME),
    applicationUrl: url(APPLICATION_ROLE, passwords.application, port, DATABASE_NAME),
    superuserUrl: url('postgres', passwords.superuser, port, 'postgres'),
    pid: () => running.pid,
    stop: () => (stopped ??= restarted.then(() => stopServer(cluster)).finally(() => lock.release())),
  };
}

/** Retries what may pass by itself: a free port lost to another program, or the server of a process killed just now. */
async function startWithRetries(cluster: Cluster, options: EmbeddedServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(options.dataDir, options.port);
    const result = await startServer(cluster, { ...ourSettings(port), ...options.settings }, options.log);
    if ('child' in result) return { port, ...result };
    if (attempt === ATTEMPTS || !PASSING_CAUSE.test(result.failure)) {
      throw new StartupError(`PostgreSQL did not start on ${cluster.dir}. It said: ${result.failure}`);
    }
    await stopOrphan(cluster, options.log);
    await setTimeout(BETWEEN_ATTEMPTS_MS);
  }
}

function ourSettings(port: number): Record<string, string> {
  return {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A client that vanished or hangs must not hold its row locks for long.
    idle_in_transaction_session_timeout: '15s',
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '1s' }),
    // Refused statements are ordinary here, the application reports them, and their details contain customers' data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
}

async function connect(password: string, port: number, database: string, dataDir: string): Promise<Client> {
  const client = new Client({ host: HOST, port, user: 'postgres', password, database, ssl: false });
  try {
    await client.connect();
  } catch (error) {
    if (errorCode(error) !== '28P01') throw error;
    throw new StartupError(
      `The passwords in ${join(dataDir, 'secrets.json')} are not those of the cluster in ${join(dataDir, 'postgres')}. ` +
        'Restore the secrets.json that belongs to it.',
    );
  }
  return client;
}

function url(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@${HOST}:${port}/${database}`;
}
