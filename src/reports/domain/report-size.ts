import { refuse } from '../../shared/domain-error';

/** An answer is made in memory: so many rows of 200 bytes are 10 MB of JSON. */
export const MOST_ROWS = 50_000;

/** Refuses what would be too large an answer, before its rows are read. @throws DomainError `report_too_large` */
export function refuseTooManyRows(rows: number, what: string, remedy: string): void {
  if (rows > MOST_ROWS) refuse('report_too_large', `${what} has more than ${MOST_ROWS} entries; ${remedy}.`);
}
