import { Injectable } from '@nestjs/common';
import { auditRows, changeOf } from '../../../audit';
import { Config } from '../../../platform/config';
import type { Tx } from '../../../platform/database';
import { scheduleWork } from '../../../work';
import { LANE, updateSubscription } from '../data/subscriptions';
import { AddressPolicy } from '../domain/address-policy';
import type { Subscription } from '../domain/subscription';
import { refuseUnfitUrl } from './create-subscription';
import { liveSubscription } from '../steps/live-subscription';

interface SubscriptionChanges {
  url?: string;
  events?: string[];
  isActive?: boolean;
}

/**
 * Changes a subscription; what is left out stays. One that is made active again goes on where it stopped.
 * @throws DomainError `not_found`, `invalid_request`
 */
@Injectable()
export class UpdateSubscription {
  private readonly policy: AddressPolicy;

  constructor(config: Config) {
    this.policy = new AddressPolicy(config.outboundAllowedNetworks);
  }

  async execute(tx: Tx, id: string, changes: SubscriptionChanges): Promise<Subscription> {
    if (changes.url !== undefined) refuseUnfitUrl(this.policy, changes.url);
    const before = await liveSubscription(tx, id);
    const after = { ...before, ...changes, failedTurns: 0 };
    after.events = [...new Set(after.events)];
    await updateSubscription(tx, after);
    await tx.insert(
      auditRows(tx, {
        action: 'webhook_subscription.updated',
        entity: 'webhook_subscription',
        entityId: id,
        diff: changeOf(shownSubscription(before), shownSubscription(after)),
      }),
    );
    // Also when it is inactive now: the lane itself sees to its end.
    await scheduleWork(tx, LANE, id);
    return after;
  }
}

/** For the audit log: without the secret. */
export function shownSubscription({ url, events, isActive }: Subscription): object {
  return { url, events, isActive };
}
