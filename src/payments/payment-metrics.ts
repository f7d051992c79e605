import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database';
import { Metrics } from '../platform/metrics';
import { countOldUnfinished } from './data/unfinished-payments';

/** What to be woken up for: payments whose outcome nobody knows for an hour, or that cannot be booked. */
@Injectable()
export class PaymentMetrics {
  constructor(database: Database, { registry }: Metrics) {
    new Gauge({
      name: 'gapless_payments_unfinished_old',
      help: 'Charges and refunds that are unfinished for more than an hour',
      registers: [registry],
      async collect() {
        this.set(await countOldUnfinished(database));
      },
    });
  }
}
