import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IdempotencyRetention } from './idempotency';
import { Config } from './platform/config';
import { UnitOfWork } from './platform/database';
import { OPERATOR_SCOPE } from './platform/scope';
import { CompanyDirectory, SandboxPurge } from './account';
import { PurgeWebhooks } from './webhooks';
import { Worker, WorkQueue, type WorkItem } from './work';

const EVERY_SECONDS = 600;
const EXTEND_AFTER_MS = 60_000;

/** What goes when it is past its retention. The migrations schedule each kind once; each turn schedules the next. */
@Injectable()
export class Housekeeping implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: CompanyDirectory,
    private readonly retention: IdempotencyRetention,
    private readonly webhooks: PurgeWebhooks,
    private readonly sandboxPurge: SandboxPurge,
    private readonly config: Config,
    private readonly worker: Worker,
    private readonly queue: WorkQueue,
  ) {}

  onModuleInit(): void {
    this.register('idempotency_retention', item => this.purgeAnswers(item));
    this.register('webhook_retention', item => this.purgeWebhooks(item));
    // Only the owner of the schema may purge; a process without its address leaves the work to one that has it.
    if (this.config.databaseOwnerUrl !== undefined)
      this.register('sandbox_purge', () => this.sandboxPurge.run());
  }

  /** Purges stored answers of every company. */
  async purgeAnswers(item?: WorkItem): Promise<void> {
    await this.ofEach([OPERATOR_SCOPE, ...(await this.companies())], id => this.retention.purge(id), item);
  }

  /** Purges what webhooks of every company have left behind. */
  async purgeWebhooks(item?: WorkItem): Promise<void> {
    await this.ofEach(await this.companies(), id => this.webhooks.execute(id), item);
  }

  private companies(): Promise<string[]> {
    return this.unitOfWork.run(OPERATOR_SCOPE, 'read', tx => this.directory.companyIds(tx));
  }

  /**
   * All of them may take longer than a lease: it is extended on the way, and whoever has lost it stops. One that fails does not
   * keep the others waiting; the turn fails for it at the end, and is taken again.
   */
  private async ofEach(
    companyIds: string[],
    purge: (companyId: string) => Promise<unknown>,
    item: WorkItem | undefined,
  ): Promise<void> {
    let extendedAt = performance.now();
    const failures: unknown[] = [];
    for (const companyId of companyIds) {
      await purge(companyId).catch((error: unknown) => failures.push(error));
      if (item === undefined || performance.now() - extendedAt < EXTEND_AFTER_MS) continue;
      await this.queue.extend(item, EVERY_SECONDS);
      extendedAt = performance.now();
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${companyIds.length} companies could not be purged`,
      );
  }

  private register(kind: string, work: (item: WorkItem) => Promise<unknown>): void {
    this.worker.register({
      kind,
      leaseSeconds: EVERY_SECONDS,
      atOnce: 1,
      run: item => this.turn(item, work),
    });
  }

  private async turn(item: WorkItem, work: (item: WorkItem) => Promise<unknown>): Promise<void> {
    await work(item);
    await this.unitOfWork.run(item.companyId, 'write', tx => this.queue.again(tx, item, EVERY_SECONDS));
  }
}
