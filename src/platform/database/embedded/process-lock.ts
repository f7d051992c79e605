import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './error-code';

/** A lock held by this process. The operating system frees it when the process ends, however it ends. */
export interface ProcessLock {
  held: true;
  release(): Promise<void>;
}

/** Somebody else has the lock; the pid is null when the holder did not say it in time. */
export interface LockHeldElsewhere {
  held: false;
  holderPid: number | null;
}

const ANSWER_TIMEOUT_MS = 2000;

/**
 * Takes the machine-wide lock of a name, without waiting.
 *
 * The lock is a listening socket with a name: only one process can listen on it, and a killed process leaves nothing
 * behind that would have to be judged stale. The holder answers a connection with its pid.
 */
export async function tryProcessLock(name: string): Promise<ProcessLock | LockHeldElsewhere> {
  const address = socketAddress(name);
  for (;;) {
    const server = await listen(address);
    if (server) return { held: true, release: () => close(server) };
    const holder = await askHolder(address);
    if (holder !== 'gone') return { held: false, holderPid: holder };
    if (LEAVES_FILE) await rm(address, { force: true });
  }
}

/** Only macOS and the BSDs have no socket names outside the file system. */
const LEAVES_FILE = process.platform !== 'linux' && process.platform !== 'win32';

function socketAddress(name: string): string {
  // Socket names are limited to some 100 bytes, so that a path in them must be shortened.
  const shortName = `gapless-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${shortName}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${shortName}`;
  return join(tmpdir(), `${shortName}.sock`);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid), () => socket.destroy());
    });
    server.once('error', error => (errorCode(error) === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()));
}

function askHolder(address: string): Promise<number | null | 'gone'> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', data => (answer += data.toString()));
    socket.on('error', error =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '') ? 'gone' : null),
    );
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? Number(answer) : null));
  });
}
