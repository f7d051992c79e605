import { Injectable } from '@nestjs/common';
import { invariant } from '../../../shared/invariant';
import { refuseUnknown } from '../../../shared/domain-error';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { scheduleWork } from '../../../work';
import { addDelivery, redeliver, subscriptionOf } from '../data/deliveries';
import { LANE, lockSubscription, resumeSubscription } from '../data/subscriptions';
import { TEST_EVENT } from '../domain/event-names';
import { liveSubscription, refuseInactive } from '../steps/live-subscription';

/**
 * Sends an event to a receiver once more, at once and under the same id.
 * @throws DomainError `not_found`, `subscription_inactive`
 */
@Injectable()
export class Redeliver {
  async execute(tx: Tx, deliveryId: string): Promise<void> {
    const subscriptionId = await subscriptionOf(tx, deliveryId);
    if (subscriptionId === undefined) refuseUnknown('id', `Webhook delivery ${deliveryId}`);
    const subscription = await lockSubscription(tx, subscriptionId);
    invariant(subscription, 'a subscription with deliveries stays');
    refuseInactive(subscription);
    if (!(await redeliver(tx, deliveryId))) refuseUnknown('id', `Webhook delivery ${deliveryId}`);
    await wake(tx, subscriptionId, 'webhook_delivery.redelivered', 'webhook_delivery', deliveryId);
  }
}

/**
 * Sends a signed event of type `test` to a receiver. It tells of nothing, and has no place in the sequence.
 * @throws DomainError `not_found`, `subscription_inactive`
 */
@Injectable()
export class SendTestEvent {
  /** @returns the id of the delivery */
  async execute(tx: Tx, subscriptionId: string): Promise<string> {
    refuseInactive(await liveSubscription(tx, subscriptionId));
    const deliveryId = await addDelivery(tx, subscriptionId, TEST_EVENT);
    await wake(tx, subscriptionId, 'webhook_subscription.tested', 'webhook_subscription', subscriptionId);
    return deliveryId;
  }
}

/** Has the lane run now, also when it was leaving its receiver alone: somebody waits for what comes of it. */
async function wake(
  tx: Tx,
  subscriptionId: string,
  action: string,
  entity: string,
  entityId: string,
): Promise<void> {
  await resumeSubscription(tx, subscriptionId);
  await tx.insert(auditRows(tx, { action, entity, entityId }));
  await scheduleWork(tx, LANE, subscriptionId);
}
