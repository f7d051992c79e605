import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { NumberedDocumentType, Series } from '../domain/series';
import { SERIES_COLUMNS } from './series-sql';

/** How a request names the series of a document; nothing given means the default one. */
export interface SeriesChoice {
  documentType: NumberedDocumentType;
  /** The request's `documentSeriesId`. */
  seriesId?: string | null;
  /** The request's `series`: the prefix as it stands on the series, tokens included. */
  prefix?: string | null;
}

/**
 * The series a document is to be numbered in.
 * @throws DomainError `not_found` for one that is named and not there, `series_missing` for none, an inactive one or one
 * of another document type
 */
export async function resolveSeries(tx: Tx, choice: SeriesChoice): Promise<Series> {
  const { documentType, seriesId, prefix } = choice;
  const named = seriesId ?? prefix;
  const member = seriesId ? 'documentSeriesId' : 'series';
  const [series] = await tx.query<Series & { isActive: boolean }>(
    `SELECT ${SERIES_COLUMNS}, s.is_active AS "isActive" FROM document_series s
      WHERE s.company_id = $1 AND ${seriesId ? 's.series_id = $2' : prefix ? 's.prefix = $2' : 's.document_type = $2 AND s.is_default'}`,
    [tx.companyId, named ?? documentType],
  );
  if (!series && named) refuseUnknown(member, `Document series "${named}"`);
  if (!series)
    refuse(
      'series_missing',
      `No series is the default for ${documentType}; make one the default or name one.`,
    );
  if (!series.isActive) seriesInactive(series);
  if (series.documentType !== documentType) {
    refuse(
      'series_missing',
      `Series "${series.prefix}" is for ${series.documentType}, not for ${documentType}; name another one.`,
      {
        fieldErrors: { [member]: [`is a series for ${series.documentType}`] },
      },
    );
  }
  return series;
}

function seriesInactive(series: Pick<Series, 'prefix'>): never {
  refuse('series_missing', `Series "${series.prefix}" is not active; activate it or name another one.`);
}
