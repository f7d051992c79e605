import type { NumberedDocumentType } from '../domain/series';

/** What numbering itself needs of a series (`s`): the members of `Series`. */
export const SERIES_COLUMNS = `s.series_id AS "seriesId", s.document_type AS "documentType", s.prefix,
  s.number_length AS "numberLength", s.label, s.print_series AS "printSeries"`;

/** First number of the series' year; `year` is an SQL expression. */
export function firstNumberIn(year: string): string {
  return `CASE WHEN s.yearly AND s.first_year <> ${year} THEN coalesce(s.allocated_from, 1) ELSE s.first_number END`;
}

/** A series as its own routes show it. */
export interface DocumentSeries {
  id: string;
  documentType: NumberedDocumentType;
  prefix: string;
  name: string | null;
  label: string | null;
  numberLength: number;
  /** The number the next document of this year gets. */
  nextNumber: number;
  allocatedFrom: number | null;
  allocatedTo: number | null;
  yearlyRestart: boolean;
  printSeries: boolean;
  isDefault: boolean;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

export const documentSeriesColumns = (
  year: number,
): string => `s.series_id AS id, s.document_type AS "documentType", s.prefix, s.name,
  s.label, s.number_length AS "numberLength", ${nextNumberIn(year)} AS "nextNumber", s.allocated_from AS "allocatedFrom",
  s.allocated_to AS "allocatedTo", s.yearly AS "yearlyRestart", s.print_series AS "printSeries", s.is_default AS "isDefault",
  s.is_active AS "isActive", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** Series (`s`) with the counter (`y`) of the given year, a number or an SQL expression. */
export const documentSeriesFrom = (year: number | string): string => `document_series s
  LEFT JOIN document_series_years y ON y.company_id = s.company_id AND y.series_id = s.series_id
    AND y.year_key = CASE WHEN s.yearly THEN ${year} ELSE 0 END`;

export function nextNumberIn(year: number | string): string {
  return `coalesce(y.last_number + 1, ${firstNumberIn(String(year))})`;
}
