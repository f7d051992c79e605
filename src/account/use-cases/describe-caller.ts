import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import { CompaniesRepository } from '../data/companies.repository';
import { MembersRepository } from '../data/members.repository';
import type { ApiKey } from '../domain/api-key';
import type { Company } from '../domain/company';
import type { Member } from '../domain/member';

/** Says which integration or member a key stands for, and in which company. */
@Injectable()
export class DescribeCaller {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: MembersRepository,
  ) {}

  async execute(tx: Tx): Promise<{ apiKey: ApiKey; member: Member | null; company: Company }> {
    invariant(tx.actor.apiKeyId, 'only keys act inside a company');
    const apiKey = await this.keys.get(tx, tx.actor.apiKeyId);
    const { memberId } = apiKey;
    return {
      apiKey,
      member: memberId === null ? null : await this.members.get(tx, memberId, 'memberId'),
      company: await this.companies.get(tx),
    };
  }
}
