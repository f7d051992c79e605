import { yearOf } from '../../shared/calendar-date';
import { refuseUnknown } from '../../shared/domain-error';
import type { TableRows, Tx } from '../../platform/database';
import type { ListDefinition } from '../../platform/lists';
import { type NumberedDocumentType, NUMBERED_DOCUMENT_TYPES } from '../domain/series';
import type { SeriesTerms } from '../domain/series-terms';
import { documentSeriesColumns, documentSeriesFrom, nextNumberIn, type DocumentSeries } from './series-sql';

/** Everything of a series that is stored and may be given. */
export interface SeriesValues extends SeriesTerms {
  documentType: NumberedDocumentType;
  name: string | null;
  label: string | null;
  printSeries: boolean;
}

/** @throws DomainError `not_found` naming the member `id` */
export async function findSeries(tx: Tx, id: string): Promise<DocumentSeries> {
  const year = yearOf(tx.today);
  const [series] = await tx.query<DocumentSeries>(
    `SELECT ${documentSeriesColumns(year)} FROM ${documentSeriesFrom(year)} WHERE s.company_id = $1 AND s.series_id = $2`,
    [tx.companyId, id],
  );
  return series ?? refuseUnknown('id', `Document series ${id}`);
}

/** Holds back whoever would take a first number (see `takeNumbers`) until this transaction ends. */
export async function lockSeries(tx: Tx, id: string): Promise<void> {
  await tx.query('SELECT 1 FROM document_series WHERE company_id = $1 AND series_id = $2 FOR UPDATE', [
    tx.companyId,
    id,
  ]);
}

/** Whether a number was ever given: the counter row comes with the first one. */
export async function isUsed(tx: Tx, id: string): Promise<boolean> {
  const counters = await tx.query(
    'SELECT 1 FROM document_series_years WHERE company_id = $1 AND series_id = $2 LIMIT 1',
    [tx.companyId, id],
  );
  return counters.length > 0;
}

export async function idOfPrefix(tx: Tx, prefix: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT series_id AS id FROM document_series WHERE company_id = $1 AND prefix = $2',
    [tx.companyId, prefix],
  );
  return row?.id;
}

/** Holds back whoever else would change which series of a type is the default. */
export async function lockDefault(tx: Tx, documentType: NumberedDocumentType): Promise<void> {
  await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended('default series of ' || $1 || $2, 0))`, [
    tx.companyId,
    documentType,
  ]);
}

/** Takes the default mark off the series of a type. When two requests race for it, the unique index stops the second. */
export async function clearDefault(tx: Tx, documentType: NumberedDocumentType): Promise<void> {
  // One at a time: of two that wait for the old default to lose the mark, the second must see the first one's.
  await lockDefault(tx, documentType);
  await tx.execute(
    'UPDATE document_series SET is_default = false, updated_at = $3 WHERE company_id = $1 AND document_type = $2 AND is_default',
    [tx.companyId, documentType, tx.now],
  );
}

/** @param openedFor the year that a yearly series starts in, and that one without a restart is opened for; default this year */
export function newSeriesRows(tx: Tx, id: string, values: SeriesValues, openedFor?: number): TableRows {
  const row = {
    ...columnsOf(tx, id, values),
    ...startColumns(tx, values, openedFor),
    details: openedFor === undefined ? {} : { year: openedFor },
    created_at: tx.now,
  };
  return { table: 'document_series', rows: [row] };
}

/** @param restarted the series is unused and its fixed terms change: `nextNumber` is where it starts, from this year on */
export async function updateSeries(
  tx: Tx,
  id: string,
  values: SeriesValues,
  restarted: boolean,
): Promise<void> {
  const row = { ...columnsOf(tx, id, values), ...(restarted && startColumns(tx, values)) };
  await tx.update('document_series', ['company_id', 'series_id'], row);
}

export async function deleteSeries(tx: Tx, id: string): Promise<void> {
  await tx.execute('DELETE FROM document_series WHERE company_id = $1 AND series_id = $2', [
    tx.companyId,
    id,
  ]);
}

export function seriesList(year: number): ListDefinition {
  return {
    name: 'document-series',
    from: documentSeriesFrom(year),
    select: documentSeriesColumns(year),
    fields: {
      id: { column: 's.series_id', type: 'id' },
      documentType: { column: 's.document_type', type: 'text', values: NUMBERED_DOCUMENT_TYPES },
      prefix: { column: 's.prefix', type: 'text' },
      name: { column: 's.name', type: 'text' },
      label: { column: 's.label', type: 'text' },
      numberLength: { column: 's.number_length', type: 'integer' },
      nextNumber: { column: nextNumberIn(year), type: 'integer' },
      allocatedFrom: { column: 's.allocated_from', type: 'integer' },
      allocatedTo: { column: 's.allocated_to', type: 'integer' },
      yearlyRestart: { column: 's.yearly', type: 'boolean' },
      printSeries: { column: 's.print_series', type: 'boolean' },
      isDefault: { column: 's.is_default', type: 'boolean' },
      isActive: { column: 's.is_active', type: 'boolean' },
      createdAt: { column: 's.created_at', type: 'instant' },
      updatedAt: { column: 's.updated_at', type: 'instant' },
    },
    key: { column: 's.series_id', type: 'id' },
    defaultSort: [
      { field: 'documentType', dir: 'asc' },
      { field: 'prefix', dir: 'asc' },
    ],
  };
}

/** The same series as `reference/series/list` shows them: with the year that the next number is of. */
export function seriesYearList(today: number): ListDefinition {
  const year = `(CASE WHEN s.yearly THEN greatest(s.first_year, ${today}) ELSE
    coalesce((s.details->>'year')::int, extract(year FROM s.created_at)::int) END)`;
  const next = nextNumberIn(year);
  return {
    name: 'series',
    from: documentSeriesFrom(year),
    select: `s.series_id AS id, s.document_type AS "documentType", s.prefix, ${year} AS year, ${next} AS "nextNumber",
      s.created_at AS "createdAt"`,
    fields: {
      id: { column: 's.series_id', type: 'id' },
      documentType: { column: 's.document_type', type: 'text', values: NUMBERED_DOCUMENT_TYPES },
      prefix: { column: 's.prefix', type: 'text' },
      year: { column: year, type: 'integer' },
      nextNumber: { column: next, type: 'integer' },
      createdAt: { column: 's.created_at', type: 'instant' },
    },
    key: { column: 's.series_id', type: 'id' },
    defaultSort: [
      { field: 'documentType', dir: 'asc' },
      { field: 'prefix', dir: 'asc' },
    ],
  };
}

function columnsOf(tx: Tx, id: string, values: SeriesValues): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    series_id: id,
    document_type: values.documentType,
    prefix: values.prefix,
    name: values.name,
    label: values.label,
    number_length: values.numberLength,
    allocated_from: values.allocatedFrom,
    allocated_to: values.allocatedTo,
    print_series: values.printSeries,
    is_default: values.isDefault,
    is_active: values.isActive,
    updated_at: tx.now,
  };
}

function startColumns(tx: Tx, values: SeriesValues, year = yearOf(tx.today)): Record<string, unknown> {
  return {
    first_number: values.nextNumber,
    yearly: values.yearlyRestart,
    first_year: values.yearlyRestart ? year : null,
  };
}
