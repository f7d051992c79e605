import { refuse } from '../../shared/domain-error';

/** An answer is made in memory, at some 300 bytes a row. */
export const MOST_ROWS = 50_000;

/** @throws DomainError `report_too_large` */
export function refuseTooManyRows(rows: number, what: string, remedy: string): void {
  if (rows > MOST_ROWS) refuse('report_too_large', `${what} has more than ${MOST_ROWS} entries; ${remedy}.`);
}
