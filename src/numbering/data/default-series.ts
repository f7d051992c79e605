import { newId } from '../../shared/ids';
import type { TableRows, Tx } from '../../platform/database';
import {
  DEFAULT_NUMBER_LENGTH,
  DEFAULT_PREFIXES,
  NUMBERED_DOCUMENT_TYPES,
  type NumberedDocumentType,
} from '../domain/series';
import { lockDefault } from './series.repository';

/** Rows of a new company's default series, one per kind of document: INV-0001, CN-0001, PF-0001, ADV-0001. */
export function defaultSeriesRows(tx: Tx): TableRows {
  const documentTypes = NUMBERED_DOCUMENT_TYPES.filter(type => type !== 'sale_advance_tax');
  return { table: 'document_series', rows: documentTypes.map(type => defaultSeriesRow(tx, type)) };
}

/** Opens the default series of a kind of document that few companies have, where there is none yet. */
export async function openDefaultSeries(tx: Tx, documentType: NumberedDocumentType): Promise<void> {
  // One at a time, as for every change of a default: of two first documents the second sees the series of the first.
  await lockDefault(tx, documentType);
  const found = await tx.query(
    'SELECT 1 FROM document_series WHERE company_id = $1 AND document_type = $2 AND is_default',
    [tx.companyId, documentType],
  );
  if (found.length > 0) return;
  await tx.insert({ table: 'document_series', rows: [defaultSeriesRow(tx, documentType)] });
}

function defaultSeriesRow(tx: Tx, documentType: NumberedDocumentType): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    series_id: newId(),
    document_type: documentType,
    prefix: DEFAULT_PREFIXES[documentType],
    number_length: DEFAULT_NUMBER_LENGTH,
    first_number: 1,
    first_year: null,
    yearly: false,
    print_series: true,
    is_default: true,
    is_active: true,
    details: {},
    created_at: tx.now,
    updated_at: tx.now,
  };
}
