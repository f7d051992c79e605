import { Field } from '../../platform/http';
import { PURCHASE_TYPES } from '../domain/purchase-document';

/** A supplier document without its lines: the row of the list. */
class PurchaseInvoiceHeader {
  @Field.id() id!: string;
  @Field.id() partnerId!: string;
  @Field.oneOf(PURCHASE_TYPES) type!: string;
  @Field.oneOf(['draft', 'registered']) status!: string;
  @Field.oneOf(['unpaid', 'partial', 'paid'], {
    description:
      'Of what is settled, by payment, credit note, allocation or void: a void document owes nothing and is paid.',
  })
  paymentStatus!: string;
  @Field.text() documentNumber!: string;
  @Field.date() documentDate!: string;
  @Field.date({ nullable: true, addition: true }) taxPointDate!: string | null;
  @Field.date({ nullable: true, addition: true }) receivedDate!: string | null;
  @Field.date({ nullable: true }) dueDate!: string | null;
  @Field.date({ nullable: true }) registrationDate!: string | null;
  @Field.text() currency!: string;
  @Field.decimal({
    nullable: true,
    addition: true,
    description: 'Units of the currency per unit of base currency; `null` in base currency.',
  })
  fxRate!: string | null;
  @Field.decimal() netTotal!: string;
  @Field.decimal({ description: 'What the supplier charges.' }) vatTotal!: string;
  @Field.decimal({ description: 'What the supplier is owed.' }) grossTotal!: string;
  @Field.decimal({
    addition: true,
    description: 'VAT that the buyer owes the state instead (reverse charge).',
  })
  selfAssessedVat!: string;
  @Field.decimal({
    addition: true,
    description: 'The part of charged and self-assessed VAT that is deducted.',
  })
  deductibleVat!: string;
  @Field.decimal({ description: 'What is settled of grossTotal.' }) paidAmount!: string;
  @Field.id({ nullable: true }) journalTransactionId!: string | null;
  @Field.id({ nullable: true }) creditedInvoiceId!: string | null;
  @Field.id({ nullable: true }) purchaseOrderId!: string | null;
  @Field.id({ nullable: true }) operationTypeId!: string | null;
  @Field.text({ nullable: true }) notes!: string | null;
  @Field.text({ nullable: true }) intrastatTransportMode!: string | null;
  @Field.text({ nullable: true }) intrastatDeliveryTerms!: string | null;
  @Field.text({ nullable: true }) intrastatRegion!: string | null;
  @Field.text({ nullable: true }) intrastatNatureOfTransaction!: string | null;
  @Field.text({ nullable: true }) einvoiceNumber!: string | null;
  @Field.text({ nullable: true }) documentRef!: string | null;
  @Field.oneOf(['total', 'line'], { addition: true }) vatRounding!: string;
  @Field.text({
    nullable: true,
    addition: true,
    description: 'Where VAT is not net x rate rounded once, and why.',
  })
  roundingTrace!: string | null;
  @Field.boolean({
    addition: true,
    description: 'The supplier is under cash accounting: its VAT is deducted as the document is paid.',
  })
  cashAccounting!: boolean;
  @Field.boolean({ addition: true, description: 'The registration was taken back.' }) isVoid!: boolean;
  @Field.date({ nullable: true, addition: true, description: 'The day of the counter-posting.' })
  voidDate!: string | null;
  @Field.text({ nullable: true, addition: true }) voidReason!: string | null;
  @Field.id({ nullable: true, addition: true }) voidJournalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}

export class PurchaseInvoiceListRow extends PurchaseInvoiceHeader {
  @Field.text({ addition: true }) partnerName!: string;
}

class PurchaseInvoiceLine {
  @Field.id() id!: string;
  @Field.id({ nullable: true }) itemId!: string | null;
  @Field.text() description!: string;
  @Field.text() unit!: string;
  @Field.decimal() quantity!: string;
  @Field.decimal({ nullable: true }) unitPriceExclVat!: string | null;
  @Field.decimal({ nullable: true }) unitPriceInclVat!: string | null;
  @Field.decimal() vatRatePercent!: string;
  @Field.text({ nullable: true }) vatClassifierCode!: string | null;
  @Field.oneOf(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], {
    addition: true,
    description: 'EN 16931 VAT category; AE: the buyer accounts for the VAT.',
  })
  vatCategory!: string;
  @Field.decimal({ addition: true }) deductiblePercent!: string;
  @Field.boolean({
    addition: true,
    description:
      'The percentage is the pro rata of the company; of a draft it may change until registration.',
  })
  isProRata!: boolean;
  @Field.id({ nullable: true }) costCenterId!: string | null;
  @Field.id({ nullable: true }) projectId!: string | null;
  @Field.text({ nullable: true }) accountCode!: string | null;
  @Field.date({ nullable: true }) deferralStartDate!: string | null;
  @Field.date({ nullable: true }) deferralEndDate!: string | null;
  @Field.decimal() lineNet!: string;
  @Field.decimal({ description: 'What the supplier charges; 0 under reverse charge.' }) lineVat!: string;
  @Field.decimal() lineGross!: string;
  @Field.decimal({ addition: true }) selfAssessedVat!: string;
  @Field.decimal({ addition: true }) deductibleVat!: string;
  @Field.integer() sortOrder!: number;
}

export class PurchaseInvoiceResponse extends PurchaseInvoiceHeader {
  @Field.list(() => PurchaseInvoiceLine) lines!: PurchaseInvoiceLine[];
}
