import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import { MembersRepository } from '../data/members.repository';
import type { ApiKey } from '../domain/api-key';
import { refuseUnlessManager } from '../domain/member';
import { refuseUnlessHeld } from '../domain/scopes';

/** Ends a key at once; a key may end itself. Else nobody ends what he could not make: the keys of owners are theirs. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly members: MembersRepository,
  ) {}

  /** @throws DomainError `not_found`, `scope_missing`, `role_missing`, `api_key_retired` */
  async execute(tx: Tx, id: string): Promise<void> {
    const key = await this.keys.getForUpdate(tx, id);
    await this.refuseUnlessEntitled(tx, key);
    if (key.revokedAt !== null) refuse('api_key_retired', `API key ${id} was revoked at ${key.revokedAt}.`);
    await this.keys.revoke(tx, id);
    await tx.insert(auditRows(tx, { action: 'api_key.revoked', entity: 'api_key', entityId: id }));
  }

  private async refuseUnlessEntitled(tx: Tx, { id, memberId, scopes }: ApiKey): Promise<void> {
    if (id === tx.actor.apiKeyId || memberId === tx.actor.id) return;
    if (memberId === null) return refuseUnlessHeld(tx.actor.scopes, scopes);
    const member = await this.members.find(tx, memberId);
    if (member) refuseUnlessManager(tx.actor, [member.role]);
  }
}
