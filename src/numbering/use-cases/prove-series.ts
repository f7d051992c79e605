import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { findSeries } from '../data/series.repository';
import { MOST_MISSING, proofByYear, sha256OfFullNumbers, type SeriesYearProof } from '../data/series-proof';

/** That a series has no gap and no duplicate. `years` is null for a series that does not restart. */
export interface SeriesProof extends Omit<SeriesYearProof, 'year'> {
  sha256: string;
  years: SeriesYearProof[] | null;
}

/** Counts the issued documents of a series and names every number that is missing or there twice. */
@Injectable()
export class ProveSeries {
  async execute(tx: Tx, id: string): Promise<SeriesProof> {
    const series = await findSeries(tx, id);
    const years = await proofByYear(tx, id);
    return {
      first: years[0]?.first ?? null,
      last: years.at(-1)?.last ?? null,
      count: years.reduce((sum, year) => sum + year.count, 0),
      missing: years.flatMap(year => year.missing).slice(0, MOST_MISSING),
      duplicates: years.flatMap(year => year.duplicates),
      sha256: await sha256OfFullNumbers(tx, id),
      years: series.yearlyRestart ? years : null,
    };
  }
}
