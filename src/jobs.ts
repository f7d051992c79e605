import { Injectable } from '@nestjs/common';
import { IdempotencyRetention } from './idempotency';
import { UnitOfWork } from './platform/database';
import { OPERATOR_SCOPE } from './platform/http';
import { Log } from './platform/logging';
import { CompanyDirectory, SandboxPurge } from './account';

const EVERY_MS = 10 * 60 * 1000;

/** Work nobody waits for: what is past its retention goes. Safe to run in several processes at once. */
@Injectable()
export class Jobs {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: CompanyDirectory,
    private readonly retention: IdempotencyRetention,
    private readonly sandboxPurge: SandboxPurge,
    private readonly log: Log,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.runOnce().catch((error: unknown) =>
        this.log.error({ err: error }, 'a background job failed'),
      );
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  async runOnce(): Promise<void> {
    const companies = await this.unitOfWork.run(OPERATOR_SCOPE, 'read', tx => this.directory.companyIds(tx));
    for (const companyId of [OPERATOR_SCOPE, ...companies]) await this.retention.purge(companyId);
    await this.sandboxPurge.run();
  }
}
