import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { TableRows, Tx } from '../../platform/database';
import type { ApiKey } from '../domain/api-key';

@Injectable()
export class ApiKeysRepository {
  /** Rows of a new key of the scope's company; insert them together with the audit row. `hash` is hex. */
  rows(tx: Tx, key: ApiKey, hash: string): TableRows {
    return {
      table: 'api_keys',
      rows: [
        {
          company_id: tx.companyId,
          api_key_id: key.id,
          lineage_id: key.lineageId,
          name: key.name,
          scopes: key.scopes,
          secret_hash: `\\x${hash}`,
          member_id: key.memberId,
          created_by: key.createdBy,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
        },
      ],
    };
  }

  /** All keys of the company, newest first. */
  async list(tx: Tx): Promise<ApiKey[]> {
    return tx.query<ApiKey>(`SELECT ${COLUMNS} FROM api_keys ORDER BY api_key_id DESC`);
  }

  /** @throws DomainError `not_found` */
  async get(tx: Tx, id: string): Promise<ApiKey> {
    return this.select(tx, id, '');
  }

  /** The same, locked: others wait, and then see what was made of it. */
  async getForUpdate(tx: Tx, id: string): Promise<ApiKey> {
    return this.select(tx, id, 'FOR UPDATE');
  }

  async revoke(tx: Tx, id: string): Promise<void> {
    await tx.execute('UPDATE api_keys SET revoked_at = $2 WHERE api_key_id = $1', [id, tx.now]);
  }

  async replace(tx: Tx, id: string, replacementId: string, expiresAt: string): Promise<void> {
    await tx.execute('UPDATE api_keys SET replaced_by_key_id = $2, expires_at = $3 WHERE api_key_id = $1', [
      id,
      replacementId,
      expiresAt,
    ]);
  }

  private async select(tx: Tx, id: string, lock: string): Promise<ApiKey> {
    const [key] = await tx.query<ApiKey>(`SELECT ${COLUMNS} FROM api_keys WHERE api_key_id = $1 ${lock}`, [
      id,
    ]);
    return key ?? refuseUnknown('id', `API key ${id}`);
  }
}

const COLUMNS = `api_key_id AS id, lineage_id AS "lineageId", name, scopes, member_id AS "memberId", created_by AS "createdBy", created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", replaced_by_key_id AS "replacedByKeyId"`;
