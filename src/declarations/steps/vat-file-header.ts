import type { Period } from '../../shared/calendar-date';
import { currentHeader, type FileHeader } from '../../account';
import type { Tx } from '../../platform/database';
import { closedHeader } from '../../vat';

/** The header of files over VAT periods: what was kept when the last of them was closed; of a file made now while one is open. */
export async function vatFileHeader(tx: Tx, months: Period[]): Promise<FileHeader> {
  return (await closedHeader(tx, months)) ?? (await currentHeader(tx));
}
