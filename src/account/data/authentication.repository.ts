import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../platform/database';
import type { Actor, CompanyProfile, MemberRole } from '../../platform/scope';
import type { ApiKeyToken } from '../domain/api-key';
import { scopesUnder } from '../domain/role-scopes';
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
  member_id: string | null;
  role: MemberRole | null;
  last_used_at: string | null;
}

const FIND_KEY = `
  SELECT k.api_key_id, k.lineage_id, k.scopes, k.last_used_at, k.member_id, m.role, ${COMPANY_PROFILE_COLUMNS}
    FROM api_keys k JOIN companies c USING (company_id) JOIN currencies y ON y.code = c.base_currency
    LEFT JOIN company_members m ON m.company_id = k.company_id AND m.user_id = k.member_id AND m.removed_at IS NULL
   WHERE k.company_id = $1 AND k.secret_hash = decode($2, 'hex') AND k.revoked_at IS NULL
     AND (k.member_id IS NULL OR m.user_id IS NOT NULL)
     AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND c.status <> 'deleted'`;

/** A key of a member is the member, with what is left of the key's scopes under the role that the member has now. */
function actorOf({ member_id, role, lineage_id, api_key_id: apiKeyId, scopes }: KeyRow): Actor {
  if (member_id === null || role === null) return { type: 'api_key', id: lineage_id, apiKeyId, scopes };
  return { type: 'user', id: member_id, apiKeyId, scopes: scopesUnder(role, scopes), role };
}

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
        actor: actorOf(row),
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
