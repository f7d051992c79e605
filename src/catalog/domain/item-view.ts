import type { Currency } from '../../shared/currency';
import { Decimal, withAtLeastDecimals } from '../../shared/decimal';
import type { Item, ItemDetails } from './item';

/** The wire form of an item, also the snapshot in its events. Prices have at least the decimals of the base currency. */
export function itemView({ id, values, createdAt, updatedAt }: Item, base: Currency) {
  const { description, attributes, documentRef, translations, ...others } = detailsOf(values);
  return {
    id,
    type: values.type,
    tracking: 'none' as const,
    name: values.name,
    code: values.code,
    unit: values.unit,
    vatClassifierCode: values.vatClassifierCode,
    vatRatePercent: values.vatRatePercent === null ? null : new Decimal(values.vatRatePercent).toFixed(),
    salePriceExclVat: price(values.salePriceExclVat, base),
    purchasePriceExclVat: price(values.purchasePriceExclVat, base),
    saleAccountCode: values.saleAccountCode,
    purchaseAccountCode: values.purchaseAccountCode,
    expenseAccountCode: values.expenseAccountCode,
    description,
    groupId: null,
    attributes,
    documentRef,
    translations,
    components: [],
    kindId: null,
    ...others,
    createdAt,
    updatedAt,
  };
}

/** The part of an item's values that is stored together. */
export function detailsOf(values: ItemDetails): ItemDetails {
  return {
    barcode: values.barcode,
    cnCode: values.cnCode,
    originCountry: values.originCountry,
    netMassKg: values.netMassKg,
    grossMassKg: values.grossMassKg,
    supplementaryUnit: values.supplementaryUnit,
    supplementaryQtyPerUnit: values.supplementaryQtyPerUnit,
    description: values.description,
    attributes: values.attributes,
    documentRef: values.documentRef,
    translations: values.translations,
    manufacturer: values.manufacturer,
    minQuantity: values.minQuantity,
    costPrice: values.costPrice,
    isFreePrice: values.isFreePrice,
    externalId: values.externalId,
    isReturnable: values.isReturnable,
    commentRequired: values.commentRequired,
    priceFrom: values.priceFrom,
    priceTo: values.priceTo,
    minPrice: values.minPrice,
    discountPercent: values.discountPercent,
    maxDiscountPercent: values.maxDiscountPercent,
    loyaltyPoints: values.loyaltyPoints,
    department: values.department,
    ageRestriction: values.ageRestriction,
    packageQuantity: values.packageQuantity,
    taraCode: values.taraCode,
    certificateNumber: values.certificateNumber,
    certificateDate: values.certificateDate,
    validFrom: values.validFrom,
    validTo: values.validTo,
    posFlags: values.posFlags,
  };
}

function price(text: string | null, { minorUnits }: Currency): string | null {
  return text === null ? null : withAtLeastDecimals(text, minorUnits);
}
