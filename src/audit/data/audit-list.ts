import type { ListDefinition } from '../../platform/lists';

export interface AuditRow {
  id: number;
  actorType: string;
  actorId: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  diff: unknown;
  createdAt: string;
  apiKeyId: string | null;
  requestId: string;
  idempotencyKeyHash: string | null;
}

export const auditList: ListDefinition = {
  name: 'audit',
  from: 'audit_log a',
  select: `a.audit_id AS id, a.actor_type AS "actorType", a.actor_id AS "actorId", a.action, a.entity, a.entity_id AS "entityId",
    a.diff, a.created_at AS "createdAt", a.api_key_id AS "apiKeyId", a.request_id AS "requestId",
    encode(a.request_key_hash, 'hex') AS "idempotencyKeyHash"`,
  fields: {
    id: { column: 'a.audit_id', type: 'integer' },
    actorType: { column: 'a.actor_type', type: 'text', values: ['user', 'api_key', 'system'] },
    actorId: { column: 'a.actor_id', type: 'text' },
    action: { column: 'a.action', type: 'text' },
    entity: { column: 'a.entity', type: 'text' },
    entityId: { column: 'a.entity_id', type: 'id' },
    apiKeyId: { column: 'a.api_key_id', type: 'id' },
    requestId: { column: 'a.request_id', type: 'text' },
    idempotencyKeyHash: { column: `encode(a.request_key_hash, 'hex')`, type: 'text' },
    createdAt: { column: 'a.created_at', type: 'instant' },
  },
  key: { column: 'a.audit_id', type: 'integer' },
  defaultSort: [{ field: 'id', dir: 'desc' }],
};
