import { refuse, refuseUnknown } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import { lockSubscription } from '../data/subscriptions';
import type { Subscription } from '../domain/subscription';

/**
 * A subscription that is not deleted, locked.
 * @throws DomainError `not_found`
 */
export async function liveSubscription(tx: Tx, id: string): Promise<Subscription> {
  const subscription = await lockSubscription(tx, id);
  if (!subscription?.sealedSecret) refuseUnknown('id', `Webhook subscription ${id}`);
  return subscription;
}

/** @throws DomainError `subscription_inactive` */
export function refuseInactive({ id, isActive }: Subscription): void {
  if (!isActive)
    refuse(
      'subscription_inactive',
      `The webhook subscription ${id} is not active: nothing is sent to its receiver. Set isActive to true first.`,
    );
}
