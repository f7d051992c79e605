import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import { latestSequence } from '../../../outbox';
import { Config } from '../../../platform/config';
import type { Tx } from '../../../platform/database';
import { SecretBox } from '../../../platform/secrets';
import { scheduleWork } from '../../../work';
import { LANE, lockedCount, subscriptionRow } from '../data/subscriptions';
import { AddressPolicy } from '../domain/address-policy';
import type { Subscription } from '../domain/subscription';
import { isWebhookSecret, newWebhookSecret } from '../domain/webhook-secret';

/** Each has a lane of its own: one company must not take the lanes of all others. */
const MOST_SUBSCRIPTIONS = 20;

interface SubscriptionTerms {
  url: string;
  events: string[];
  /** Left out: a new one. */
  secret?: string;
}

/**
 * Subscribes a receiver to the events that happen from now on. The answer is the only place where a secret of ours is shown.
 * @throws DomainError `invalid_request`, `too_many_subscriptions`
 */
@Injectable()
export class CreateSubscription {
  private readonly policy: AddressPolicy;

  constructor(
    config: Config,
    private readonly secrets: SecretBox,
  ) {
    this.policy = new AddressPolicy(config.outboundAllowedNetworks);
  }

  async execute(
    tx: Tx,
    { url, events, secret = newWebhookSecret() }: SubscriptionTerms,
  ): Promise<{ subscription: Subscription; secret: string }> {
    refuseUnfitUrl(this.policy, url);
    if (!isWebhookSecret(secret)) refuseField('secret', 'must be "whsec_" and the base64 of 24 to 64 bytes');
    if ((await lockedCount(tx)) >= MOST_SUBSCRIPTIONS)
      refuse(
        'too_many_subscriptions',
        `There are ${MOST_SUBSCRIPTIONS} webhook subscriptions; delete one before you add another.`,
      );
    const id = newId();
    const subscription: Subscription = {
      id,
      url,
      events: [...new Set(events)],
      isActive: true,
      createdAt: tx.now.toISOString(),
      sealedSecret: this.secrets.seal(secret, secretOf(tx.companyId, id)),
      lastSequence: await latestSequence(tx),
      failedTurns: 0,
      isPaused: false,
    };
    const diff = { url, events: subscription.events };
    await tx.insert(
      subscriptionRow(tx, subscription),
      auditRows(tx, {
        action: 'webhook_subscription.created',
        entity: 'webhook_subscription',
        entityId: id,
        diff,
      }),
    );
    await scheduleWork(tx, LANE, id);
    return { subscription, secret };
  }
}

/** @throws DomainError `invalid_request` */
export function refuseUnfitUrl(policy: AddressPolicy, url: string): void {
  const complaint = policy.complaintAboutUrl(url);
  if (complaint !== undefined) refuseField('url', complaint);
}

/** What the sealed secret of a subscription belongs to. */
export function secretOf(companyId: string, subscriptionId: string): string {
  return `webhook_subscription ${companyId} ${subscriptionId}`;
}
