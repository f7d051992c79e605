import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ApiKeysRepository } from '../data/api-keys.repository';
import type { ApiKey } from '../domain/api-key';

/** All keys of the company, dead ones too, newest first. */
@Injectable()
export class ListApiKeys {
  constructor(private readonly keys: ApiKeysRepository) {}

  execute(tx: Tx): Promise<ApiKey[]> {
    return this.keys.list(tx);
  }
}
