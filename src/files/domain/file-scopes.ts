import { refuse } from '../../shared/domain-error';

/** By what a file is of: the scope that guards the thing itself. A key that reads files reads no more by them than it may read otherwise. */
const SCOPE_OF: Readonly<Record<string, string>> = {
  report_job: 'reports:read',
  email: 'sales:read',
  sale_invoice: 'sales:read',
  purchase_invoice: 'purchases:read',
  saft_file: 'declarations:read',
  declaration_submission: 'declarations:read',
  journal_transaction: 'ledger:read',
  asset: 'assets:read',
  partner: 'partners:read',
};

/** Belongs to no other area: who reads files reads it. */
const UNGUARDED = 'company';

/** What the holder of the scopes may read files of; null: of everything. */
export function readableEntities(scopes: readonly string[]): string[] | null {
  if (scopes.includes('*')) return null;
  const readable = Object.keys(SCOPE_OF).filter(entity => scopes.includes(SCOPE_OF[entity]!));
  return [UNGUARDED, ...readable];
}

/** @throws DomainError `scope_missing` */
export function refuseUnlessReadable(scopes: readonly string[], entity: string): void {
  const readable = readableEntities(scopes);
  if (readable === null || readable.includes(entity)) return;
  refuse(
    'scope_missing',
    `The API key lacks the scope ${SCOPE_OF[entity] ?? '*'} to read a file of ${entity}.`,
  );
}
