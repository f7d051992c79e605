import { lastDayOfMonth, type CalendarDate, type Period } from '../../../shared/calendar-date';
import type { XmlContent } from '../../../shared/xml';
import { cut, type IsafDataType } from './isaf-document';

/** What the header of a file says beyond its month. Kept with what was filed, so that the file can be made again. */
export interface IsafHeader {
  /** ISO 8601 instant, e.g. 2026-02-10T08:00:00.000Z. */
  createdAt: string;
  softwareCompanyName: string;
  softwareName: string;
  softwareVersion: string;
  /** The taxpayer's company code, digits. */
  registrationNumber: string;
  numberOfParts: number;
  /** Names this part of the month's data; a correcting file repeats the part number of the file it corrects. */
  partNumber: string;
}

/** Which file is wanted. */
export interface IsafRequest {
  period: Period;
  dataType: IsafDataType;
  /** From 1 on; a month of more documents than one file holds has several. */
  part: number;
}

export interface Month {
  periodStart: CalendarDate;
  periodEnd: CalendarDate;
}

export type IsafRefusal = 'company_code_required' | 'period_not_supported' | 'part_number_invalid';

const MAX_NAME_LENGTH = 256;
const MAX_VERSION_LENGTH = 24;

/** `isaf_305555553_2026-01_S.xml`, `isaf_305555553_2026-01_S_part2of3.xml` */
export function isafFileName(header: IsafHeader, period: Period, dataType: IsafDataType): string {
  const { registrationNumber, numberOfParts, partNumber } = header;
  const part = numberOfParts > 1 ? `_part${partNumber}of${numberOfParts}` : '';
  return `isaf_${registrationNumber}_${yearAndMonth(period)}_${dataType}${part}.xml`;
}

export function monthOfIsaf({ year, month }: Period): Month {
  const periodEnd = lastDayOfMonth(year, month);
  return { periodStart: `${periodEnd.slice(0, -2)}01` as CalendarDate, periodEnd };
}

/** Why no file can be made at all; null when it can. */
export function isafRefusal(
  companyName: string,
  header: IsafHeader,
  period: Period,
): { reason: IsafRefusal; message: string } | null {
  if (!/^(?!0+$)[0-9]{1,11}$/.test(header.registrationNumber)) {
    const message = `i.SAF names the taxpayer by its company code: give ${companyName} a code of 1 to 11 digits`;
    return { reason: 'company_code_required', message };
  }
  if (period.year < 2016 || (period.year === 2016 && period.month < 10) || period.year > 2099) {
    const message = `i.SAF takes months from 2016-10 to 2099-12, not ${yearAndMonth(period)}`;
    return { reason: 'period_not_supported', message };
  }
  if (!/^[A-Z0-9_]{1,20}$/.test(header.partNumber)) {
    const message = 'A part number has 1 to 20 characters: A-Z, 0-9 and _';
    return { reason: 'part_number_invalid', message };
  }
  return null;
}

export function fileDescription(header: IsafHeader, month: Month, dataType: IsafDataType): XmlContent {
  return {
    FileVersion: 'iSAF1.2',
    FileDateCreated: header.createdAt,
    DataType: dataType,
    SoftwareCompanyName: cut(header.softwareCompanyName, MAX_NAME_LENGTH),
    SoftwareName: cut(header.softwareName, MAX_NAME_LENGTH),
    SoftwareVersion: cut(header.softwareVersion, MAX_VERSION_LENGTH),
    RegistrationNumber: header.registrationNumber,
    NumberOfParts: String(header.numberOfParts),
    PartNumber: header.partNumber,
    SelectionCriteria: { SelectionStartDate: month.periodStart, SelectionEndDate: month.periodEnd },
  };
}

function yearAndMonth({ year, month }: Period): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
