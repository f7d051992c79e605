import type { CalendarDate } from '../../shared/calendar-date';
import { Field } from '../../platform/http';
import { PURCHASE_TYPES, type PurchaseType } from '../domain/purchase-document';

const MOST_LINES = 10_000;

/** What i.SAF can hold of a document number. */
const LONGEST_NUMBER = 70;

/** Beyond any real price, and far within what the columns hold. */
const PRICE = { optional: true, places: 6, min: '-999999999999999', max: '999999999999999' };

export class PurchaseLineRequest {
  @Field.id({ optional: true }) itemId?: string;
  @Field.text({ optional: true, max: 2000, description: "Default: the item's name." }) description?: string;
  @Field.text({ optional: true, max: 20 }) unit?: string;
  @Field.quantity({ optional: true, places: 6, description: 'Default 1.' }) quantity?: string;
  @Field.decimal(PRICE) unitPriceExclVat?: string;
  @Field.decimal(PRICE) unitPriceInclVat?: string;
  @Field.decimal({ optional: true, places: 4, min: '0', max: '100' }) vatRatePercent?: string;
  @Field.text({ optional: true, max: 20 }) vatClassifierCode?: string;
  @Field.decimal({
    optional: true,
    addition: true,
    places: 4,
    min: '0',
    max: '100',
    description:
      'How much of the VAT is deducted; the rest is cost of the line. Default: the pro rata of the company at registration (vat/pro-rata/set), else 100; 0 where the company is no VAT payer.',
  })
  deductiblePercent?: string;
  @Field.id({ optional: true }) costCenterId?: string;
  @Field.id({ optional: true }) projectId?: string;
  @Field.text({
    optional: true,
    max: 20,
    description:
      "Cost or asset account. Default: the item's, else that of the posting rule purchases.defaultExpense.",
  })
  accountCode?: string;
  @Field.date({ optional: true }) deferralStartDate?: CalendarDate;
  @Field.date({ optional: true }) deferralEndDate?: CalendarDate;
}

/** Members that create and update share. `null` clears in an update. */
class PurchaseInvoiceMembers {
  @Field.date({
    optional: true,
    nullable: true,
    description: "Default: the document date and the partner's payment term.",
  })
  dueDate?: CalendarDate | null;
  @Field.date({ optional: true, nullable: true, addition: true, description: 'Default: the document date.' })
  taxPointDate?: CalendarDate | null;
  @Field.date({
    optional: true,
    nullable: true,
    addition: true,
    description: 'When the document came: the month in which its VAT counts. Default: the registration date.',
  })
  receivedDate?: CalendarDate | null;
  @Field.text({ optional: true, min: 3, max: 3 }) currency?: string;
  @Field.oneOf(['total', 'line'], {
    optional: true,
    addition: true,
    description:
      "How the supplier rounded VAT: per rate on the total, or per line. Default: the company's setting.",
  })
  vatRounding?: 'total' | 'line';
  @Field.boolean({
    optional: true,
    addition: true,
    description:
      'The supplier is under cash accounting (marked so on the document): VAT is deducted as it is paid. Default false; of a credit note that of its invoice.',
  })
  cashAccounting?: boolean;
  @Field.id({ optional: true, nullable: true }) purchaseOrderId?: string | null;
  @Field.id({ optional: true, nullable: true }) operationTypeId?: string | null;
  @Field.text({ optional: true, nullable: true, max: 5000 }) notes?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatTransportMode?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatDeliveryTerms?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatRegion?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatNatureOfTransaction?: string | null;
  @Field.text({ optional: true, nullable: true, max: 100 }) einvoiceNumber?: string | null;
}

export class CreatePurchaseInvoiceRequest extends PurchaseInvoiceMembers {
  @Field.id() partnerId!: string;
  @Field.oneOf(PURCHASE_TYPES, { optional: true }) type?: PurchaseType;
  @Field.text({ max: LONGEST_NUMBER, description: "The supplier's number; each exists once per supplier." })
  documentNumber!: string;
  @Field.date() documentDate!: CalendarDate;
  @Field.id({
    optional: true,
    description: 'The invoice that the credit note credits, of the same supplier.',
  })
  creditedInvoiceId?: string;
  @Field.text({ optional: true, max: 250 }) documentRef?: string;
  @Field.list(() => PurchaseLineRequest, { min: 1, max: MOST_LINES }) lines!: PurchaseLineRequest[];
}

export class UpdatePurchaseInvoiceRequest extends PurchaseInvoiceMembers {
  @Field.id() id!: string;
  @Field.id({ optional: true }) partnerId?: string;
  @Field.text({ optional: true, max: LONGEST_NUMBER }) documentNumber?: string;
  @Field.date({ optional: true }) documentDate?: CalendarDate;
  @Field.list(() => PurchaseLineRequest, {
    optional: true,
    min: 1,
    max: MOST_LINES,
    description: 'Replaces all lines.',
  })
  lines?: PurchaseLineRequest[];
}

export class RegisterPurchaseInvoiceRequest {
  @Field.id() id!: string;
  @Field.date({
    optional: true,
    description: "The day of the posting. Default: the draft's received date, else the company's today.",
  })
  registrationDate?: CalendarDate;
  @Field.id({ optional: true }) warehouseId?: string;
}

export class VoidPurchaseInvoiceRequest {
  @Field.id() id!: string;
  @Field.text({ max: 500 }) reason!: string;
}
