import { lastDayOfMonth, monthOf, yearOf, type CalendarDate } from '../../../shared/calendar-date';
import { endYearOf, fiscalYear } from '../../../ledger';

/** F whole file, GL ledger, SI sales, PI purchases, PA payments, MG movement of goods, AS fixed assets. */
export const SAFT_DATA_TYPES = ['F', 'GL', 'SI', 'PI', 'PA', 'MG', 'AS'] as const;
export type SaftDataType = (typeof SAFT_DATA_TYPES)[number];

/** The days of a file, both included. */
export interface SaftPeriod {
  fromDate: CalendarDate;
  toDate: CalendarDate;
}

export type SaftPart =
  | 'accounts'
  | 'customers'
  | 'suppliers'
  | 'taxTable'
  | 'assets'
  | 'ledger'
  | 'sales'
  | 'purchases'
  | 'payments'
  | 'assetTransactions';

/**
 * What stands in a file of each type. The schema has every part optional in all of them; each type here brings the
 * master data that its entries name.
 */
const PARTS: Record<SaftDataType, readonly SaftPart[]> = {
  F: [
    'accounts',
    'customers',
    'suppliers',
    'taxTable',
    'assets',
    'ledger',
    'sales',
    'purchases',
    'payments',
    'assetTransactions',
  ],
  GL: ['accounts', 'customers', 'suppliers', 'ledger'],
  SI: ['accounts', 'customers', 'taxTable', 'sales'],
  PI: ['accounts', 'suppliers', 'taxTable', 'purchases'],
  PA: ['accounts', 'customers', 'suppliers', 'payments'],
  MG: [],
  AS: ['accounts', 'assets', 'assetTransactions'],
};

export function partsOf(dataType: SaftDataType): ReadonlySet<SaftPart> {
  return new Set(PARTS[dataType]);
}

/** `saft_305555553_2026-01-01_2026-12-31_F.xml` */
export function saftFileName(
  companyCode: string,
  { fromDate, toDate }: SaftPeriod,
  dataType: SaftDataType,
): string {
  return `saft_${companyCode}_${fromDate}_${toDate}_${dataType}.xml`;
}

/** The reporting year that a day falls in, by the month (1..12) in which it ends. */
export function fiscalYearOf(date: CalendarDate, endMonth: number): SaftPeriod {
  const { from, to } = fiscalYear(endYearOf(date, endMonth), endMonth, null);
  return { fromDate: from, toDate: to };
}

/**
 * A month of the reporting year: 15 July is month 1 of a year that begins in July, and that year is named by its
 * beginning.
 */
export function reportingMonthOf(date: CalendarDate, endMonth: number): { year: number; month: number } {
  const year = yearOf(fiscalYearOf(date, endMonth).fromDate);
  return { year, month: ((monthOf(date) - endMonth + 11) % 12) + 1 };
}

/** What the authority's description says of the period of a file and the schema does not check. */
export function periodWarnings({ fromDate, toDate }: SaftPeriod, fiscalYear: SaftPeriod): string[] {
  const isWholeMonths =
    fromDate.endsWith('-01') && toDate === lastDayOfMonth(yearOf(toDate), monthOf(toDate));
  return [
    ...(isWholeMonths ? [] : ['The period is not made of whole months: a file covers at least one.']),
    ...(fromDate < fiscalYear.fromDate
      ? [
          `The period begins before the reporting year ${fiscalYear.fromDate} to ${fiscalYear.toDate}: a file covers at most one.`,
        ]
      : []),
  ];
}
