import { Injectable } from '@nestjs/common';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import { CompaniesRepository } from '../data/companies.repository';
import { MembersRepository } from '../data/members.repository';
import { newApiKey, newSecret, type ApiKey } from '../domain/api-key';
import { refuseDeleted } from '../domain/company-status';
import { refuseUnlessManager } from '../domain/member';
import { refuseUnlessHeld } from '../domain/scopes';
import { inNamedCompany } from '../steps/in-named-company';

interface ApiKeyTerms {
  name: string;
  /** Left out: everything. */
  scopes?: string[];
  expiresInDays?: number;
  /** Whom it acts as; left out: an integration. */
  memberId?: string;
  /** Only the operator has to say. */
  companyId?: string;
}

/** Makes a key of a company. The answer is the only place where it is ever shown. */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: MembersRepository,
  ) {}

  async execute(tx: Tx, terms: ApiKeyTerms): Promise<{ apiKey: ApiKey; key: string }> {
    const scopes = terms.scopes ?? ['*'];
    refuseUnlessHeld(tx.actor.scopes, scopes);
    const { memberId = null, expiresInDays } = terms;
    const apiKey = newApiKey(
      { name: terms.name, scopes, memberId, createdBy: tx.actor.id, expiresInDays },
      tx.now,
    );
    const { name, expiresAt } = apiKey;
    const fact = {
      action: 'api_key.created',
      entity: 'api_key',
      entityId: apiKey.id,
      diff: { name, scopes: apiKey.scopes, memberId, expiresAt },
    };
    return inNamedCompany(tx, terms.companyId, fact, async inside => {
      refuseDeleted(await this.companies.get(inside));
      if (memberId !== null) {
        const { role } = await this.members.get(inside, memberId, 'memberId');
        // Whoever has the key is the member.
        refuseUnlessManager(inside.actor, [role]);
      }
      const { key, hash } = newSecret(inside.companyId);
      await inside.insert(this.keys.rows(inside, apiKey, hash), auditRows(inside, fact));
      return { apiKey, key };
    });
  }
}
