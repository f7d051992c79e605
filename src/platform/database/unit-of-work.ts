import { Injectable } from '@nestjs/common';
import { calendarDateIn } from '../../shared/calendar-date';
import { Clock } from '../clock';
import { Metrics } from '../metrics';
import { Database } from './database';
import { isRetryable } from './database-errors';
import type { Tx } from './tx';

const MAX_ATTEMPTS = 3;

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
   * Calls `attempt` again, each time in a new transaction, while it fails by deadlock (40P01) or serialization (40001).
   * Inside the aborted transaction a retry could not work.
   */
  async retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let number = 1; ; number++) {
      try {
        return await attempt();
      } catch (error) {
        if (number === MAX_ATTEMPTS || !isRetryable(error)) throw error;
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
      try {
        const result = await work(tx);
        await session.commit();
        return result;
      } catch (error) {
        await session.rollback().catch(() => undefined);
        throw error;
      }
    } finally {
      await session.release();
    }
  }
}
