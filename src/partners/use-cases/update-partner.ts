import { Injectable } from '@nestjs/common';
import { auditRows, changeOf } from '../../audit';
import type { Tx } from '../../platform/database';
import type { Partner, PartnerValues } from '../domain/partner';
import { findByKeys, findPartner, shareGateOfLocks, updatePartner } from '../data/partners.repository';
import { identify, refuseRival } from '../steps/identify-partner';

/**
 * Changes a partner: members left out stay, null clears. Issued documents keep the partner as it was when they were issued.
 * @throws DomainError `not_found`, `duplicate`
 */
@Injectable()
export class UpdatePartner {
  async execute(tx: Tx, id: string, changes: Partial<PartnerValues>): Promise<Partner> {
    await shareGateOfLocks(tx);
    const before = await findPartner(tx, id, 'FOR UPDATE');
    const { values, keys } = await identify(tx, { ...before.values, ...changes });
    const rival = await findByKeys(tx, keys, id);
    if (rival) refuseRival(values, rival);
    await updatePartner(tx, before, values, keys);
    await tx.insert(
      auditRows(tx, {
        action: 'partner.updated',
        entity: 'partner',
        entityId: id,
        diff: changeOf(before.values, values),
      }),
    );
    return findPartner(tx, id);
  }
}
