import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../platform/database';
import type { Actor, CompanyProfile } from '../../platform/http';
import type { ApiKeyToken } from '../domain/api-key';
import { COMPANY_PROFILE_COLUMNS, toCompanyProfile, type CompanyProfileRow } from './company-profile';

/** Who a key stands for and in which company. */
export interface Authenticated {
  actor: Actor;
  company: CompanyProfile;
  lastUsedAt: string | null;
}

interface KeyRow extends CompanyProfileRow {
  api_key_id: string;
  lineage_id: string;
  scopes: string[];
  last_used_at: string | null;
}

const FIND_KEY = `
  SELECT k.api_key_id, k.lineage_id, k.scopes, k.last_used_at, ${COMPANY_PROFILE_COLUMNS}
    FROM api_keys k JOIN companies c USING (company_id) JOIN currencies y ON y.code = c.base_currency
   WHERE k.company_id = $1 AND k.secret_hash = decode($2, 'hex') AND k.revoked_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND c.status <> 'deleted'`;

@Injectable()
export class AuthenticationRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The live key with its company, in one round trip; null when unknown, revoked or expired. */
  async find(token: ApiKeyToken): Promise<Authenticated | null> {
    const session = await this.database.session();
    try {
      const [row] = await session.readOnce<KeyRow>(token.companyId, FIND_KEY, [token.companyId, token.hash]);
      if (!row) return null;
      return {
        actor: { type: 'api_key', id: row.lineage_id, apiKeyId: row.api_key_id, scopes: row.scopes },
        company: toCompanyProfile(row),
        lastUsedAt: row.last_used_at,
      };
    } finally {
      await session.release();
    }
  }

  /** Notes the use of a key; a key in constant use is noted once a minute. */
  async noteUse(companyId: string, apiKeyId: string): Promise<void> {
    await this.unitOfWork.run(companyId, 'write', tx =>
      tx.execute(
        `UPDATE api_keys SET last_used_at = clock_timestamp()
          WHERE api_key_id = $1 AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`,
        [apiKeyId],
      ),
    );
  }
}
