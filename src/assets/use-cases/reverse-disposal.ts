import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import { journalRows, lockedPeriods, openPeriods, reversedEntries, takeBackDay } from '../../ledger';
import type { Tx } from '../../platform/database';
import { assetAsItStands, disposalReversalRows, lockAsset, markInUse } from '../data/assets';
import type { Asset } from '../domain/asset';

export interface DisposalReversalOrder {
  id: string;
  reason?: string;
}

/**
 * Takes a wrong disposal back, once: the mirror image of its posting on its own day, or on the first open day after it
 * where that is locked. The asset is in use again. The depreciation through the month of the disposal stays: the asset was
 * in use; the months since are caught up by the next run.
 */
@Injectable()
export class ReverseDisposal {
  /** @throws DomainError `not_found`, `asset_not_disposed`; `period_locked` where no day up to today is open */
  async execute(tx: Tx, { id, reason }: DisposalReversalOrder): Promise<Asset> {
    await lockAsset(tx, id);
    const asset = await assetAsItStands(tx, id);
    const { disposal } = asset;
    if (!disposal)
      refuse('asset_not_disposed', `Asset ${asset.code} is not disposed of, or no longer.`, {
        existingId: id,
      });
    const date = takeBackDay(tx, disposal.date, await lockedPeriods(tx, disposal.date));
    await openPeriods(tx, [date]);
    const transactionId = newId();
    const name = `${asset.code} ${asset.name}`;
    await tx.insert(
      ...journalRows(tx, [
        {
          id: transactionId,
          date,
          description: `Disposal of ${name} taken back${reason === undefined ? '' : `: ${reason}`}`,
          documentType: 'asset_disposal_reversal',
          documentId: disposal.transactionId,
          partnerId: null,
          reversesId: disposal.transactionId,
          entries: await reversedEntries(tx, disposal.transactionId),
        },
      ]),
      disposalReversalRows(tx, id, disposal, { date, reason: reason ?? null, transactionId }),
      auditRows(tx, {
        action: 'asset.disposal_reversed',
        entity: 'asset',
        entityId: id,
        diff: {
          date,
          ...(reason !== undefined && { reason }),
          before: { ...disposal, proceeds: disposal.proceeds.toString() },
        },
      }),
    );
    await markInUse(tx, id);
    return assetAsItStands(tx, id);
  }
}
