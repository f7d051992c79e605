import type { CalendarDate } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import { softwareVersion } from '../../shared/software-version';
import type { Tx } from '../../platform/database';

/** A company as the headers of files name it. */
export interface Taxpayer {
  name: string;
  code: string | null;
  vatCode: string | null;
  countryCode: string;
  isVatPayer: boolean;
  vatPayerFrom: CalendarDate | null;
  vatPayerTo: CalendarDate | null;
  /** 1..12 */
  fiscalYearEndMonth: number;
  address: {
    street?: string;
    city?: string;
    municipality?: string;
    postalCode?: string;
    countryCode?: string;
  } | null;
  /** Who answers for the books. */
  contactName: string | null;
  phone: string | null;
  email: string | null;
  ibans: string[];
}

/** What a file says of its making and of whom it is about. Frozen when a VAT period is closed or a month is locked. */
export interface FileHeader {
  /** Instant, ISO 8601 with milliseconds. */
  createdAt: string;
  softwareVersion: string;
  /** As the company has set them for i.SAF; null: it has not. */
  softwareCompanyName: string | null;
  softwareName: string | null;
  taxpayer: Taxpayer;
}

/** What is kept of a header in the row of a shut period, and its instant, which is that of the close or lock. */
export interface KeptHeader {
  shutAt: string;
  header: Omit<FileHeader, 'createdAt'>;
}

/** The header to keep of a company, in SQL. `version` is a parameter that is given `softwareVersion`. */
export function headerToKeep(companyId: string, version: string): string {
  return `file_header(${companyId}, ${version})`;
}

export function asKept({ shutAt, header }: KeptHeader): FileHeader {
  return { createdAt: shutAt, ...header };
}

/** The header of a file that is made now. */
export async function currentHeader(tx: Tx): Promise<FileHeader> {
  const [row] = await tx.query<Pick<KeptHeader, 'header'>>(`SELECT ${headerToKeep('$1', '$2')} AS header`, [
    tx.companyId,
    softwareVersion,
  ]);
  invariant(row, 'a question has an answer');
  return asKept({ shutAt: tx.now.toISOString(), ...row });
}
