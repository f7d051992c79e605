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
}

export const auditList: ListDefinition = {
  name: 'audit',
  from: 'audit_log a',
  select: `a.audit_id AS id, a.actor_type AS "actorType", a.actor_id AS "actorId", a.action, a.entity, a.entity_id AS "entityId",
    a.diff, a.created_at AS "createdAt"`,
  fields: {
    id: { column: 'a.audit_id', type: 'integer' },
    actorType: { column: 'a.actor_type', type: 'text' },
    actorId: { column: 'a.actor_id', type: 'text' },
    action: { column: 'a.action', type: 'text' },
    entity: { column: 'a.entity', type: 'text' },
    entityId: { column: 'a.entity_id', type: 'id' },
    createdAt: { column: 'a.created_at', type: 'instant' },
  },
  key: { column: 'a.audit_id', type: 'integer' },
  defaultSort: [{ field: 'id', dir: 'desc' }],
};
