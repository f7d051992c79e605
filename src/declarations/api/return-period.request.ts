import { Field } from '../../platform/http';
import type { ReturnPeriod } from '../domain/vat-return/return-period';

export class ReturnPeriodRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7, description: 'The first month.' }) month!: number;
  @Field.integer({
    optional: true,
    min: 1,
    max: 12,
    description: 'How many months from `month` on, within the year; default 1.',
  })
  months?: number;
}

export function periodOf({ year, month, months = 1 }: ReturnPeriodRequest): ReturnPeriod {
  return { year, month, months };
}
