import { Field } from '../http';

const FILTER_OPERATORS = ['eq', 'ne', 'contains', 'gte', 'lte', 'in'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

class ListSort {
  @Field.text({ max: 60 }) field!: string;
  @Field.oneOf(['asc', 'desc'], { optional: true }) dir?: 'asc' | 'desc';
}

export class ListFilter {
  @Field.text({ max: 60 }) field!: string;
  @Field.oneOf(FILTER_OPERATORS) op!: FilterOperator;
  @Field.any({ description: 'Text, number, boolean, or for `in` a list of texts or numbers.', schema: {} })
  value!: unknown;
}

/** What every paged list takes. Pages are 1-based; `cursor` (ours) continues exactly where a page ended. */
export class ListRequest {
  @Field.integer({ optional: true, min: 1, max: 100_000 }) page?: number;
  @Field.integer({ optional: true, min: 1, max: 500 }) pageSize?: number;
  @Field.list(() => ListSort, { optional: true, max: 5 }) sort?: ListSort[];
  @Field.list(() => ListFilter, { optional: true, max: 20 }) filter?: ListFilter[];
  @Field.texts({ optional: true, max: 10, description: 'Numeric fields to add up over all rows that match.' })
  totals?: string[];
  @Field.text({
    optional: true,
    max: 2000,
    addition: true,
    description: '`nextCursor` of the page before; same sort and filter.',
  })
  cursor?: string;
}
