import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';

/** A worker as a process of its own that delivers webhooks to loopback. */
export class WebhookWorker {
  private constructor(private readonly child: ChildProcess) {}

  static async start(databaseUrl: string, settings: DeliverySettings): Promise<WebhookWorker> {
    const entry = [
      '--require',
      join(__dirname, 'register-typescript.mjs'),
      join(__dirname, 'webhook-worker-process.ts'),
    ];
    const child = spawn(process.execPath, ['--no-warnings', ...entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        OPERATOR_TOKEN: 'operator-token-of-the-tests',
        SECRETS_KEY: 'secrets-key-of-the-tests',
        LOG_LEVEL: 'silent',
        WORKER_POLL_MS: '20',
        OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
        DELIVERY_SETTINGS: JSON.stringify(settings),
      },
    });
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('the worker did not start'))),
    ]);
    return new WebhookWorker(child);
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
