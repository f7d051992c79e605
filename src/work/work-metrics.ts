import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database';
import { Metrics } from '../platform/metrics';
import { backlog } from './data/work-items';

/** Depth and age of the queue, read from the database when the metrics are: every process tells the same. */
@Injectable()
export class WorkMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const oldest = new Gauge({
      name: 'gapless_work_oldest_seconds',
      help: 'How long the oldest due work of a kind waits',
      labelNames: ['kind'],
      registers: [registry],
    });
    new Gauge({
      name: 'gapless_work_waiting',
      help: 'Work that is due and that nobody does yet, by kind',
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const kinds = await backlog(database);
        this.reset();
        oldest.reset();
        for (const { kind, waiting, oldestSeconds } of kinds) {
          this.set({ kind }, waiting);
          oldest.set({ kind }, oldestSeconds);
        }
      },
    });
  }
}
