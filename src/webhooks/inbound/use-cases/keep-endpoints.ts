import { Injectable } from '@nestjs/common';
import { newId } from '../../../shared/ids';
import { auditRows, changeOf } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { SecretBox } from '../../../platform/secrets';
import {
  deleteEndpoint,
  endpointRow,
  lockEndpoint,
  refuseUnknownBankAccount,
  updateEndpoint,
  type StoredEndpoint,
} from '../data/endpoints';
import { sealOf, type Endpoint } from '../domain/endpoint';
import { newEndpointSecret, refuseUnusableSecret } from '../domain/endpoint-secret';
import type { InboundProvider } from '../domain/inbound-event';

export interface NewEndpoint {
  provider: InboundProvider;
  /** As the sender gave it; without it one is made, to be given to the sender. */
  secret?: string;
  description?: string;
  bankAccountId?: string;
}

export interface EndpointChanges {
  secret?: string;
  /** How long the old secret works beside the new one. */
  overlapHours?: number;
  /** Null: none any more. */
  bankAccountId?: string | null;
}

const DEFAULT_OVERLAP_HOURS = 24;
const MS_PER_HOUR = 3_600_000;

/** Makes, changes and deletes the endpoints that senders post to. Secrets are in no audit row. */
@Injectable()
export class KeepEndpoints {
  constructor(private readonly secrets: SecretBox) {}

  async create(tx: Tx, given: NewEndpoint): Promise<{ endpoint: Endpoint; secret: string }> {
    const { provider, description = null, bankAccountId = null } = given;
    if (given.secret !== undefined) refuseUnusableSecret(provider, given.secret);
    if (bankAccountId !== null) await refuseUnknownBankAccount(tx, bankAccountId);
    const [id, secret] = [newId(), given.secret ?? newEndpointSecret()];
    const endpoint: StoredEndpoint = {
      id,
      provider,
      description,
      bankAccountId,
      sealed: this.seal(tx, id, secret),
      previousSealed: null,
      previousSecretUntil: null,
      createdAt: tx.now.toISOString(),
    };
    await tx.insert(
      { table: 'webhook_endpoints', rows: [endpointRow(tx, endpoint)] },
      auditRows(tx, {
        action: 'webhook_endpoint.created',
        entity: 'webhook_endpoint',
        entityId: id,
        diff: { provider, description, bankAccountId },
      }),
    );
    return { endpoint, secret };
  }

  /** With a new secret, the old one is believed a while longer, so that the sender can change over at its own pace. */
  async update(tx: Tx, id: string, changes: EndpointChanges): Promise<Endpoint> {
    const before = await lockEndpoint(tx, id);
    const { secret, overlapHours = DEFAULT_OVERLAP_HOURS, bankAccountId = before.bankAccountId } = changes;
    if (secret !== undefined) refuseUnusableSecret(before.provider, secret);
    if (bankAccountId !== null) await refuseUnknownBankAccount(tx, bankAccountId);
    const endpoint: StoredEndpoint = {
      ...before,
      bankAccountId,
      ...(secret !== undefined && {
        sealed: this.seal(tx, id, secret),
        previousSealed: before.sealed,
        previousSecretUntil: new Date(tx.now.getTime() + overlapHours * MS_PER_HOUR).toISOString(),
      }),
    };
    await updateEndpoint(tx, endpoint);
    await tx.insert(
      auditRows(tx, {
        action: secret === undefined ? 'webhook_endpoint.updated' : 'webhook_endpoint.secret_rotated',
        entity: 'webhook_endpoint',
        entityId: id,
        diff: changeOf(shown(before), shown(endpoint)),
      }),
    );
    return endpoint;
  }

  async delete(tx: Tx, id: string): Promise<void> {
    const before = await lockEndpoint(tx, id);
    await deleteEndpoint(tx, id);
    await tx.insert(
      auditRows(tx, {
        action: 'webhook_endpoint.deleted',
        entity: 'webhook_endpoint',
        entityId: id,
        diff: { before: shown(before) },
      }),
    );
  }

  private seal({ companyId }: Tx, endpointId: string, secret: string): string {
    return this.secrets.seal(secret, sealOf({ companyId, endpointId }));
  }
}

/** Without secrets. */
function shown({ provider, description, bankAccountId, previousSecretUntil }: Endpoint): object {
  return { provider, description, bankAccountId, previousSecretUntil };
}
