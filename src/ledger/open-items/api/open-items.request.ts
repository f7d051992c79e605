import type { CalendarDate } from '../../../shared/calendar-date';
import { Field } from '../../../platform/http';

class AllocationLineRequest {
  @Field.id() openItemId!: string;
  @Field.decimal({
    description:
      "How much of the item is settled, in the item's currency and with the sign of its `openAmount`.",
    example: '20.00',
  })
  amount!: string;
}

export class AllocateRequest {
  @Field.date({ optional: true, description: 'Default today; not before the items.' }) date?: CalendarDate;
  @Field.list(() => AllocationLineRequest, { min: 1, max: 1000 }) allocations!: AllocationLineRequest[];
  @Field.decimal({
    optional: true,
    description:
      'What the amounts add up to, where that is not zero: a rest of at most 1.00 in base currency, posted to `ledger.roundingDifferences`.',
    example: '0.01',
  })
  writeOff?: string;
}

export class WriteOffRequest {
  @Field.id() openItemId!: string;
  @Field.decimal({
    optional: true,
    description: "In the item's currency and with the sign of its `openAmount`; default: all that is open.",
    example: '20.00',
  })
  amount?: string;
  @Field.text({ max: 30, description: 'An account of income or expense.' }) accountCode!: string;
  @Field.date({ description: 'Not before the item.' }) date!: CalendarDate;
  @Field.text({ max: 500, description: 'Why the debt is given up.' }) description!: string;
}

export class ReverseWriteOffRequest {
  @Field.id() id!: string;
  @Field.date({
    optional: true,
    description: 'Not before the write-off; default today, or the day of the write-off where that is later.',
  })
  date?: CalendarDate;
}
