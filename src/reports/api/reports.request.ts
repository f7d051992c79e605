import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';
import { DEBT_SIDES, type DebtSide } from '../domain/partner-debts';
import { SIZE_CATEGORIES, type SizeCategory } from '../domain/size-category';

export class DateRangeRequest {
  @Field.date() fromDate!: CalendarDate;
  @Field.date({
    example: '2026-07-31',
    description: 'The last day, included; less than 10 years after `fromDate`.',
  })
  toDate!: CalendarDate;
}

export class AccountDetailRequest extends DateRangeRequest {
  @Field.text({ max: 30 }) accountCode!: string;
}

export class GeneralJournalRequest extends DateRangeRequest {
  @Field.integer({ optional: true, min: 1, max: 100_000, description: 'From 1.' }) page?: number;
  @Field.integer({ optional: true, min: 1, max: 500, description: 'Transactions to a page; default 50.' })
  pageSize?: number;
  @Field.text({
    optional: true,
    max: 2000,
    addition: true,
    description: '`nextCursor` of the page before; same dates.',
  })
  cursor?: string;
}

const AS_OF = { optional: true, description: 'The end of which day; default today.' };

export class PartnerBalancesRequest {
  @Field.date({ ...AS_OF, addition: true }) asOf?: CalendarDate;
}

export class DebtAgingRequest {
  @Field.oneOf(DEBT_SIDES, { optional: true, description: 'Default `receivables`.' }) side?: DebtSide;
  @Field.date(AS_OF) asOf?: CalendarDate;
}

export class MonthlySummaryRequest {
  @Field.integer({ optional: true, min: 1, max: 120, description: 'Up to this month; default 12.' })
  months?: number;
}

const EMPLOYEES = {
  optional: true,
  min: 0,
  max: 10_000_000,
  addition: true,
  description: 'Average number of employees over the year; default 0.',
};

export class SizeCategoryRequest {
  @Field.integer({
    min: 1902,
    max: 2199,
    description: 'A fiscal year, by the calendar year in which it ends.',
  })
  year!: number;
  @Field.integer(EMPLOYEES) avgEmployees?: number;
}

export class FinancialStatementsRequest extends DateRangeRequest {
  @Field.oneOf(SIZE_CATEGORIES, {
    optional: true,
    description: 'Default: by the figures of the fiscal year of `toDate`, as in `reports/size-category`.',
  })
  category?: SizeCategory;
  @Field.integer(EMPLOYEES) avgEmployees?: number;
}
