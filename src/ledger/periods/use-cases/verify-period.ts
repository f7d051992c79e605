import { Injectable } from '@nestjs/common';
import { lastDayOfMonth, type Period } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import { findLock, transactionsSince } from '../data/period-changes';
import { trialBalanceHashes } from '../data/trial-balance-hashes';
import { nameOf } from '../domain/locked-periods';

/** Whether the books up to the end of a locked month are what they were when it was locked. */
export interface PeriodProof extends Period {
  /** Null: the month was locked before hashes were kept. */
  matches: boolean | null;
  lockedAt: string;
  storedHash: string | null;
  currentHash: string;
  /** Transactions dated up to the end of the month that were posted after the lock. */
  transactionsSince: number;
}

/** Makes the trial balance of a locked month again and compares it with what the lock found. */
@Injectable()
export class VerifyPeriod {
  /** @throws DomainError `period_not_locked` */
  async execute(tx: Tx, { year, month }: Period): Promise<PeriodProof> {
    const lock = await findLock(tx, { year, month });
    if (!lock) refuse('period_not_locked', `Period ${nameOf({ year, month })} is not locked.`);
    const [currentHash] = (await trialBalanceHashes(tx, [lastDayOfMonth(year, month)])) as [string];
    const { lockedAt, hash } = lock;
    return {
      year,
      month,
      matches: hash === null ? null : hash === currentHash,
      lockedAt,
      storedHash: hash,
      currentHash,
      transactionsSince: await transactionsSince(tx, { year, month }, lockedAt),
    };
  }
}
