import type { CalendarDate } from '../../shared/calendar-date';
import { refuseNotSupported } from '../../shared/domain-error';
import { Field } from '../../platform/http';
import { readFlags, readTranslations } from '../domain/item-maps';
import type { ItemTranslations, ItemType, ItemValues } from '../domain/item';

const EMPTY = { optional: true, nullable: true };
const PRICE = { ...EMPTY, places: 6, min: '0', max: '999999999999999' };
const AMOUNT = { ...EMPTY, places: 6, min: '0', max: '999999999999' };
const PERCENT = { ...EMPTY, places: 4, min: '0', max: '100' };
const NOT_SUPPORTED = { ...EMPTY, description: 'Not supported.' };
const ACCOUNT = { ...EMPTY, max: 30 };

const TRANSLATIONS = {
  ...EMPTY,
  description: 'Name and description by language code: `{"en": {"name": "Chair"}}`.',
  schema: {
    type: 'object' as const,
    additionalProperties: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, description: { type: 'string' } },
    },
  },
};
const FLAGS = {
  ...EMPTY,
  schema: { type: 'object' as const, additionalProperties: { type: 'boolean' } },
};

class ItemComponentRequest {
  @Field.id() itemId!: string;
  @Field.quantity({ places: 6 }) quantity!: string;
}

/** Members that create and update share. Left out = unchanged (or the default), `null` = empty. */
class ItemMembers {
  @Field.oneOf(['product', 'service', 'set'], {
    optional: true,
    description: 'Default product; a set is not supported.',
  })
  type?: ItemType | 'set';
  @Field.oneOf(['none', 'lot', 'serial'], { optional: true, description: 'Only none is supported.' })
  tracking?: 'none' | 'lot' | 'serial';
  @Field.text({ ...EMPTY, max: 100, description: 'Unique in the company.' }) code?: string | null;
  @Field.text({ ...EMPTY }) barcode?: string | null;
  @Field.text({ optional: true, max: 20, description: 'Default vnt.' }) unit?: string;
  @Field.text({ ...EMPTY, max: 20, description: 'Judged where a line takes it.' })
  vatClassifierCode?: string | null;
  @Field.decimal({ ...PERCENT }) vatRatePercent?: string | null;
  @Field.decimal({ ...PRICE, description: 'In base currency.' }) salePriceExclVat?: string | null;
  @Field.decimal({ ...PRICE, description: 'In base currency.' }) purchasePriceExclVat?: string | null;
  @Field.text({ ...EMPTY, max: 20 }) cnCode?: string | null;
  @Field.text({ ...EMPTY, min: 2, max: 2 }) originCountry?: string | null;
  @Field.decimal({ ...AMOUNT }) netMassKg?: string | null;
  @Field.decimal({ ...AMOUNT }) grossMassKg?: string | null;
  @Field.text({ ...EMPTY, max: 20 }) supplementaryUnit?: string | null;
  @Field.decimal({ ...AMOUNT }) supplementaryQtyPerUnit?: string | null;
  @Field.text({ ...EMPTY, max: 5000 }) description?: string | null;
  @Field.text({ ...NOT_SUPPORTED }) groupId?: string | null;
  @Field.map({ ...EMPTY }) attributes?: Record<string, string | null> | null;
  @Field.text({ ...EMPTY }) documentRef?: string | null;
  @Field.any(TRANSLATIONS) translations?: unknown;
  @Field.list(() => ItemComponentRequest, { optional: true, description: 'Not supported.' })
  components?: ItemComponentRequest[];
  @Field.text({ ...NOT_SUPPORTED }) kindId?: string | null;
  @Field.text({ ...ACCOUNT, description: 'Revenue account of lines that name the item.' })
  saleAccountCode?: string | null;
  @Field.text({ ...ACCOUNT }) purchaseAccountCode?: string | null;
  @Field.text({ ...ACCOUNT }) expenseAccountCode?: string | null;
  @Field.text({ ...EMPTY }) manufacturer?: string | null;
  @Field.decimal({ ...AMOUNT }) minQuantity?: string | null;
  @Field.decimal({ ...PRICE }) costPrice?: string | null;
  @Field.boolean({ optional: true }) isFreePrice?: boolean;
  @Field.text({ ...EMPTY }) externalId?: string | null;
  @Field.boolean({ optional: true, description: 'Default true.' }) isReturnable?: boolean;
  @Field.boolean({ optional: true }) commentRequired?: boolean;
  @Field.decimal({ ...PRICE }) priceFrom?: string | null;
  @Field.decimal({ ...PRICE }) priceTo?: string | null;
  @Field.decimal({ ...PRICE }) minPrice?: string | null;
  @Field.decimal({ ...PERCENT }) discountPercent?: string | null;
  @Field.decimal({ ...PERCENT }) maxDiscountPercent?: string | null;
  @Field.integer({ ...EMPTY, min: 0, max: 1_000_000_000 }) loyaltyPoints?: number | null;
  @Field.text({ ...EMPTY }) department?: string | null;
  @Field.integer({ ...EMPTY, min: 0, max: 150 }) ageRestriction?: number | null;
  @Field.decimal({ ...AMOUNT }) packageQuantity?: string | null;
  @Field.text({ ...EMPTY }) taraCode?: string | null;
  @Field.text({ ...EMPTY }) certificateNumber?: string | null;
  @Field.date({ ...EMPTY }) certificateDate?: CalendarDate | null;
  @Field.date({ ...EMPTY }) validFrom?: CalendarDate | null;
  @Field.date({ ...EMPTY }) validTo?: CalendarDate | null;
  @Field.any(FLAGS) posFlags?: unknown;
}

export class CreateItemRequest extends ItemMembers {
  @Field.text() name!: string;
}

export class UpdateItemRequest extends ItemMembers {
  @Field.id() id!: string;
  @Field.text({ optional: true }) name?: string;
}

type NotKept = 'type' | 'tracking' | 'groupId' | 'kindId' | 'components' | 'translations' | 'posFlags';

/** What of a request is kept; refuses what would need a feature that is not here. */
export function toValues<Request extends ItemMembers>(
  request: Request,
): Omit<Request, NotKept> & Partial<ItemValues> {
  const { type, tracking, groupId, kindId, components, translations, posFlags, ...values } = request;
  // A set would move its components' stock, tracking its lots; groups and kinds are not here.
  refuseNotSupported({
    type: type === 'set',
    tracking: tracking === 'lot' || tracking === 'serial',
    groupId,
    kindId,
    components: components !== undefined && components.length > 0,
  });
  return {
    ...values,
    ...(type !== undefined && type !== 'set' && { type }),
    ...(translations !== undefined && {
      translations: orNull<ItemTranslations>(translations, readTranslations),
    }),
    ...(posFlags !== undefined && { posFlags: orNull(posFlags, readFlags) }),
  };
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}
