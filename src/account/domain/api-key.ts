import { randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../shared/domain-error';
import { isUuid, newId } from '../../shared/ids';
import { sha256 } from '../../shared/sha256';

/** A key as its owner holds it: `gl_<company id>_<secret>`. The company is in it because there is no scope yet to look it up in. */
export interface ApiKeyToken {
  companyId: string;
  /** SHA-256 of the whole key, hex: what we keep. The secret has 256 random bits, so a slow hash would add nothing. */
  hash: string;
}

/** What is kept and shown of a key; instants in ISO 8601. */
export interface ApiKey {
  id: string;
  /** The id of the first key of a chain of rotations: the actor all of them are. */
  lineageId: string;
  name: string;
  scopes: string[];
  /** Whom it acts as; null: an integration. */
  memberId: string | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  replacedByKeyId: string | null;
}

const SECRET_BYTES = 32;
const MS_PER_HOUR = 3_600_000;

/** What a company's new key is, shown once, and what is kept of it. */
export function newSecret(companyId: string): { key: string; hash: string } {
  const key = `gl_${companyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, hash: sha256(key) };
}

/** Reads a key; null when it cannot be one. */
export function parseApiKey(text: string): ApiKeyToken | null {
  const [, companyId] = /^gl_([0-9a-f-]{36})_[A-Za-z0-9_-]{43}$/.exec(text) ?? [];
  return companyId !== undefined && isUuid(companyId) ? { companyId, hash: sha256(text) } : null;
}

/** The first key of a lineage. `expiresInDays` undefined: it does not expire. */
export function newApiKey(
  terms: {
    name: string;
    scopes: string[];
    memberId: string | null;
    createdBy: string;
    expiresInDays?: number;
  },
  now: Date,
): ApiKey {
  const id = newId();
  return {
    id,
    lineageId: id,
    name: terms.name,
    scopes: [...new Set(terms.scopes)],
    memberId: terms.memberId,
    createdBy: terms.createdBy,
    createdAt: now.toISOString(),
    expiresAt: terms.expiresInDays === undefined ? null : hoursAfter(now, terms.expiresInDays * 24),
    lastUsedAt: null,
    revokedAt: null,
    replacedByKeyId: null,
  };
}

/**
 * Refuses what can no longer be rotated.
 * @throws DomainError `api_key_retired`
 */
export function refuseRetired(key: ApiKey, now: Date): void {
  if (key.revokedAt !== null) refuse('api_key_retired', `API key ${key.id} is revoked; make a new one.`);
  if (key.replacedByKeyId !== null) {
    refuse('api_key_retired', `API key ${key.id} is already replaced by ${key.replacedByKeyId}.`, {
      existingId: key.replacedByKeyId,
    });
  }
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now.getTime()) {
    refuse('api_key_retired', `API key ${key.id} expired at ${key.expiresAt}; make a new one.`);
  }
}

/**
 * The key that takes over from `old`, as the same actor with the same scopes and, unless `expiresInDays` says otherwise,
 * as long a life; and the moment until which the old one works beside it.
 * @throws DomainError `api_key_retired`
 */
export function replacementOf(
  old: ApiKey,
  terms: { createdBy: string; overlapHours: number; expiresInDays?: number },
  now: Date,
): { replacement: ApiKey; oldExpiresAt: string } {
  refuseRetired(old, now);
  const fresh = newApiKey(
    {
      name: old.name,
      scopes: old.scopes,
      memberId: old.memberId,
      createdBy: terms.createdBy,
      expiresInDays: terms.expiresInDays,
    },
    now,
  );
  const expiresAt = fresh.expiresAt ?? sameLifeFrom(old, now);
  const endOfOverlap = hoursAfter(now, terms.overlapHours);
  return {
    replacement: { ...fresh, lineageId: old.lineageId, expiresAt },
    oldExpiresAt: old.expiresAt !== null && old.expiresAt < endOfOverlap ? old.expiresAt : endOfOverlap,
  };
}

/** Compares in constant time, whatever the lengths. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}

function sameLifeFrom(old: ApiKey, now: Date): string | null {
  if (old.expiresAt === null) return null;
  return new Date(now.getTime() + Date.parse(old.expiresAt) - Date.parse(old.createdAt)).toISOString();
}

function hoursAfter(instant: Date, hours: number): string {
  return new Date(instant.getTime() + hours * MS_PER_HOUR).toISOString();
}
