import { Field } from '../../platform/http';
import type { ItemTranslations } from '../domain/item';

const EMPTY = { nullable: true };

class ItemComponent {
  @Field.id() itemId!: string;
  @Field.text() itemName!: string;
  @Field.decimal() quantity!: string;
}

export class ItemResponse {
  @Field.id() id!: string;
  @Field.oneOf(['product', 'service']) type!: string;
  @Field.oneOf(['none']) tracking!: string;
  @Field.text() name!: string;
  @Field.text(EMPTY) code!: string | null;
  @Field.text(EMPTY) barcode!: string | null;
  @Field.text() unit!: string;
  @Field.text(EMPTY) vatClassifierCode!: string | null;
  @Field.decimal(EMPTY) vatRatePercent!: string | null;
  @Field.decimal(EMPTY) salePriceExclVat!: string | null;
  @Field.decimal(EMPTY) purchasePriceExclVat!: string | null;
  @Field.text(EMPTY) cnCode!: string | null;
  @Field.text(EMPTY) originCountry!: string | null;
  @Field.decimal(EMPTY) netMassKg!: string | null;
  @Field.text(EMPTY) supplementaryUnit!: string | null;
  @Field.decimal(EMPTY) supplementaryQtyPerUnit!: string | null;
  @Field.text(EMPTY) description!: string | null;
  @Field.text(EMPTY) groupId!: string | null;
  @Field.map(EMPTY) attributes!: Record<string, string | null> | null;
  @Field.text(EMPTY) documentRef!: string | null;
  @Field.any(EMPTY) translations!: ItemTranslations | null;
  @Field.list(() => ItemComponent) components!: ItemComponent[];
  @Field.text(EMPTY) kindId!: string | null;
  @Field.text(EMPTY) saleAccountCode!: string | null;
  @Field.text(EMPTY) purchaseAccountCode!: string | null;
  @Field.text(EMPTY) expenseAccountCode!: string | null;
  @Field.text(EMPTY) manufacturer!: string | null;
  @Field.decimal(EMPTY) grossMassKg!: string | null;
  @Field.decimal(EMPTY) minQuantity!: string | null;
  @Field.decimal(EMPTY) costPrice!: string | null;
  @Field.boolean() isFreePrice!: boolean;
  @Field.text(EMPTY) externalId!: string | null;
  @Field.boolean() isReturnable!: boolean;
  @Field.boolean() commentRequired!: boolean;
  @Field.decimal(EMPTY) priceFrom!: string | null;
  @Field.decimal(EMPTY) priceTo!: string | null;
  @Field.decimal(EMPTY) minPrice!: string | null;
  @Field.decimal(EMPTY) discountPercent!: string | null;
  @Field.decimal(EMPTY) maxDiscountPercent!: string | null;
  @Field.integer(EMPTY) loyaltyPoints!: number | null;
  @Field.text(EMPTY) department!: string | null;
  @Field.integer(EMPTY) ageRestriction!: number | null;
  @Field.decimal(EMPTY) packageQuantity!: string | null;
  @Field.text(EMPTY) taraCode!: string | null;
  @Field.text(EMPTY) certificateNumber!: string | null;
  @Field.date(EMPTY) certificateDate!: string | null;
  @Field.date(EMPTY) validFrom!: string | null;
  @Field.date(EMPTY) validTo!: string | null;
  @Field.any(EMPTY) posFlags!: Record<string, boolean | null> | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}
