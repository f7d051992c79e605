import { Injectable } from '@nestjs/common';
import { calendarDateIn } from '../../shared/calendar-date';
import { Clock } from '../clock';
import { Metrics } from '../metrics';
import { Database } from './database';
import { isRetryable } from './database-errors';
import type { Tx } from './tx';

const MOST_RERUNS = 3;

/** Runs work of the server itself (authentication, jobs) in a transaction of one company. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Commits what `work` did, or nothing. Re-runs the whole of it after a deadlock or a serialization failure. */
  async run<T>(companyId: string, mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retrying(() => this.once(companyId, mode, work));
  }

  /**
   * Calls `attempt` again, at most three times and each time in a new transaction, while it fails by deadlock (40P01) or
   * serialization (40001).
   * Inside the aborted transaction a retry could not work.
   */
  async retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let reruns = 0; ; reruns++) {
      try {
        return await attempt();
      } catch (error) {
        if (reruns === MOST_RERUNS || !isRetryable(error)) throw error;
        this.metrics.transactionRetries.inc();
      }
    }
  }

  private async once<T>(companyId: string, mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = await this.database.session();
    try {
      await session.begin(companyId, mode);
      const now = this.clock.now();
      const tx = session.transaction({
        companyId,
        company: undefined,
        actor: { type: 'system', id: 'system', apiKeyId: null, scopes: [] },
        requestId: 'system',
        now,
        today: calendarDateIn(now, 'UTC'),
      });
      const result = await work(tx);
      await session.commit();
      return result;
    } finally {
      await session.release();
    }
  }
}
