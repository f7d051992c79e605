import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';
import {
  DEPRECIATION_METHODS,
  DISPOSAL_REASONS,
  type DepreciationMethod,
  type DisposalReason,
} from '../domain/asset';

/** A hundred years, within which every schedule can be computed. */
const MOST_MONTHS = 1200;

/** Beyond any real asset, and far within what the columns hold. */
const AMOUNT = { places: 6, min: '0', max: '999999999999999' };

export class CreateGroupRequest {
  @Field.text({ max: 50 }) code!: string;
  @Field.text() name!: string;
  @Field.integer({ optional: true, min: 1, max: MOST_MONTHS }) defaultUsefulLifeMonths?: number;
  @Field.text({ max: 30, description: 'Account of the cost.' }) assetAccountCode!: string;
  @Field.text({ max: 30, description: 'Account of the accumulated depreciation.' })
  depreciationAccountCode!: string;
  @Field.text({ max: 30, optional: true, description: 'Account of the expense; default 6306.' })
  expenseAccountCode?: string;
}

export class AssetDocumentMember {
  @Field.text() name!: string;
  @Field.text({ max: 1000 }) ref!: string;
}

export class CreateAssetRequest {
  @Field.id() groupId!: string;
  @Field.text({ max: 50 }) code!: string;
  @Field.text() name!: string;
  @Field.date() acquisitionDate!: CalendarDate;
  @Field.date({ optional: true, description: 'Default: the first day of the month after acquisition.' })
  depreciationStartDate?: CalendarDate;
  @Field.decimal(AMOUNT) acquisitionCost!: string;
  @Field.decimal({ ...AMOUNT, optional: true, description: 'Default 0.' }) salvageValue?: string;
  @Field.integer({ optional: true, min: 1, max: MOST_MONTHS, description: 'Default: that of the group.' })
  usefulLifeMonths?: number;
  @Field.oneOf(DEPRECIATION_METHODS, {
    optional: true,
    addition: true,
    description:
      'Straight line: `monthly` counts every month whole, `daily` the first and the last by their days. Default monthly.',
  })
  depreciationMethod?: DepreciationMethod;
  @Field.decimal({
    ...AMOUNT,
    optional: true,
    addition: true,
    description: 'What was depreciated before the asset came into these books.',
  })
  openingAccumulatedDepreciation?: string;
  @Field.integer({
    optional: true,
    min: 0,
    max: MOST_MONTHS,
    addition: true,
    description: 'How many months of the schedule that was, counted from its start.',
  })
  openingDepreciatedMonths?: number;
  @Field.text({ optional: true, max: 5000 }) notes?: string;
  @Field.list(() => AssetDocumentMember, { optional: true, max: 100 }) documents?: AssetDocumentMember[];
}

export class ModernizeAssetRequest {
  @Field.id() id!: string;
  @Field.date({ description: 'The value counts from the next month on.' }) date!: CalendarDate;
  @Field.decimal({ ...AMOUNT, description: '0 changes the life only.' }) amount!: string;
  @Field.integer({
    optional: true,
    min: -MOST_MONTHS,
    max: MOST_MONTHS,
    description: 'Negative shortens the life.',
  })
  addedLifeMonths?: number;
  @Field.text({ optional: true, max: 5000 }) notes?: string;
}

export class DisposeAssetRequest {
  @Field.id() id!: string;
  @Field.date() date!: CalendarDate;
  @Field.oneOf(DISPOSAL_REASONS) reason!: DisposalReason;
  @Field.decimal({ ...AMOUNT, optional: true, description: 'Without VAT; default 0.' }) proceeds?: string;
  @Field.text({ optional: true, max: 5000 }) notes?: string;
}

export class ReverseDisposalRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true, max: 500 }) reason?: string;
}

export class MonthRequest {
  @Field.integer({ min: 1900, max: 2199 }) year!: number;
  @Field.integer({ min: 1, max: 12 }) month!: number;
}
