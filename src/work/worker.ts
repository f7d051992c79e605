import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config';
import { Log } from '../platform/logging';
import type { WorkItem } from './data/work-items';
import { LeaseLost, WorkQueue } from './work-queue';

/** How one kind of work is done. */
export interface WorkHandler {
  kind: string;
  /** How long one turn may take; after that another process takes the work over. */
  leaseSeconds: number;
  /** How many of the kind one process does at a time. */
  atOnce: number;
  /** How many of it may be one company's, in all processes together; left out: all. */
  ofCompany?: number;
  /** Does one turn, and says in its transaction that the work is done or due again; what is thrown is tried again later. */
  run(item: WorkItem): Promise<void>;
}

const LONGEST_ROUND_MS = 10_000;
const ROUNDS_MISSED = 3;

/** Does the work of the queue, in any number of processes at once. Modules register how their kinds are done. */
@Injectable()
export class Worker {
  private readonly handlers: WorkHandler[] = [];
  private readonly running = new Map<string, Set<Promise<void>>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private isStopped = true;
  /** When all kinds were last looked for, by the clock of `performance`. */
  private lookedAt = 0;

  constructor(
    private readonly queue: WorkQueue,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  register(handler: WorkHandler): void {
    this.handlers.push(handler);
    this.running.set(handler.kind, new Set());
  }

  start(): void {
    this.isStopped = false;
    this.lookedAt = performance.now();
    this.look();
  }

  /** Takes nothing new, and waits for what is begun. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking; // may have leased something, which is begun and awaited like the rest
    await Promise.all([...this.running.values()].flatMap(turns => [...turns]));
  }

  /** Whether this process looks for work, and all of its kinds were lately found or found absent. */
  looksForWork(): boolean {
    const longest = LONGEST_ROUND_MS + ROUNDS_MISSED * this.config.workerPollMs;
    return !this.isStopped && performance.now() - this.lookedAt < longest;
  }

  /** Does what is due now, and what becomes due by it, until nothing is: for tests and for orderly ends. */
  async drain(): Promise<void> {
    for (;;) {
      const begun = await Promise.all(this.handlers.map(handler => this.beginDue(handler)));
      const turns = [...this.running.values()].flatMap(each => [...each]);
      if (begun.every(count => count === 0) && turns.length === 0) return;
      await Promise.all(turns);
    }
  }

  private look(): void {
    if (this.isStopped) return;
    this.looking = this.beginAll().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.look(), this.config.workerPollMs);
    });
  }

  /** One kind that cannot be looked for does not keep the others waiting. */
  private async beginAll(): Promise<void> {
    const looks = await Promise.allSettled(this.handlers.map(handler => this.beginDue(handler)));
    const failed = looks.filter(look => look.status === 'rejected');
    for (const { reason } of failed) this.log.warn({ err: reason as unknown }, 'looking for work failed');
    if (failed.length === 0) this.lookedAt = performance.now();
  }

  private async beginDue(handler: WorkHandler): Promise<number> {
    const turns = this.running.get(handler.kind)!;
    const free = handler.atOnce - turns.size;
    if (free <= 0) return 0;
    const { kind, leaseSeconds, ofCompany } = handler;
    const items = await this.queue.due(kind, free, leaseSeconds, ofCompany);
    for (const item of items) {
      const turn = this.turn(handler, item).finally(() => turns.delete(turn));
      turns.add(turn);
    }
    return items.length;
  }

  private async turn(handler: WorkHandler, item: WorkItem): Promise<void> {
    const about = {
      kind: item.kind,
      subjectId: item.subjectId,
      companyId: item.companyId,
      attempts: item.attempts,
    };
    try {
      await handler.run(item);
    } catch (error) {
      if (error instanceof LeaseLost) return this.log.info(about, 'somebody else has taken this work over');
      this.log.warn({ ...about, err: error }, 'work failed and is tried again later');
      // When this fails too, the lease runs out and the work is found again.
      await this.queue.failed(item).catch(() => undefined);
    }
  }
}
