import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../platform/config';
import { Health, METRICS_TYPE } from '../platform/health';
import { Log } from '../platform/logging';
import { Worker } from './worker';

/**
 * Where a process that only works tells the orchestrator and the monitoring how it is, as the API does on its own port:
 * `/health/live`, `/health/ready`, `/metrics`. Nothing else is served here, and nothing of it tells of a company.
 */
@Injectable()
export class WorkerPort implements OnModuleDestroy {
  private server: Server | undefined;

  constructor(
    private readonly health: Health,
    private readonly worker: Worker,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /** Listens where it is configured to, and returns the address; undefined where it is not. */
  async listen(): Promise<string | undefined> {
    const { workerMetricsPort, host } = this.config;
    if (workerMetricsPort === undefined) return undefined;
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.listen(workerMetricsPort, host);
    await once(this.server, 'listening');
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const [status, type, body] = await this.answerTo(method === 'GET' ? url : undefined);
      response.writeHead(status, { 'content-type': type }).end(body);
    } catch (error) {
      this.log.warn({ err: error }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  }

  private async answerTo(path: string | undefined): Promise<[number, string, string]> {
    if (path === '/metrics') return [200, METRICS_TYPE, await this.health.scrape()];
    if (path === '/health/live') return inJson(200, 'ok');
    if (path !== '/health/ready') return inJson(404, 'there is nothing here');
    if (!(await this.health.reachesDatabase())) return inJson(503, 'database unreachable');
    return this.worker.looksForWork() ? inJson(200, 'ok') : inJson(503, 'does not look for work');
  }
}

function inJson(httpStatus: number, status: string): [number, string, string] {
  return [httpStatus, 'application/json; charset=utf-8', JSON.stringify({ status })];
}
