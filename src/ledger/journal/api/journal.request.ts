import { Field } from '../../../platform/http';
import type { CalendarDate } from '../../../shared/calendar-date';

/** 18 digits before the point: even 10,000 such entries add up within what the journal holds. */
const LARGEST_AMOUNT = '999999999999999999';

const AMOUNT = {
  optional: true,
  min: '0',
  max: LARGEST_AMOUNT,
  description:
    'In base currency, with at most its decimals. Each entry has either a debit or a credit above 0.',
};

class ManualEntryRequest {
  @Field.text({ max: 30 }) accountCode!: string;
  @Field.id({ optional: true, description: 'What an income or an expense is counted for.' })
  costCenterId?: string;
  @Field.text({ optional: true, description: 'Not supported yet: refused.' }) projectId?: string;
  @Field.decimal(AMOUNT) debit?: string;
  @Field.decimal(AMOUNT) credit?: string;
  @Field.text({ optional: true, max: 500 }) description?: string;
}

export class PostTransactionRequest {
  @Field.date({ description: 'Any day of an open period, also one ahead of today.' }) date!: CalendarDate;
  @Field.text({ optional: true, max: 500 }) description?: string;
  @Field.text({
    optional: true,
    min: 3,
    max: 3,
    description: 'Only the base currency, in which entries are.',
  })
  currency?: string;
  @Field.list(() => ManualEntryRequest, { min: 2, max: 10_000 }) entries!: ManualEntryRequest[];
}

export class ReverseTransactionRequest {
  @Field.id() id!: string;
  @Field.date({
    optional: true,
    description:
      'Not before the transaction; default today, or the day of the transaction where that is later.',
  })
  date?: CalendarDate;
  @Field.text({ optional: true, max: 500, description: 'Default: that of the transaction.' })
  description?: string;
}
