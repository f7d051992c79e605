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

/** Rows that say who did what in this transaction; insert them together with the fact. */
export function auditRows(tx: Tx, ...facts: AuditFact[]): TableRows {
  return {
    table: 'audit_log',
    rows: facts.map(fact => ({
      company_id: tx.companyId,
      actor_type: tx.actor.type === 'api_key' ? 'api_key' : 'system',
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
