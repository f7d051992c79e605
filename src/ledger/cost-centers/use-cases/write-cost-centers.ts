import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows, changeOf } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { ledgerCode } from '../../accounts/domain/account';
import { costCenterByCode, costCenterRows, lockCostCenter, updateCostCenter } from '../data/cost-centers';
import type { CostCenter } from '../domain/cost-center';

/** What changes; what is left out stays. The code is for good. */
export interface CostCenterChanges {
  id: string;
  name?: string;
  isActive?: boolean;
}

/** Makes and changes cost centers. */
@Injectable()
export class WriteCostCenters {
  async create(tx: Tx, given: { code: string; name: string }): Promise<CostCenter> {
    const code = ledgerCode(given.code);
    const existing = await costCenterByCode(tx, code);
    if (existing)
      refuse('duplicate', `Cost center ${code} exists already.`, { existingId: existing.costCenterId });
    const center: CostCenter = {
      costCenterId: newId(),
      code,
      name: given.name,
      isActive: true,
      createdAt: tx.now.toISOString(),
    };
    await tx.insert(
      costCenterRows(tx, center),
      auditRows(tx, {
        action: 'cost_center.created',
        entity: 'cost_center',
        entityId: center.costCenterId,
        diff: { code, name: center.name },
      }),
    );
    return center;
  }

  async update(tx: Tx, { id, name, isActive }: CostCenterChanges): Promise<CostCenter> {
    const before = await lockCostCenter(tx, id);
    if (!before) refuseUnknown('id', `Cost center ${id}`);
    const center = { ...before, name: name ?? before.name, isActive: isActive ?? before.isActive };
    await updateCostCenter(tx, center);
    await tx.insert(
      auditRows(tx, {
        action: 'cost_center.updated',
        entity: 'cost_center',
        entityId: id,
        diff: changeOf(before, center),
      }),
    );
    return center;
  }
}
