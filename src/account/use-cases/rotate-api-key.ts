import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import { MembersRepository } from '../data/members.repository';
import { newSecret, refuseRetired, replacementOf, type ApiKey } from '../domain/api-key';
import { refuseUnlessManager } from '../domain/member';
import { refuseUnlessHeld } from '../domain/scopes';

interface Rotation {
  id: string;
  /** How long the old key works beside the new one; default a day. */
  overlapHours?: number;
  /** Left out: as long a life as the old key had. */
  expiresInDays?: number;
}

const DEFAULT_OVERLAP_HOURS = 24;

/**
 * Replaces a key by a new one of the same lineage: the same actor, so retries of what was begun with the old key are
 * still recognised. A key can be rotated once, and only by who holds its scopes: the answer holds them.
 */
@Injectable()
export class RotateApiKey {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly members: MembersRepository,
  ) {}

  async execute(
    tx: Tx,
    rotation: Rotation,
  ): Promise<{ replacement: ApiKey; key: string; replacedKeyId: string; oldExpiresAt: string }> {
    const old = await this.keys.getForUpdate(tx, rotation.id);
    await this.refuseUnlessEntitled(tx, old);
    const { overlapHours = DEFAULT_OVERLAP_HOURS, expiresInDays } = rotation;
    const { replacement, oldExpiresAt } = replacementOf(
      old,
      { createdBy: tx.actor.id, overlapHours, expiresInDays },
      tx.now,
    );
    const { key, hash } = newSecret(tx.companyId);
    const diff = { replacedByKeyId: replacement.id, oldExpiresAt, expiresAt: replacement.expiresAt };
    await tx.insert(
      this.keys.rows(tx, replacement, hash),
      auditRows(tx, { action: 'api_key.rotated', entity: 'api_key', entityId: old.id, diff }),
    );
    await this.keys.replace(tx, old.id, replacement.id, oldExpiresAt);
    return { replacement, key, replacedKeyId: old.id, oldExpiresAt };
  }

  /**
   * The answer shows a key: only who could make it anew may see it. A member may of his own keys, but no key of his hands on
   * what it does not hold itself.
   */
  private async refuseUnlessEntitled(tx: Tx, old: ApiKey): Promise<void> {
    refuseUnlessHeld(tx.actor.scopes, old.scopes);
    if (old.memberId === null || old.memberId === tx.actor.id) return;
    refuseRetired(old, tx.now);
    const { role } = await this.members.get(tx, old.memberId, 'id');
    refuseUnlessManager(tx.actor, [role]);
  }
}
