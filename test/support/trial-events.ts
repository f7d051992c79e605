import { Module, type OnModuleInit } from '@nestjs/common';
import { auditRows } from '../../src/audit';
import { newId } from '../../src/shared/ids';
import { InboundEvents, PROCESSED, WebhooksModule, type InboundHandler } from '../../src/webhooks';

export const TRIAL_EVENT = 'trial.happened';

/** Does one thing that can be counted: writes one line into the audit log. */
export const oneLine: InboundHandler = async (tx, { object }) => {
  await tx.insert(
    auditRows(tx, { action: 'trial.done', entity: 'trial', entityId: newId(), diff: { of: object.id } }),
  );
  return PROCESSED;
};

/** What a trial event does; each test puts in its own way to fail. */
export const trialEvent: { apply: InboundHandler } = { apply: oneLine };

/** Handles trial events of both providers, for what no event of the product does. */
@Module({ imports: [WebhooksModule] })
export class TrialEventsModule implements OnModuleInit {
  constructor(private readonly events: InboundEvents) {}

  onModuleInit(): void {
    for (const provider of ['stripe', 'standard'] as const)
      this.events.register(provider, TRIAL_EVENT, (tx, event) => trialEvent.apply(tx, event));
  }
}
