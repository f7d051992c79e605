import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Worker } from '../../src/work';
import type { TestApp } from './test-app';

/** A message as it came. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  id: string;
}

/** What a receiver does with a message: a status, with headers perhaps, or no answer at all. */
export type Reaction = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang';

/** A receiver of webhooks on loopback that keeps every message, and does with it what the test says. */
export class Receiver {
  readonly received: Received[] = [];

  private constructor(
    private readonly server: Server,
    public react: (message: Received, index: number) => Reaction | Promise<Reaction>,
  ) {}

  static async start(react: Receiver['react'] = () => 200): Promise<Receiver> {
    const server = createServer((request, response) => void receiver.take(request, response));
    const receiver = new Receiver(server, react);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  /** The messages, of one event if so said; `webhook-signature` is checked with the public library. */
  verified(secret: string, type?: string): { sequence: number; type: string; data: { name: string } }[] {
    return this.received
      .map(
        ({ body, headers }) =>
          new Webhook(secret).verify(body, headers) as {
            sequence: number;
            type: string;
            data: { name: string };
          },
      )
      .filter(event => type === undefined || event.type === type);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    const message = {
      path: request.url ?? '',
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
      id: headers['webhook-id'] ?? '',
    };
    const index = this.received.push(message) - 1;
    const reaction = await this.react(message, index);
    if (reaction === 'hang') return;
    const answer = typeof reaction === 'number' ? { status: reaction } : reaction;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }
}

/** Lets the worker of this process work until something is so. */
export async function workUntil(app: TestApp, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  for (;;) {
    await app.nest.get(Worker).drain();
    if (await isSo()) return;
    if (performance.now() > giveUpAt) throw new Error('the worker did not get there');
    await delay(10);
  }
}
