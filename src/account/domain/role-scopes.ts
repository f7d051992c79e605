import type { MemberRole } from '../../platform/scope';
import { AREAS } from './scopes';

type Area = (typeof AREAS)[number];

const EVERYTHING = ['*'];
/** Everybody in a company may read its books. */
const READS = AREAS.map(area => `${area}:read`);

/** Keeps the books: everything that posts, declares and closes, but neither profile, keys and receivers nor charges. */
const BOOKKEEPING = writesAllBut('account', 'webhooks', 'payments', 'audit');
/** Runs the business: what is sold and bought, and to whom. */
const BUSINESS = writes('partners', 'catalog', 'sales', 'purchases', 'files', 'payments');

/** What each role may do, in scopes. A key of a member can do less than his role, never more. */
const ROLE_SCOPES: Readonly<Record<MemberRole, readonly string[]>> = {
  owner: EVERYTHING,
  admin: EVERYTHING,
  accountant: [...READS, ...BOOKKEEPING],
  manager: [...READS, ...BUSINESS],
  developer: [...READS, ...writes('webhooks')],
  viewer: READS,
};

/** The scopes that a key has of those it was given, while its member has this role. */
export function scopesUnder(role: MemberRole, given: readonly string[]): string[] {
  const held = ROLE_SCOPES[role];
  if (held.includes('*')) return [...given];
  if (given.includes('*')) return [...held];
  return given.filter(scope => held.includes(scope));
}

function writes(...areas: Area[]): string[] {
  return areas.map(area => `${area}:write`);
}

function writesAllBut(...areas: Area[]): string[] {
  return writes(...AREAS.filter(area => !areas.includes(area)));
}
