import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../http';

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[];
  page: number;
  pageSize: number;
  total: number;
  nextCursor: string | null;
  totals?: Record<string, string>;
  totalsByCurrency?: Record<string, Record<string, string>>;
}

/** The documented shape of a list of `row`. */
export function listResponse(row: new () => object): new () => object {
  class ListResponse {
    @ApiProperty({ type: row, isArray: true }) rows!: object[];
    @Field.integer() page!: number;
    @Field.integer() pageSize!: number;
    @Field.integer() total!: number;
    @Field.text({ nullable: true, addition: true, description: '`null` on the last page.' }) nextCursor!:
      string | null;
    @Field.map({ optional: true }) totals?: Record<string, string>;
    @Field.any({ optional: true }) totalsByCurrency?: Record<string, Record<string, string>>;
  }
  Object.defineProperty(ListResponse, 'name', { value: `${row.name}List` });
  return ListResponse;
}
