import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StoredIntent, StoredRefund, Treatment } from './stripe-server';

/** The provider as a process of its own, with its state in a file that its successor goes on with. */
export class ChildGateway {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param port 0 for the first; the successors listen where it did */
  static async start(
    file: string,
    port: number,
    faults: { share: number; treatments: Treatment[] },
  ): Promise<ChildGateway> {
    const entry = [
      '--require',
      join(__dirname, 'register-typescript.mjs'),
      join(__dirname, 'stripe-process.ts'),
    ];
    const child = spawn(process.execPath, ['--no-warnings', ...entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        STATE_FILE: file,
        PORT: String(port),
        FAULT_SHARE: String(faults.share),
        TREATMENTS: faults.treatments.join(','),
      },
    });
    const lines = createInterface({ input: child.stdout });
    const [url] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
    if (url === undefined) throw new Error('the gateway ended before it listened');
    return new ChildGateway(child, url);
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** What the provider has done so far. */
export function stateOf(file: string): { intents: StoredIntent[]; refunds: StoredRefund[] } {
  return JSON.parse(readFileSync(file, 'utf8')) as { intents: StoredIntent[]; refunds: StoredRefund[] };
}
