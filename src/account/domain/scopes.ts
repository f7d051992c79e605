import { refuse } from '../../shared/domain-error';

export const AREAS = [
  'account',
  'reference',
  'document-series',
  'partners',
  'catalog',
  'sales',
  'purchases',
  'bank',
  'ledger',
  'assets',
  'declarations',
  'reports',
  'webhooks',
  'audit',
  'files',
  'payments',
  'vat',
  'vat-periods',
] as const;

/** What a key may be allowed: `{area}:{read|write}`, an area being the first segment of the routes, or `*` for all of it. */
export const SCOPES = ['*', ...AREAS.flatMap(area => [`${area}:read`, `${area}:write`])];

/**
 * Nobody hands on more than he has: a key that may make keys would else be able to do everything.
 * @throws DomainError `scope_missing`
 */
export function refuseUnlessHeld(held: string[], granted: string[]): void {
  if (held.includes('*')) return;
  const missing = granted.filter(scope => !held.includes(scope));
  if (missing.length > 0)
    refuse('scope_missing', `The API key lacks the scope ${missing.join(', ')} and cannot hand it on.`);
}
