import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { EmptyRequest, IdRequest, InTx, Read, Write } from '../../platform/http';
import { CreateApiKey } from '../use-cases/create-api-key';
import { ListApiKeys } from '../use-cases/list-api-keys';
import { RevokeApiKey } from '../use-cases/revoke-api-key';
import { RotateApiKey } from '../use-cases/rotate-api-key';
import { CreateApiKeyRequest, RotateApiKeyRequest } from './api-keys.request';
import { ApiKeyList, CreatedApiKey, RevokedResponse, RotatedApiKey } from './api-keys.response';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly listApiKeys: ListApiKeys,
    private readonly revokeApiKey: RevokeApiKey,
    private readonly rotateApiKey: RotateApiKey,
  ) {}

  @Write('account/api-keys/create', {
    summary: 'Make an API key',
    request: CreateApiKeyRequest,
    response: CreatedApiKey,
    access: 'company_or_operator',
    status: 201,
    answersSecret: true,
  })
  async create(@Body() request: CreateApiKeyRequest, @InTx() tx: Tx): Promise<CreatedApiKey> {
    const { apiKey, key } = await this.createApiKey.execute(tx, request);
    return CreatedApiKey.of(apiKey, key);
  }

  @Read('account/api-keys/list', {
    summary: 'The keys of the company',
    request: EmptyRequest,
    response: ApiKeyList,
  })
  async list(@Body() _request: EmptyRequest, @InTx() tx: Tx): Promise<ApiKeyList> {
    return ApiKeyList.of(await this.listApiKeys.execute(tx));
  }

  @Write('account/api-keys/revoke', {
    summary: 'End a key at once',
    request: IdRequest,
    response: RevokedResponse,
  })
  async revoke(@Body() request: IdRequest, @InTx() tx: Tx): Promise<RevokedResponse> {
    await this.revokeApiKey.execute(tx, request.id);
    return { revoked: true };
  }

  @Write('account/api-keys/rotate', {
    summary: 'Replace a key; the old one works on for a while',
    request: RotateApiKeyRequest,
    response: RotatedApiKey,
    answersSecret: true,
  })
  async rotate(@Body() request: RotateApiKeyRequest, @InTx() tx: Tx): Promise<RotatedApiKey> {
    const { replacement, key, replacedKeyId, oldExpiresAt } = await this.rotateApiKey.execute(tx, request);
    return { ...CreatedApiKey.of(replacement, key), replacedKeyId, replacedKeyExpiresAt: oldExpiresAt };
  }
}
