import { Injectable } from '@nestjs/common';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { scheduleWork } from '../../../work';
import { endSubscription, LANE } from '../data/subscriptions';
import { liveSubscription } from '../steps/live-subscription';
import { shownSubscription } from './update-subscription';

/**
 * Ends a subscription. Its deliveries can be read on; those that were pending have failed.
 * @throws DomainError `not_found`
 */
@Injectable()
export class DeleteSubscription {
  async execute(tx: Tx, id: string): Promise<void> {
    const before = await liveSubscription(tx, id);
    await endSubscription(tx, id);
    await tx.insert(
      auditRows(tx, {
        action: 'webhook_subscription.deleted',
        entity: 'webhook_subscription',
        entityId: id,
        diff: { before: shownSubscription(before) },
      }),
    );
    await scheduleWork(tx, LANE, id);
  }
}
