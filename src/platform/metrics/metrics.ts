import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of this process, served at /metrics. Labels never hold keys, tokens or company ids. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'gapless_http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  readonly idempotencyOutcomes = new Counter({
    name: 'gapless_idempotency_outcomes_total',
    help: 'What became of calls with an Idempotency-Key: executed, replayed, reused, busy, expired, secret, unkeyed',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly transactionRetries = new Counter({
    name: 'gapless_transaction_retries_total',
    help: 'Transactions run again after a deadlock or a serialization failure',
    registers: [this.registry],
  });

  readonly poolConnections = new Gauge({
    name: 'gapless_database_pool_connections',
    help: 'Connections of the pool by state; waiting = callers without one',
    labelNames: ['state'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
