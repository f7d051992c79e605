import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { assetAsItStands, deleteAsset, hasHistory, lockAsset } from '../data/assets';
import type { Asset } from '../domain/asset';

/** Deletes an asset that was entered wrong and of which nothing was posted; its code is free again. */
@Injectable()
export class DeleteAsset {
  /** @throws DomainError `not_found`, `asset_disposed`, `in_use` */
  async execute(tx: Tx, id: string): Promise<{ id: string }> {
    await lockAsset(tx, id);
    const asset = await assetAsItStands(tx, id);
    if (asset.disposal)
      refuse('asset_disposed', `Asset ${asset.code} was disposed of on ${asset.disposal.date} and stays.`, {
        existingId: id,
      });
    if (await hasHistory(tx, id))
      refuse(
        'in_use',
        `Asset ${asset.code} was depreciated, modernised or disposed of in these books and stays, even where that was taken back.`,
        { existingId: id },
      );
    await deleteAsset(tx, id);
    await tx.insert(
      auditRows(tx, {
        action: 'asset.deleted',
        entity: 'asset',
        entityId: id,
        diff: { before: asEntered(asset) },
      }),
    );
    return { id };
  }
}

/** The members of its creation that are lost with it. */
function asEntered(asset: Asset): object {
  return {
    groupId: asset.groupId,
    code: asset.code,
    name: asset.name,
    acquisitionDate: asset.acquiredOn,
    depreciationStartDate: asset.depreciationStartsOn,
    depreciationMethod: asset.method,
    acquisitionCost: asset.acquisitionCost.toString(),
    salvageValue: asset.salvageValue.toString(),
    usefulLifeMonths: asset.usefulLifeMonths,
    openingAccumulatedDepreciation: asset.opening.accumulated.toString(),
    openingDepreciatedMonths: asset.opening.months,
    notes: asset.notes,
    documents: asset.documents,
  };
}
