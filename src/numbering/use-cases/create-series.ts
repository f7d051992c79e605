import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { refuseInactiveDefault, refuseUnfitNumbers } from '../domain/series-terms';
import {
  clearDefault,
  findSeries,
  idOfPrefix,
  newSeriesRows,
  type SeriesValues,
} from '../data/series.repository';
import type { DocumentSeries } from '../data/series-sql';

/** Opens a document series; as the default one it takes that mark from the series that had it. */
@Injectable()
export class CreateSeries {
  /** @param openedFor the year it is opened for; default this year */
  async execute(tx: Tx, values: SeriesValues, openedFor?: number): Promise<DocumentSeries> {
    refuseUnfitNumbers(values);
    refuseInactiveDefault(values);
    await refuseTakenPrefix(tx, values.prefix);
    if (values.isDefault) await clearDefault(tx, values.documentType);
    const id = newId();
    await tx.insert(
      newSeriesRows(tx, id, values, openedFor),
      auditRows(tx, {
        action: 'document_series.created',
        entity: 'document_series',
        entityId: id,
        diff: openedFor === undefined ? values : { ...values, year: openedFor },
      }),
    );
    return findSeries(tx, id);
  }
}

/** @throws DomainError `duplicate` with the series that has the prefix */
export async function refuseTakenPrefix(tx: Tx, prefix: string): Promise<void> {
  const existingId = await idOfPrefix(tx, prefix);
  if (existingId) {
    refuse('duplicate', `Another series has the prefix "${prefix}"; use that one or choose another prefix.`, {
      existingId,
      fieldErrors: { prefix: ['another series has this prefix'] },
    });
  }
}
