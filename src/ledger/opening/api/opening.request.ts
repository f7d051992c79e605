import type { CalendarDate } from '../../../shared/calendar-date';
import { Field } from '../../../platform/http';
import { OPEN_ITEM_SIDES, type OpenItemSide } from '../../open-items/domain/open-item';

/** 18 digits before the point: thousands of such amounts add up within what the journal holds. */
const LARGEST_AMOUNT = '999999999999999999';

const UNSIGNED = { optional: true, min: '0', max: LARGEST_AMOUNT };

class OpeningEntryRequest {
  @Field.text({ max: 30 }) accountCode!: string;
  @Field.decimal({ ...UNSIGNED, description: 'In base currency; either a debit or a credit above 0.' })
  debit?: string;
  @Field.decimal(UNSIGNED) credit?: string;
  @Field.text({ optional: true, max: 500 }) description?: string;
  @Field.text({
    optional: true,
    min: 3,
    max: 3,
    description: 'Of money in a foreign currency: without it a balance is not revalued.',
    example: 'USD',
  })
  currency?: string;
  @Field.decimal({ ...UNSIGNED, description: 'How much it is in that currency, without sign.' })
  currencyAmount?: string;
}

export class OpeningBalanceRequest {
  @Field.date({ description: 'Any day of an open period; mostly the last before the first month kept here.' })
  date!: CalendarDate;
  @Field.list(() => OpeningEntryRequest, {
    min: 2,
    max: 10_000,
    description:
      'All accounts but receivables and payables; the total of their opening items stands on the account of the posting rule `ledger.openingBalances`.',
  })
  entries!: OpeningEntryRequest[];
}

class OpeningItemRequest {
  @Field.id() partnerId!: string;
  @Field.oneOf(OPEN_ITEM_SIDES) side!: OpenItemSide;
  @Field.text({ max: 100, description: 'The number that the document had; unique for partner and side.' })
  documentNumber!: string;
  @Field.date() documentDate!: CalendarDate;
  @Field.date() dueDate!: CalendarDate;
  @Field.text({ min: 3, max: 3, example: 'EUR' }) currency!: string;
  @Field.decimal({
    min: `-${LARGEST_AMOUNT}`,
    max: LARGEST_AMOUNT,
    description:
      'What is open. Positive: the customer owes it, or the supplier is owed it; negative: a credit note or an overpayment.',
  })
  amount!: string;
  @Field.decimal({
    optional: true,
    min: `-${LARGEST_AMOUNT}`,
    max: LARGEST_AMOUNT,
    description: 'What the old books carried it at, in base currency. Needed for a foreign currency.',
  })
  baseAmount?: string;
}

export class OpeningItemsRequest {
  @Field.date({ description: 'The day of the opening: from then on the items are in the books.' })
  date!: CalendarDate;
  @Field.list(() => OpeningItemRequest, { min: 1, max: 5000 }) items!: OpeningItemRequest[];
}
