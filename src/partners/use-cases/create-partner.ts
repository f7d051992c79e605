import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import type { Partner, PartnerValues } from '../domain/partner';
import type { PartnerKeys } from '../domain/partner-keys';
import { findByKeys, findPartner, insertPartner, type Rival } from '../data/partners.repository';
import { identify, refuseRival } from '../steps/identify-partner';

/**
 * Adds a partner, unique by VAT code and by country and code.
 * @throws DomainError `duplicate` naming the partner that is there
 */
@Injectable()
export class CreatePartner {
  async execute(tx: Tx, given: PartnerValues): Promise<Partner> {
    const { values, keys } = await identify(tx, given);
    const { partner, rival } = await addPartner(tx, values, keys);
    return partner ?? refuseRival(values, rival);
  }
}

type Added = { partner: Partner; rival?: undefined } | { partner?: undefined; rival: Rival };

/** The new partner, or the one that has its keys already, be it for a moment only. */
export async function addPartner(tx: Tx, values: PartnerValues, keys: PartnerKeys): Promise<Added> {
  const id = newId();
  if (await insertPartner(tx, id, values, keys)) {
    await tx.insert(
      auditRows(tx, { action: 'partner.created', entity: 'partner', entityId: id, diff: values }),
    );
    return { partner: await findPartner(tx, id) };
  }
  const rival = await findByKeys(tx, keys);
  if (!rival)
    refuse('temporarily_unavailable', 'The partner with this code was deleted just now; retry.', {
      retryAfterSeconds: 1,
    });
  return { rival };
}
