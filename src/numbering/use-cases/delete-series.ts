import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { deleteSeries, findSeries, isUsed, lockSeries } from '../data/series.repository';

/**
 * Deletes a document series that never gave a number.
 * @throws DomainError `not_found`, `in_use` (also when a draft names it)
 */
@Injectable()
export class DeleteSeries {
  async execute(tx: Tx, id: string): Promise<void> {
    await lockSeries(tx, id);
    const series = await findSeries(tx, id);
    if (await isUsed(tx, id))
      refuse('in_use', `Series "${series.prefix}" has given numbers; mark it inactive instead.`);
    await deleteSeries(tx, id);
    await tx.insert(
      auditRows(tx, {
        action: 'document_series.deleted',
        entity: 'document_series',
        entityId: id,
        diff: { before: series },
      }),
    );
  }
}
