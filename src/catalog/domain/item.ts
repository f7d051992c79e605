import type { CalendarDate } from '../../shared/calendar-date';
import { DEFAULT_UNIT } from '../../shared/document-line';
/** Products are goods; their sales go to another revenue account by default. */
export const ITEM_TYPES = ['product', 'service'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** Name and description of an item by language code. */
export type ItemTranslations = Record<string, { name: string; description?: string }>;

/** What is kept of an item and has no effect of its own; stored together. Numbers are decimal strings. */
export interface ItemDetails {
  barcode: string | null;
  cnCode: string | null;
  originCountry: string | null;
  netMassKg: string | null;
  grossMassKg: string | null;
  supplementaryUnit: string | null;
  supplementaryQtyPerUnit: string | null;
  description: string | null;
  attributes: Record<string, string | null> | null;
  documentRef: string | null;
  translations: ItemTranslations | null;
  manufacturer: string | null;
  minQuantity: string | null;
  costPrice: string | null;
  isFreePrice: boolean;
  externalId: string | null;
  isReturnable: boolean;
  commentRequired: boolean;
  priceFrom: string | null;
  priceTo: string | null;
  minPrice: string | null;
  discountPercent: string | null;
  maxDiscountPercent: string | null;
  loyaltyPoints: number | null;
  department: string | null;
  ageRestriction: number | null;
  packageQuantity: string | null;
  taraCode: string | null;
  certificateNumber: string | null;
  certificateDate: CalendarDate | null;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
  posFlags: Record<string, boolean | null> | null;
}

/** What an item gives to the lines that name it. Prices are decimal strings in base currency, without VAT. */
export interface ItemTerms {
  type: ItemType;
  name: string;
  code: string | null;
  unit: string;
  vatClassifierCode: string | null;
  vatRatePercent: string | null;
  salePriceExclVat: string | null;
  purchasePriceExclVat: string | null;
  saleAccountCode: string | null;
  purchaseAccountCode: string | null;
  expenseAccountCode: string | null;
}

/** Everything of an item that its owner says. */
export interface ItemValues extends ItemTerms, ItemDetails {}

export interface Item {
  id: string;
  values: ItemValues;
  createdAt: string;
  updatedAt: string;
}

/** An item that says no more than a name. */
export const NEW_ITEM: Omit<ItemValues, 'name'> = {
  type: 'product',
  code: null,
  unit: DEFAULT_UNIT,
  vatClassifierCode: null,
  vatRatePercent: null,
  salePriceExclVat: null,
  purchasePriceExclVat: null,
  saleAccountCode: null,
  purchaseAccountCode: null,
  expenseAccountCode: null,
  barcode: null,
  cnCode: null,
  originCountry: null,
  netMassKg: null,
  grossMassKg: null,
  supplementaryUnit: null,
  supplementaryQtyPerUnit: null,
  description: null,
  attributes: null,
  documentRef: null,
  translations: null,
  manufacturer: null,
  minQuantity: null,
  costPrice: null,
  isFreePrice: false,
  externalId: null,
  isReturnable: true,
  commentRequired: false,
  priceFrom: null,
  priceTo: null,
  minPrice: null,
  discountPercent: null,
  maxDiscountPercent: null,
  loyaltyPoints: null,
  department: null,
  ageRestriction: null,
  packageQuantity: null,
  taraCode: null,
  certificateNumber: null,
  certificateDate: null,
  validFrom: null,
  validTo: null,
  posFlags: null,
};
