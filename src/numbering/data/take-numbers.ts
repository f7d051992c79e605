import { yearOf, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { Series } from '../domain/series';
import { firstNumberIn, SERIES_COLUMNS } from './series-sql';

/** Consecutive numbers of one series year, taken for good when the transaction commits. */
export interface TakenNumbers {
  /** As it is now that nobody can change it any more: write the full numbers with this one. */
  series: Series;
  /** 0 for a series that does not restart, else the year of the issue date. */
  yearKey: number;
  /** The first number of the series year. */
  firstNumber: number;
  numbers: number[];
  /** Latest issue date of an earlier number when that is after this one (the dates are out of order), else null. */
  laterIssuedOn: CalendarDate | null;
}

/**
 * Takes the next `count` numbers of a series for documents issued on one day (@invariant INV-03).
 * The counter stays locked until the transaction ends, so call it after everything else that can be done before.
 * @throws DomainError `series_exhausted`, `chronology` (company setting `strictChronology`), `series_missing`; a refusal
 * rolls back, so it uses no number
 */
export async function takeNumbers(
  tx: Tx,
  series: Pick<Series, 'seriesId' | 'prefix'>,
  issuedOn: CalendarDate,
  count: number,
): Promise<TakenNumbers> {
  const [taken] = await tx.query<TakenRow>(TAKE, [
    tx.companyId,
    series.seriesId,
    yearOf(issuedOn),
    count,
    issuedOn,
  ]);
  if (!taken) {
    refuse(
      'series_missing',
      `Series "${series.prefix}" is not active, or begins after ${yearOf(issuedOn)}; name another one.`,
    );
  }
  const { yearKey, firstNumber, lastNumber, allocatedTo, latestIssuedOn, ...locked } = taken;
  if (allocatedTo !== null && lastNumber > allocatedTo) {
    refuse('series_exhausted', `Series "${series.prefix}" ends at ${allocatedTo}; open a new series.`);
  }
  const laterIssuedOn = latestIssuedOn > issuedOn ? latestIssuedOn : null;
  if (laterIssuedOn && tx.company.strictChronology) {
    refuse(
      'chronology',
      `Series "${series.prefix}" has a number issued on ${laterIssuedOn}; use an issue date from that day on.`,
    );
  }
  const numbers = Array.from({ length: count }, (_, index) => lastNumber - count + 1 + index);
  return { series: locked, yearKey, firstNumber, numbers, laterIssuedOn };
}

interface TakenRow extends Series {
  yearKey: number;
  firstNumber: number;
  lastNumber: number;
  allocatedTo: number | null;
  latestIssuedOn: CalendarDate;
}

/**
 * A yearly series that was opened in the middle of another system's numbers gives none of an earlier year: that system
 * had begun it at 1.
 * KEY SHARE on the series makes a change of its prefix or range wait, or this wait for that and read the result.
 * last_issued_on keeps the latest date there was, so that a back-dated number does not hide a later one before it.
 */
const TAKE = `
  WITH locked AS (
    SELECT s.company_id, s.series_id, s.document_type, s.prefix, s.number_length, s.label, s.print_series, s.allocated_to,
           CASE WHEN s.yearly THEN $3::smallint ELSE 0 END AS year_key, ${firstNumberIn('$3::smallint')} AS start
      FROM document_series s WHERE s.company_id = $1 AND s.series_id = $2 AND s.is_active
       AND NOT (s.yearly AND $3::smallint < s.first_year AND s.first_number > coalesce(s.allocated_from, 1)) FOR KEY SHARE),
  taken AS (
    INSERT INTO document_series_years AS y (company_id, series_id, year_key, first_number, last_number, last_issued_on)
    SELECT company_id, series_id, year_key, start, start + $4::bigint - 1, $5::date FROM locked
    ON CONFLICT (company_id, series_id, year_key) DO UPDATE
      SET last_number = y.last_number + $4::bigint, last_issued_on = greatest(y.last_issued_on, excluded.last_issued_on)
    RETURNING year_key, first_number, last_number, last_issued_on)
  SELECT ${SERIES_COLUMNS}, t.year_key AS "yearKey", t.first_number AS "firstNumber", t.last_number AS "lastNumber",
         s.allocated_to AS "allocatedTo", t.last_issued_on AS "latestIssuedOn"
    FROM taken t CROSS JOIN locked s`;
