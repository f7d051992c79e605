import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config';
import { UnitOfWork } from '../platform/database';
import { purgeBatch } from './data/idempotency-keys';

const BATCH = 500;
const MS_PER_DAY = 86_400_000;

/**
 * Purges stored answers after their retention and, much later, what is left of them. A purged success keeps a tombstone,
 * so that a very late retry is told so instead of being executed again.
 */
@Injectable()
export class IdempotencyRetention {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Works through one company in short transactions; an open purge would make a retry wait. */
  async purge(companyId: string): Promise<number> {
    const daysAgo = (days: number): Date => new Date(this.clock.now().getTime() - days * MS_PER_DAY);
    let purged = 0;
    for (;;) {
      const touched = await this.unitOfWork.run(companyId, 'write', tx =>
        purgeBatch(
          tx,
          daysAgo(this.config.responseRetentionDays),
          daysAgo(this.config.tombstoneRetentionDays),
          BATCH,
        ),
      );
      purged += touched;
      if (touched === 0) return purged;
    }
  }
}
