import { Field } from '../../platform/http';
import { VAT_SCHEMES } from '../../shared/vat-scheme';
import { SALE_NATURES, TOLD_TYPES } from '../domain/sale-document';

const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid'] as const;

/** A sales document without its lines: the row of the list. */
class RecognitionMilestone {
  @Field.text() description!: string;
  @Field.date({ nullable: true }) expectedDate!: string | null;
  @Field.decimal() percent!: string;
}

class SaleInvoiceHeader {
  @Field.id() id!: string;
  @Field.id() partnerId!: string;
  @Field.oneOf(TOLD_TYPES) type!: string;
  @Field.oneOf(SALE_NATURES, {
    addition: true,
    description:
      'What it is about: `advance_tax` is the invoice on a payment of an advance (its tax document); a credit note has it from what it credits.',
  })
  nature!: string;
  @Field.oneOf(['draft', 'issued']) status!: string;
  @Field.oneOf(PAYMENT_STATUSES, {
    description:
      'Of what is settled, by payment, credit note or allocation: a credited invoice owes nothing and is paid.',
  })
  paymentStatus!: string;
  @Field.text({ nullable: true, description: 'Prefix of the number.' }) series!: string | null;
  @Field.integer({ nullable: true }) number!: number | null;
  @Field.text({ nullable: true }) fullNumber!: string | null;
  @Field.date({ nullable: true }) issueDate!: string | null;
  @Field.date({ nullable: true, addition: true }) taxPointDate!: string | null;
  @Field.date({ nullable: true }) dueDate!: string | null;
  @Field.text() currency!: string;
  @Field.decimal({
    nullable: true,
    description: 'Units of the currency per unit of base currency; `null` in base currency.',
  })
  fxRate!: string | null;
  @Field.decimal() netTotal!: string;
  @Field.decimal() vatTotal!: string;
  @Field.decimal() grossTotal!: string;
  @Field.decimal({ addition: true, description: 'In base currency.' }) baseNetTotal!: string;
  @Field.decimal({ addition: true, description: 'In base currency.' }) baseVatTotal!: string;
  @Field.decimal({ addition: true, description: 'In base currency.' }) baseGrossTotal!: string;
  @Field.decimal({ description: 'What is settled of grossTotal.' }) paidAmount!: string;
  @Field.id({ nullable: true }) journalTransactionId!: string | null;
  @Field.id({
    nullable: true,
    description: 'Of an advance: the invoice to which something of it went last.',
  })
  appliedToInvoiceId!: string | null;
  @Field.id({
    nullable: true,
    addition: true,
    description: 'Of a tax document (nature `advance_tax`): the advance whose payment it taxes.',
  })
  taxedAdvanceId!: string | null;
  @Field.id({ nullable: true }) creditedInvoiceId!: string | null;
  @Field.text({ nullable: true }) creditedInvoiceReference!: string | null;
  @Field.date({ nullable: true }) creditedInvoiceDate!: string | null;
  @Field.text({ nullable: true, addition: true }) creditReason!: string | null;
  @Field.boolean({
    addition: true,
    description: 'A credit note of an invoice issued elsewhere: nothing says how much may be credited.',
  })
  isUncappedCredit!: boolean;
  @Field.id({ nullable: true }) agreementId!: string | null;
  @Field.oneOf(VAT_SCHEMES, { nullable: true }) vatScheme!: string | null;
  @Field.text({ nullable: true }) intrastatTransportMode!: string | null;
  @Field.text({ nullable: true }) intrastatDeliveryTerms!: string | null;
  @Field.text({ nullable: true }) intrastatRegion!: string | null;
  @Field.text({ nullable: true }) intrastatNatureOfTransaction!: string | null;
  @Field.text({ nullable: true }) vatCountryCode!: string | null;
  @Field.boolean() deemedSupplier!: boolean;
  @Field.text({ nullable: true }) notes!: string | null;
  @Field.text({ nullable: true }) documentRef!: string | null;
  @Field.id({ nullable: true }) operationTypeId!: string | null;
  @Field.id({ nullable: true }) documentSeriesId!: string | null;
  @Field.text({ nullable: true }) seriesLabel!: string | null;
  @Field.decimal() discountPercent!: string;
  @Field.text({ nullable: true }) orderNumber!: string | null;
  @Field.text({ nullable: true, addition: true }) businessKey!: string | null;
  @Field.oneOf(['total', 'line'], { addition: true }) vatRounding!: string;
  @Field.text({
    nullable: true,
    addition: true,
    description: 'Where VAT is not net x rate rounded once, and why.',
  })
  roundingTrace!: string | null;
  @Field.boolean({ addition: true, description: 'Dated before an earlier number of its series.' })
  chronologyWarning!: boolean;
  @Field.boolean({
    addition: true,
    description: 'Issued under cash accounting: its VAT falls due as it is paid. False of a draft.',
  })
  cashAccounting!: boolean;
  @Field.text({ nullable: true }) issuedByName!: string | null;
  @Field.text({ nullable: true }) issuedByTitle!: string | null;
  @Field.text({ nullable: true }) receivedByName!: string | null;
  @Field.text({ nullable: true }) receivedByTitle!: string | null;
  @Field.instant({ nullable: true }) lockedAt!: string | null;
  @Field.text({ nullable: true }) lockedBy!: string | null;
  @Field.text({ nullable: true }) payToken!: string | null;
  @Field.text({ nullable: true }) einvoiceSystem!: string | null;
  @Field.text({ nullable: true }) einvoiceTransport!: string | null;
  @Field.text({ nullable: true }) einvoiceMessageId!: string | null;
  @Field.text({ nullable: true }) einvoiceNumber!: string | null;
  @Field.text({ nullable: true }) einvoiceStatus!: string | null;
  @Field.text({ nullable: true }) einvoiceDetail!: string | null;
  @Field.instant({ nullable: true }) einvoiceSentAt!: string | null;
  @Field.instant({ nullable: true }) einvoiceCheckedAt!: string | null;
  @Field.text({ nullable: true }) peppolMessageId!: string | null;
  @Field.text({ nullable: true }) peppolStatus!: string | null;
  @Field.text({ nullable: true }) peppolDetail!: string | null;
  @Field.instant({ nullable: true }) peppolSentAt!: string | null;
  @Field.instant({ nullable: true }) peppolCheckedAt!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}

export class SaleInvoiceListRow extends SaleInvoiceHeader {
  @Field.text({ nullable: true }) partnerName!: string | null;
}

class SaleInvoiceLine {
  @Field.id() id!: string;
  @Field.id({ nullable: true }) itemId!: string | null;
  @Field.text() description!: string;
  @Field.text() unit!: string;
  @Field.decimal() quantity!: string;
  @Field.decimal({ nullable: true }) unitPriceExclVat!: string | null;
  @Field.decimal({ nullable: true }) unitPriceInclVat!: string | null;
  @Field.decimal({ addition: true }) discountPercent!: string;
  @Field.decimal() vatRatePercent!: string;
  @Field.text({ nullable: true }) vatClassifierCode!: string | null;
  @Field.oneOf(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], {
    addition: true,
    description: 'EN 16931 VAT category.',
  })
  vatCategory!: string;
  @Field.text({ nullable: true }) vatExemptionBasis!: string | null;
  @Field.id({ nullable: true, addition: true }) creditedLineId!: string | null;
  @Field.id({
    nullable: true,
    addition: true,
    description: 'The line takes off what was taxed when this advance was paid.',
  })
  deductedAdvanceId!: string | null;
  @Field.id({ nullable: true }) costCenterId!: string | null;
  @Field.id({ nullable: true }) projectId!: string | null;
  @Field.decimal() lineNet!: string;
  @Field.decimal() lineVat!: string;
  @Field.decimal() lineGross!: string;
  @Field.integer() sortOrder!: number;
  @Field.oneOf(['point_in_time']) recognitionMethod!: string;
  @Field.date({ nullable: true }) recognitionStartDate!: string | null;
  @Field.date({ nullable: true }) recognitionEndDate!: string | null;
  @Field.list(() => RecognitionMilestone, { nullable: true }) recognitionMilestones!: null;
  @Field.decimal({ nullable: true }) standaloneSellingPrice!: string | null;
  @Field.decimal({ nullable: true }) allocatedNet!: string | null;
  @Field.decimal({ nullable: true }) refundEstimatePercent!: string | null;
}

export class SaleInvoiceResponse extends SaleInvoiceHeader {
  @Field.decimal({
    nullable: true,
    description: 'What of advances was applied to the invoice, gross; it is part of `paidAmount`.',
  })
  advanceAppliedAmount!: string | null;
  @Field.decimal({
    nullable: true,
    addition: true,
    description: 'What of taxed advances the invoice deducts itself, gross; its totals are what remains.',
  })
  advanceDeductedAmount!: string | null;
  @Field.texts({ nullable: true, addition: true, description: 'Ids of the advances that it deducts.' })
  deductedAdvances!: string[] | null;
  @Field.boolean({
    nullable: true,
    addition: true,
    description: 'Of an advance, as its author said; `null`: as the state of the company has it.',
  })
  vatOnPayment!: boolean | null;
  @Field.list(() => SaleInvoiceLine) lines!: SaleInvoiceLine[];
  @Field.any({
    nullable: true,
    description: 'What the VAT treatment rested on when the document was issued.',
  })
  vatEvidence!: object | null;
}

const UNSUPPORTED = {
  addition: true,
  description: 'Characters that the fonts of the PDF do not have; each is printed as `?`.',
};

export class SaleInvoicePdfResponse {
  @Field.text() fileName!: string;
  @Field.text() contentType!: string;
  @Field.text({ description: 'The file as base64.' }) data!: string;
  @Field.texts(UNSUPPORTED) unsupportedCharacters!: string[];
  @Field.texts({
    addition: true,
    description:
      'What the law asks of a VAT invoice and this one lacks: `company.vatCode`, `company.address`, `partner.address`. Complete the company before the first invoice.',
  })
  missingParticulars!: string[];
}

export class SendSaleInvoiceResponse {
  @Field.id({ addition: true, description: 'Of the e-mail.' }) id!: string;
  @Field.boolean({ description: 'The mail server accepted the e-mail for delivery.' }) sent!: boolean;
  @Field.text() to!: string;
  @Field.oneOf(['sent', 'queued', 'unknown'], {
    addition: true,
    description:
      '`queued` (status 202): the mail server was not ready; it is tried again for a day, and a retry with the same key tells what came of it. `unknown`: the connection was lost after the message; it is not sent again by itself.',
  })
  status!: string;
}
