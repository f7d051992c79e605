import { Injectable } from '@nestjs/common';
import { Database } from '../database';
import { OPERATOR_SCOPE } from '../scope';
import { Metrics } from '../metrics';

/** How this process is, for the orchestrator and the monitoring. */
@Injectable()
export class Health {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  /** Whether the database answers. */
  async reachesDatabase(): Promise<boolean> {
    try {
      const session = await this.database.session();
      try {
        await session.begin(OPERATOR_SCOPE, 'read');
      } finally {
        await session.release();
      }
      return true;
    } catch {
      return false;
    }
  }

  /** All metrics of the process, as Prometheus reads them. */
  async scrape(): Promise<string> {
    const { total, idle, waiting } = this.database.poolState();
    this.metrics.poolConnections.set({ state: 'busy' }, total - idle);
    this.metrics.poolConnections.set({ state: 'idle' }, idle);
    this.metrics.poolConnections.set({ state: 'waiting' }, waiting);
    return this.metrics.registry.metrics();
  }
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
