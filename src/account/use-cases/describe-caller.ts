import { Injectable } from '@nestjs/common';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import { CompaniesRepository } from '../data/companies.repository';
import type { ApiKey } from '../domain/api-key';
import type { Company } from '../domain/company';

/** Says which integration a key stands for, and in which company. */
@Injectable()
export class DescribeCaller {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly companies: CompaniesRepository,
  ) {}

  async execute(tx: Tx): Promise<{ apiKey: ApiKey; company: Company }> {
    invariant(tx.actor.apiKeyId, 'only keys act inside a company');
    return { apiKey: await this.keys.get(tx, tx.actor.apiKeyId), company: await this.companies.get(tx) };
  }
}
