import { newId } from '../../shared/ids';
import type { TableRows, Tx } from '../../platform/database';
import { DEFAULT_NUMBER_LENGTH, DEFAULT_PREFIXES } from '../domain/series';

/** Rows of a new company's default series, one per kind of document: INV-0001, CN-0001, PF-0001, ADV-0001. */
export function defaultSeriesRows(tx: Tx): TableRows {
  const rows = Object.entries(DEFAULT_PREFIXES).map(([documentType, prefix]) => ({
    company_id: tx.companyId,
    series_id: newId(),
    document_type: documentType,
    prefix,
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
  }));
  return { table: 'document_series', rows };
}
