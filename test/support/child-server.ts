import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OPERATOR_TOKEN } from './test-app';

/** The server as a process of its own. */
export class ChildServer {
  private readonly exited: Promise<unknown>;
  private wasKilled = false;
  /** It ended without being killed: a fault of its own. */
  hasCrashed = false;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.exited = once(child, 'exit').then(() => (this.hasCrashed = !this.wasKilled));
  }

  /** @param environment beyond the database's: e.g. `PORT`, `NAIVE` */
  static async start(databaseUrl: string, environment: Record<string, string> = {}): Promise<ChildServer> {
    const entry = [
      '--require',
      join(__dirname, 'register-typescript.mjs'),
      join(__dirname, 'server-process.ts'),
    ];
    const child = spawn(process.execPath, ['--no-warnings', ...entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: databaseUrl,
        OPERATOR_TOKEN,
        SECRETS_KEY: 'secrets-key-of-the-tests',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_PER_MINUTE: '0',
        ...environment,
      },
    });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
    if (line === undefined) throw new Error('the server ended before it listened');
    return new ChildServer(child, (JSON.parse(line) as { port: number }).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The most memory that the process has held so far (resident set; Linux). */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024);
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    this.wasKilled = true;
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
