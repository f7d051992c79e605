import { Field } from '../../platform/http';
import type { CalendarDate } from '../../shared/calendar-date';
import { VAT_SCHEMES } from '../../shared/vat-scheme';
import { LETTER_LOCALES, type LetterLocale } from '../domain/invoice-letter';

const MOST_LINES = 10_000;

/** Beyond any real price, and far within what the columns hold. */
const PRICE = { optional: true, places: 6, min: '-999999999999999', max: '999999999999999' };

class SaleMilestone {
  @Field.text() description!: string;
  @Field.date({ optional: true }) expectedDate?: CalendarDate;
  @Field.decimal({ places: 6 }) percent!: string;
}

class SaleRecognition {
  @Field.oneOf(['point_in_time', 'ratable', 'milestone', 'percent_complete'], { optional: true })
  method?: string;
  @Field.date({ optional: true }) startDate?: CalendarDate;
  @Field.date({ optional: true }) endDate?: CalendarDate;
  @Field.list(() => SaleMilestone, { optional: true, max: 100 }) milestones?: SaleMilestone[];
}

export class SaleLineRequest {
  @Field.id({
    optional: true,
    description:
      'Gives description, unit, price (in base currency), VAT and revenue account where the line leaves them out.',
  })
  itemId?: string;
  @Field.text({ optional: true, max: 2000 }) description?: string;
  @Field.text({ optional: true, max: 20 }) unit?: string;
  @Field.quantity({ optional: true, places: 6, description: 'Default 1.' }) quantity?: string;
  @Field.decimal(PRICE) unitPriceExclVat?: string;
  @Field.decimal(PRICE) unitPriceInclVat?: string;
  @Field.decimal({ optional: true, places: 4, min: '0', max: '100' }) vatRatePercent?: string;
  @Field.text({ optional: true, max: 20 }) vatClassifierCode?: string;
  @Field.text({ optional: true, max: 500, description: 'Legal basis of a line without VAT.' })
  vatExemptionBasis?: string;
  @Field.decimal({ optional: true, places: 6, min: '0', max: '100', addition: true })
  discountPercent?: string;
  @Field.id({
    optional: true,
    addition: true,
    description: 'The line of the credited invoice that this line credits.',
  })
  creditedLineId?: string;
  @Field.id({ optional: true }) costCenterId?: string;
  @Field.id({ optional: true }) projectId?: string;
  @Field.object(() => SaleRecognition, { optional: true }) recognition?: SaleRecognition;
  @Field.decimal({ optional: true, places: 6 }) standaloneSellingPrice?: string;
  @Field.decimal({ optional: true, places: 6 }) refundEstimatePercent?: string;
}

/** Members that create and update share. `null` clears in an update. */
class SaleInvoiceMembers {
  @Field.text({ optional: true, min: 3, max: 3 }) currency?: string;
  @Field.date({ optional: true, nullable: true }) issueDate?: CalendarDate | null;
  @Field.date({ optional: true, nullable: true, addition: true, description: 'Default: the issue date.' })
  taxPointDate?: CalendarDate | null;
  @Field.date({ optional: true, nullable: true }) dueDate?: CalendarDate | null;
  @Field.id({ optional: true, nullable: true }) agreementId?: string | null;
  @Field.oneOf(VAT_SCHEMES, { optional: true, nullable: true }) vatScheme?:
    (typeof VAT_SCHEMES)[number] | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatTransportMode?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatDeliveryTerms?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatRegion?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) intrastatNatureOfTransaction?: string | null;
  @Field.text({
    optional: true,
    nullable: true,
    min: 2,
    max: 2,
    description:
      'The state whose VAT it is, ISO 3166-1 alpha-2 in upper case, or XI; at home it may be left out.',
  })
  vatCountryCode?: string | null;
  @Field.boolean({ optional: true }) deemedSupplier?: boolean;
  @Field.text({ optional: true, nullable: true, max: 5000 }) notes?: string | null;
  @Field.id({ optional: true, nullable: true }) operationTypeId?: string | null;
  @Field.id({ optional: true, nullable: true }) documentSeriesId?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50 }) seriesLabel?: string | null;
  @Field.text({ optional: true, nullable: true, max: 100 }) orderNumber?: string | null;
  @Field.text({ optional: true, nullable: true }) issuedByName?: string | null;
  @Field.text({ optional: true, nullable: true }) issuedByTitle?: string | null;
  @Field.text({ optional: true, nullable: true }) receivedByName?: string | null;
  @Field.text({ optional: true, nullable: true }) receivedByTitle?: string | null;
  @Field.decimal({
    optional: true,
    places: 6,
    min: '0',
    max: '100',
    description: "Off every line. A credit note of an invoice has the invoice's.",
  })
  discountPercent?: string;
  @Field.texts({
    optional: true,
    max: 20,
    addition: true,
    description:
      'Ids of paid advances on which VAT fell due with the payment: the invoice takes their tax documents off and taxes the remainder. Replaces all.',
  })
  deductedAdvances?: string[];
}

export class CreateSaleInvoiceRequest extends SaleInvoiceMembers {
  @Field.id() partnerId!: string;
  @Field.oneOf(['invoice', 'credit_note', 'proforma', 'advance'], { optional: true }) type?:
    'invoice' | 'credit_note' | 'proforma' | 'advance';
  @Field.boolean({
    optional: true,
    addition: true,
    description:
      'Of an advance: VAT falls due when it is paid. Default: as the state of the company has it; only Lithuania leaves the choice.',
  })
  vatOnPayment?: boolean;
  @Field.id({ optional: true }) creditedInvoiceId?: string;
  @Field.text({
    optional: true,
    max: 70,
    description: 'Number of an invoice issued elsewhere; such a credit note has no cap.',
  })
  creditedInvoiceReference?: string;
  @Field.date({ optional: true }) creditedInvoiceDate?: CalendarDate;
  @Field.text({ optional: true, max: 500, addition: true }) creditReason?: string;
  @Field.text({ optional: true, max: 250 }) documentRef?: string;
  @Field.boolean({ optional: true, addition: true, description: 'Create and issue in one call.' })
  issue?: boolean;
  @Field.text({
    optional: true,
    max: 200,
    addition: true,
    description: 'At most one live document of a type has this key.',
  })
  businessKey?: string;
  @Field.list(() => SaleLineRequest, {
    optional: true,
    max: MOST_LINES,
    description:
      'At least one; only a credit note of an invoice may come without, it then credits all that is left.',
  })
  lines?: SaleLineRequest[];
}

export class UpdateSaleInvoiceRequest extends SaleInvoiceMembers {
  @Field.id() id!: string;
  @Field.id({ optional: true }) partnerId?: string;
  @Field.list(() => SaleLineRequest, {
    optional: true,
    min: 1,
    max: MOST_LINES,
    description: 'Replaces all lines.',
  })
  lines?: SaleLineRequest[];
}

export class IssueSaleInvoiceRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true, max: 30, description: 'Prefix of the series; default: the default series.' })
  series?: string;
  @Field.date({ optional: true, description: "Default: the draft's, else the company's today." })
  issueDate?: CalendarDate;
  @Field.id({ optional: true }) warehouseId?: string;
  @Field.boolean({ optional: true }) returnToStock?: boolean;
}

export class ApplyAdvanceRequest {
  @Field.id() advanceId!: string;
  @Field.id() invoiceId!: string;
  @Field.date({ optional: true, description: 'Default: today.' }) date?: CalendarDate;
  @Field.decimal({
    optional: true,
    places: 4,
    description: 'Gross. Default: the smaller of what is paid and not applied, and what is open.',
  })
  amount?: string;
}

class VatCodeOfRate {
  @Field.decimal({ places: 4, min: '0', max: '100', description: 'Of the advance.' }) vatRatePercent!: string;
  @Field.text({ max: 20, description: 'In force on the day of the payment; its rate holds.' })
  vatClassifierCode!: string;
}

export class TaxReceiptsRequest {
  @Field.id({ description: 'Of the advance.' }) id!: string;
  @Field.date({
    optional: true,
    description: "Of the documents. Default: the company's today. Payments of later days wait.",
  })
  issueDate?: CalendarDate;
  @Field.list(() => VatCodeOfRate, {
    optional: true,
    max: 20,
    description:
      'VAT codes for payments on whose day the code of the advance does not hold any more, one per rate of the advance.',
  })
  vatCodes?: VatCodeOfRate[];
}

export class SaleInvoicePdfRequest {
  @Field.id() id!: string;
  @Field.oneOf(LETTER_LOCALES, {
    optional: true,
    description: 'Default: `lt` for a buyer in Lithuania, else `en`.',
  })
  locale?: LetterLocale;
}

export class SendSaleInvoiceRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true, max: 254, description: "One address; default: the partner's." }) to?: string;
  @Field.oneOf(LETTER_LOCALES, {
    optional: true,
    description: 'Language of letter and PDF; default: `lt` for a partner in Lithuania, else `en`.',
  })
  locale?: LetterLocale;
}
