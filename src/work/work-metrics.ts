import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database';
import { Metrics } from '../platform/metrics';
import { backlog, type Backlog } from './data/work-items';

/** Depth and age of the queue, read from the database when the metrics are: every process tells the same. */
@Injectable()
export class WorkMetrics {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {
    this.gauge(
      'gapless_work_waiting',
      'Work that is due and that nobody does yet, by kind',
      ({ waiting }) => waiting,
    );
    this.gauge(
      'gapless_work_oldest_seconds',
      'How long the oldest due work of a kind waits',
      ({ oldestSeconds }) => oldestSeconds,
    );
  }

  private gauge(name: string, help: string, valueOf: (kind: Backlog) => number): void {
    const { database } = this;
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [this.metrics.registry],
      async collect() {
        const kinds = await backlog(database);
        this.reset();
        for (const each of kinds) this.set({ kind: each.kind }, valueOf(each));
      },
    });
  }
}
