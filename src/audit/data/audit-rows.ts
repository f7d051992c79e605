import type { TableRows, Tx } from '../../platform/database';

/** A fact of the audit log. */
export interface AuditFact {
  /** `{entity}.{verb}`, e.g. `sale_invoice.issued`. */
  action: string;
  entity: string;
  entityId: string | null;
  /** What changed, or the data that came with the fact; never a secret. */
  diff?: object;
}

/**
 * The diff of a change: the members that differ, as they were and as they are. Compared as JSON, so an object is one value.
 * Neither may hold a secret.
 */
export function changeOf(before: object, after: object): { before: object; after: object } {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(is).filter(name => JSON.stringify(is[name]) !== JSON.stringify(was[name]));
  const only = (values: Record<string, unknown>): object =>
    Object.fromEntries(names.map(name => [name, values[name] ?? null]));
  return { before: only(was), after: only(is) };
}

/** Rows that say who did what in this transaction; insert them together with the fact. */
export function auditRows(tx: Tx, ...facts: AuditFact[]): TableRows {
  return {
    table: 'audit_log',
    rows: facts.map(fact => ({
      company_id: tx.companyId,
      actor_type: tx.actor.type === 'operator' ? 'system' : tx.actor.type,
      actor_id: tx.actor.id,
      api_key_id: tx.actor.apiKeyId,
      action: fact.action,
      entity: fact.entity,
      entity_id: fact.entityId,
      diff: fact.diff ?? null,
      request_id: tx.requestId,
    })),
  };
}
