import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { auditRows, changeOf } from '../../audit';
import type { Tx } from '../../platform/database';
import { changedFixedTerms, refuseInactiveDefault, refuseUnfitNumbers } from '../domain/series-terms';
import {
  clearDefault,
  findSeries,
  isUsed,
  lockSeries,
  updateSeries,
  type SeriesValues,
} from '../data/series.repository';
import type { DocumentSeries } from '../data/series-sql';
import { refuseTakenPrefix } from './create-series';

/** Members that are left out stay as they are. */
export type SeriesChanges = Partial<SeriesValues>;

/**
 * Changes a document series. What the full numbers are made of changes only before the first of them is given.
 * @throws DomainError `not_found`, `series_used`, `duplicate`
 */
@Injectable()
export class UpdateSeries {
  async execute(tx: Tx, id: string, changes: SeriesChanges): Promise<DocumentSeries> {
    await lockSeries(tx, id);
    const before = await findSeries(tx, id);
    const after = { ...before, ...changes };
    if (after.documentType !== before.documentType)
      refuse(
        'not_supported',
        `documentType: a series stays one of ${before.documentType}; open another one.`,
        {
          fieldErrors: { documentType: ['cannot change'] },
        },
      );
    const fixed = changedFixedTerms(before, after);
    if (fixed.length > 0 && (await isUsed(tx, id))) refuseFixed(before, fixed);
    if (fixed.length > 0) refuseUnfitNumbers(after);
    refuseInactiveDefault(after);
    if (after.prefix !== before.prefix) await refuseTakenPrefix(tx, after.prefix);
    if (after.isDefault && !before.isDefault) await clearDefault(tx, before.documentType);
    await updateSeries(tx, id, after, fixed.length > 0);
    await tx.insert(
      auditRows(tx, {
        action: 'document_series.updated',
        entity: 'document_series',
        entityId: id,
        diff: changeOf(before, after),
      }),
    );
    return findSeries(tx, id);
  }
}

function refuseFixed(series: DocumentSeries, members: string[]): never {
  refuse(
    'series_used',
    `Series "${series.prefix}" has given numbers, so its ${members.join(', ')} cannot change; open a new series.`,
    {
      fieldErrors: Object.fromEntries(
        members.map(member => [member, ['is fixed since the first number was given']]),
      ),
    },
  );
}
