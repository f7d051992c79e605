import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { workerDatabase } from '../support/database';
import { TcpProxy } from '../support/tcp-proxy';

/** `npm run start:worker` as a process of its own, with its port. */
class WorkerProcess {
  output = '';
  readonly exited: Promise<unknown[]>;

  private constructor(readonly child: ChildProcess) {
    this.exited = once(child, 'exit');
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static start(databaseUrl: string, port: string | undefined): WorkerProcess {
    const entry = ['--require', join(__dirname, '../support/register-typescript.mjs')];
    const child = spawn(
      process.execPath,
      ['--no-warnings', ...entry, join(__dirname, '../../src/worker.ts')],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: databaseUrl,
          OPERATOR_TOKEN: 'operator-token-of-the-tests',
          SECRETS_KEY: 'secrets-key-of-the-tests',
          LOG_LEVEL: 'silent',
          WORKER_POLL_MS: '20',
          ...(port !== undefined && { WORKER_METRICS_PORT: port }),
        },
      },
    );
    return new WorkerProcess(child);
  }

  /** Where it listens. */
  async url(): Promise<string> {
    for (;;) {
      const found = /Health and metrics: (\S+)\n/.exec(this.output)?.[1];
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(`the worker ended: ${this.output}`);
      await delay(10);
    }
  }
}

describe('a process that only works', () => {
  it('tells on its port how it is, is not ready without its database, and ends in order', async () => {
    const proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    const worker = WorkerProcess.start(proxy.url, '0');
    try {
      const url = await worker.url();
      const get = async (path: string): Promise<[number, string]> => {
        const answer = await fetch(`${url}${path}`);
        return [answer.status, await answer.text()];
      };
      expect(await get('/health/live')).toEqual([200, '{"status":"ok"}']);
      expect(await get('/health/ready')).toEqual([200, '{"status":"ok"}']);
      const [status, metrics] = await get('/metrics');
      expect(status).toBe(200);
      for (const name of [
        'gapless_webhook_deliveries_total',
        'gapless_work_waiting',
        'process_cpu_seconds_total',
      ])
        expect(metrics).toContain(`# TYPE ${name} `);
      expect(metrics).toMatch(/gapless_database_pool_connections\{state="idle"\} \d/);
      expect((await get('/v1/account/me'))[0]).toBe(404);

      proxy.judge = () => 'cut';
      proxy.cutAll();
      expect(await get('/health/ready')).toEqual([503, '{"status":"database unreachable"}']);
      expect(await get('/health/live')).toEqual([200, '{"status":"ok"}']);
      proxy.judge = () => 'forward';
      expect(await get('/health/ready')).toEqual([200, '{"status":"ok"}']);

      // A second one on the same machine says what is the matter.
      const second = WorkerProcess.start(proxy.url, new URL(url).port);
      expect(await second.exited).toEqual([1, null]);
      expect(second.output).toContain('set WORKER_METRICS_PORT to another one');

      worker.child.kill('SIGTERM');
      expect(await worker.exited).toEqual([0, null]);
    } finally {
      worker.child.kill('SIGKILL');
      await proxy.stop();
    }
  });
});
