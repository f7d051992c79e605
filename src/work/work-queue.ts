import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork, type Tx } from '../platform/database';
import {
  cancelWork,
  deleteWork,
  extendLease,
  extendLeaseIn,
  leaseDue,
  leaseDueInTurns,
  leaseLeft,
  leaseOne,
  releaseWork,
  takeWorkOver,
  type Subject,
  type WorkItem,
  type WorkKey,
} from './data/work-items';

/** Somebody else has taken the work over: what we would write now is not ours to write. */
export class LeaseLost extends Error {
  constructor({ kind, subjectId }: WorkKey) {
    super(`the lease of ${kind} ${subjectId} was lost`);
  }
}

/** Work that must be done although nobody waits for it: leased by one process at a time, until it is done. */
@Injectable()
export class WorkQueue {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param ofCompany how many of one company may be leased at a time; left out: as many as are due */
  async due(kind: string, atMost: number, leaseSeconds: number, ofCompany?: number): Promise<WorkItem[]> {
    return ofCompany === undefined
      ? leaseDue(this.database, kind, atMost, leaseSeconds)
      : leaseDueInTurns(this.database, kind, atMost, leaseSeconds, ofCompany);
  }

  /** Takes this one work, due or not; undefined when somebody has it, or it is done. */
  async take(key: WorkKey, leaseSeconds: number): Promise<WorkItem | undefined> {
    return leaseOne(this.database, key, leaseSeconds);
  }

  /** Seconds for which somebody still holds the work; undefined when nobody does. */
  async heldFor(key: WorkKey): Promise<number | undefined> {
    return leaseLeft(this.database, key);
  }

  /** @throws LeaseLost */
  async extend(item: WorkItem, leaseSeconds: number): Promise<void> {
    if (!(await extendLease(this.database, item, leaseSeconds))) throw new LeaseLost(item);
  }

  /**
   * Extends the lease in a transaction that is written only while the work is ours.
   * @throws LeaseLost
   */
  async renew(tx: Tx, item: WorkItem, leaseSeconds: number): Promise<void> {
    if (!(await extendLeaseIn(tx, item, leaseSeconds))) throw new LeaseLost(item);
  }

  /** Fences off whoever does the work: the outside has told how it ended. What is left of it is due `inSeconds` from now. */
  async takeOver(tx: Tx, subject: Subject, inSeconds: number): Promise<void> {
    await takeWorkOver(tx, subject, inSeconds);
  }

  /** Ends the work in a transaction that has fenced off everybody else (`again`, `takeOver`). */
  async cancel(tx: Tx, subject: Subject): Promise<void> {
    await cancelWork(tx, subject);
  }

  /**
   * Ends the work in the transaction of its result; call it first, as it fences off whoever lost the lease.
   * @throws LeaseLost
   */
  async done(tx: Tx, item: WorkItem): Promise<void> {
    if ((await deleteWork(tx, item)) === 0) throw new LeaseLost(item);
  }

  /**
   * Ends this turn and schedules the next; call it first, like `done`.
   * @throws LeaseLost
   */
  async again(tx: Tx, item: WorkItem, inSeconds: number): Promise<void> {
    if ((await releaseWork(tx, item, inSeconds, false)) === 0) throw new LeaseLost(item);
  }

  /** Gives failed work back, to be tried again after a while that grows with the attempts. */
  async failed(item: WorkItem): Promise<void> {
    await this.unitOfWork.run(item.companyId, 'write', tx =>
      releaseWork(tx, item, backOffSeconds(item.attempts), true),
    );
  }
}

const MOST_BACK_OFF_SECONDS = 600;

/** 1, 2, 4 ... 600 seconds, of which a random part is left out, so that what failed together does not come back together. */
function backOffSeconds(attempts: number): number {
  const whole = Math.min(2 ** (attempts - 1), MOST_BACK_OFF_SECONDS);
  return whole * (0.5 + Math.random() / 2);
}
