import { Field } from '../../platform/http';
import type { ApiKey } from '../domain/api-key';

export class CreatedApiKey {
  @Field.id() id!: string;
  @Field.text() name!: string;
  @Field.texts() scopes!: string[];
  @Field.text({ description: 'The key itself. Shown here and never again.' }) key!: string;
  @Field.instant({ nullable: true }) expiresAt!: string | null;
  @Field.id({ nullable: true, addition: true, description: 'The member it acts as; null: an integration.' })
  memberId!: string | null;

  static of(apiKey: ApiKey, key: string): CreatedApiKey {
    const { id, name, scopes, expiresAt, memberId } = apiKey;
    return { id, name, scopes, key, expiresAt, memberId };
  }
}

export class RotatedApiKey extends CreatedApiKey {
  @Field.id() replacedKeyId!: string;
  @Field.instant() replacedKeyExpiresAt!: string;
}

export class RevokedResponse {
  @Field.boolean() revoked!: boolean;
}

class ApiKeyRow {
  @Field.id() id!: string;
  @Field.text() name!: string;
  @Field.texts() scopes!: string[];
  @Field.instant({ nullable: true, description: 'Noted once a minute.' }) lastUsedAt!: string | null;
  @Field.instant({ nullable: true }) expiresAt!: string | null;
  @Field.id({ nullable: true }) replacedByKeyId!: string | null;
  @Field.text({
    nullable: true,
    description: 'The actor that made it: a member, `operator`, or the lineage of a key.',
  })
  createdByUserId!: string | null;
  @Field.instant({ nullable: true }) revokedAt!: string | null;
  @Field.instant() createdAt!: string;
  @Field.id({ nullable: true, addition: true, description: 'The member it acts as; null: an integration.' })
  memberId!: string | null;
}

export class ApiKeyList {
  @Field.list(() => ApiKeyRow) rows!: ApiKeyRow[];

  static of(keys: ApiKey[]): ApiKeyList {
    return {
      rows: keys.map(key => ({
        id: key.id,
        name: key.name,
        scopes: key.scopes,
        lastUsedAt: key.lastUsedAt,
        expiresAt: key.expiresAt,
        replacedByKeyId: key.replacedByKeyId,
        createdByUserId: key.createdBy,
        revokedAt: key.revokedAt,
        createdAt: key.createdAt,
        memberId: key.memberId,
      })),
    };
  }
}
