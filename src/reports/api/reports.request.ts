import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';

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
