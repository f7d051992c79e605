import { refuseUnknown } from '../../../shared/domain-error';
import type { Database, Tx } from '../../../platform/database';
import type { ListDefinition } from '../../../platform/lists';
import type { Endpoint, EndpointAddress } from '../domain/endpoint';
import { INBOUND_PROVIDERS } from '../domain/inbound-event';

/** With its secrets as they are sealed. */
export interface StoredEndpoint extends Endpoint {
  sealed: string;
  previousSealed: string | null;
}

const SHOWN = `e.endpoint_id AS id, e.provider, e.description, e.bank_account_id AS "bankAccountId",
  e.previous_secret_until AS "previousSecretUntil", e.created_at AS "createdAt"`;
const STORED = `${SHOWN}, e.secret_sealed AS sealed, e.previous_secret_sealed AS "previousSealed"`;

/** The live endpoint of an active company, before there is a scope; undefined otherwise, whatever the cause. */
export async function endpointAt(
  database: Database,
  { companyId, endpointId }: EndpointAddress,
): Promise<StoredEndpoint | undefined> {
  const [endpoint] = await database.readOnce<StoredEndpoint>(
    companyId,
    `SELECT ${STORED} FROM webhook_endpoints e JOIN companies c USING (company_id)
      WHERE e.company_id = $1 AND e.endpoint_id = $2 AND e.deleted_at IS NULL AND c.status = 'active'`,
    [companyId, endpointId],
  );
  return endpoint;
}

/** @throws DomainError `not_found` naming the member `id` */
export async function findEndpoint(tx: Tx, id: string): Promise<StoredEndpoint> {
  const [endpoint] = await tx.query<StoredEndpoint>(
    `SELECT ${STORED} FROM webhook_endpoints e WHERE e.company_id = $1 AND e.endpoint_id = $2 AND e.deleted_at IS NULL`,
    [tx.companyId, id],
  );
  return endpoint ?? refuseUnknown('id', `Webhook endpoint ${id}`);
}

/**
 * Changes of one endpoint follow each other; its events do not wait.
 * @throws DomainError `not_found` naming the member `id`
 */
export async function lockEndpoint(tx: Tx, id: string): Promise<StoredEndpoint> {
  await tx.query(
    'SELECT 1 FROM webhook_endpoints WHERE company_id = $1 AND endpoint_id = $2 FOR NO KEY UPDATE',
    [tx.companyId, id],
  );
  return findEndpoint(tx, id);
}

/** A row to insert, or to update the endpoint with. */
export function endpointRow(tx: Tx, endpoint: StoredEndpoint): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    endpoint_id: endpoint.id,
    provider: endpoint.provider,
    description: endpoint.description,
    bank_account_id: endpoint.bankAccountId,
    secret_sealed: endpoint.sealed,
    previous_secret_sealed: endpoint.previousSealed,
    previous_secret_until: endpoint.previousSecretUntil,
    created_at: endpoint.createdAt,
  };
}

export async function updateEndpoint(tx: Tx, endpoint: StoredEndpoint): Promise<void> {
  await tx.update('webhook_endpoints', ['company_id', 'endpoint_id'], endpointRow(tx, endpoint));
}

/** The secrets go; the row stays for the events that came by it. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `UPDATE webhook_endpoints
        SET deleted_at = $3, secret_sealed = NULL, previous_secret_sealed = NULL, previous_secret_until = NULL
      WHERE company_id = $1 AND endpoint_id = $2 AND deleted_at IS NULL`,
    [tx.companyId, id, tx.now],
  );
}

/** @throws DomainError `not_found` naming the member `bankAccountId` */
export async function refuseUnknownBankAccount(tx: Tx, id: string): Promise<void> {
  const found = await tx.query('SELECT 1 FROM bank_accounts WHERE company_id = $1 AND bank_account_id = $2', [
    tx.companyId,
    id,
  ]);
  if (found.length === 0) refuseUnknown('bankAccountId', `Bank account ${id}`);
}

export const endpointList: ListDefinition = {
  name: 'webhook-endpoints',
  from: 'webhook_endpoints e',
  select: SHOWN,
  fields: {
    id: { column: 'e.endpoint_id', type: 'id' },
    provider: { column: 'e.provider', type: 'text', values: INBOUND_PROVIDERS },
    description: { column: 'e.description', type: 'text' },
    createdAt: { column: 'e.created_at', type: 'instant' },
  },
  key: { column: 'e.endpoint_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'asc' }],
  where: 'e.deleted_at IS NULL',
};
