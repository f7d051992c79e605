import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';

/** Ends a key at once; a key may end itself. */
@Injectable()
export class RevokeApiKey {
  constructor(private readonly keys: ApiKeysRepository) {}

  async execute(tx: Tx, id: string): Promise<void> {
    const { revokedAt } = await this.keys.getForUpdate(tx, id);
    if (revokedAt !== null) refuse('api_key_retired', `API key ${id} was revoked at ${revokedAt}.`);
    await this.keys.revoke(tx, id);
    await tx.insert(auditRows(tx, { action: 'api_key.revoked', entity: 'api_key', entityId: id }));
  }
}
