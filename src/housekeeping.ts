import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IdempotencyRetention } from './idempotency';
import { Config } from './platform/config';
import { UnitOfWork } from './platform/database';
import { OPERATOR_SCOPE } from './platform/scope';
import { CompanyDirectory, SandboxPurge } from './account';
import { Worker, WorkQueue, type WorkItem } from './work';

const EVERY_SECONDS = 600;

/** What goes when it is past its retention. The migrations schedule both kinds once; each turn schedules the next. */
@Injectable()
export class Housekeeping implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: CompanyDirectory,
    private readonly retention: IdempotencyRetention,
    private readonly sandboxPurge: SandboxPurge,
    private readonly config: Config,
    private readonly worker: Worker,
    private readonly queue: WorkQueue,
  ) {}

  onModuleInit(): void {
    this.register('idempotency_retention', () => this.purgeAnswers());
    // Only the owner of the schema may purge; a process without its address leaves the work to one that has it.
    if (this.config.databaseOwnerUrl !== undefined)
      this.register('sandbox_purge', () => this.sandboxPurge.run());
  }

  /** Purges stored answers of every company. */
  async purgeAnswers(): Promise<void> {
    const companies = await this.unitOfWork.run(OPERATOR_SCOPE, 'read', tx => this.directory.companyIds(tx));
    for (const companyId of [OPERATOR_SCOPE, ...companies]) await this.retention.purge(companyId);
  }

  private register(kind: string, work: () => Promise<unknown>): void {
    this.worker.register({
      kind,
      leaseSeconds: EVERY_SECONDS,
      atOnce: 1,
      run: item => this.turn(item, work),
    });
  }

  private async turn(item: WorkItem, work: () => Promise<unknown>): Promise<void> {
    await work();
    await this.unitOfWork.run(item.companyId, 'write', tx => this.queue.again(tx, item, EVERY_SECONDS));
  }
}
