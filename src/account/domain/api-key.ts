import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../shared/ids';

/** A key as its owner holds it: `gl_<company id>_<secret>`. The company is in it because there is no scope yet to look it up in. */
export interface ApiKeyToken {
  companyId: string;
  /** SHA-256 of the whole key, hex: what we keep. The secret has 256 random bits, so a slow hash would add nothing. */
  hash: string;
}

const SECRET_BYTES = 32;

/** A new key for a company; shown once. */
export function newApiKey(companyId: string): { key: string; hash: string } {
  const key = `gl_${companyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, hash: sha256(key) };
}

/** Reads a key; null when it cannot be one. */
export function parseApiKey(text: string): ApiKeyToken | null {
  const [, companyId] = /^gl_([0-9a-f-]{36})_[A-Za-z0-9_-]{43}$/.exec(text) ?? [];
  return companyId !== undefined && isUuid(companyId) ? { companyId, hash: sha256(text) } : null;
}

/** Compares in constant time, whatever the lengths. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
