import { withAtLeastDecimals } from '../../../shared/decimal';
import { Money } from '../../../shared/money';
import { Field } from '../../../platform/http';
import { MATCH_STATUSES, PROVIDERS, type Settlement, type StoredLine } from '../domain/settlement';

const EMPTY = { nullable: true };
const NOT_SUPPORTED = { ...EMPTY, description: 'Always `null`: commissions are not supported.' };

export class SettlementResponse {
  @Field.id() id!: string;
  @Field.id() bankAccountId!: string;
  @Field.oneOf(PROVIDERS) provider!: string;
  @Field.text() payoutId!: string;
  @Field.date(EMPTY) payoutDate!: string | null;
  @Field.text() currency!: string;
  @Field.decimal() grossTotal!: string;
  @Field.decimal() feeTotal!: string;
  @Field.decimal({ description: 'What the provider pays; below zero: what it takes.' }) netTotal!: string;
  @Field.decimal({ ...EMPTY, description: 'Units of the currency for one of base currency, as posted.' })
  fxRate!: string | null;
  @Field.oneOf(['imported', 'posted']) status!: 'imported' | 'posted';
  @Field.id(EMPTY) journalTransactionId!: string | null;
  @Field.id({ ...EMPTY, description: 'Its arrival at the bank.' }) bankTransactionId!: string | null;
  @Field.integer() lineCount!: number;
  @Field.integer({ description: 'Lines with an invoice.' }) matchedCount!: number;
  @Field.integer({ description: "Customers' lines with neither an invoice nor a booked charge." })
  unmatchedCount!: number;
  @Field.decimal({
    ...EMPTY,
    description: "Net of the lines whose charges are booked on the provider's account.",
  })
  clearedNet!: string | null;
  @Field.decimal({ ...EMPTY, description: 'What these lines are beyond what is booked.' })
  clearingDifference!: string | null;
  @Field.integer({ description: "Lines whose charge is on the provider's account but pays nothing yet." })
  clearingOpenCount!: number;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
  @Field.decimal({ addition: true, description: 'What the provider pays beyond what the lines add up to.' })
  difference!: string;
}

export class SettlementLineResponse {
  @Field.id() id!: string;
  @Field.text() externalId!: string;
  @Field.text({ description: "The provider's name of it." }) category!: string;
  @Field.date() date!: string;
  @Field.decimal() gross!: string;
  @Field.decimal() fee!: string;
  @Field.decimal() net!: string;
  @Field.text(EMPTY) description!: string | null;
  @Field.text(EMPTY) sourceId!: string | null;
  @Field.text(EMPTY) chargeId!: string | null;
  @Field.decimal(NOT_SUPPORTED) commissionPercent!: string | null;
  @Field.decimal(NOT_SUPPORTED) commissionAmount!: string | null;
  @Field.text(EMPTY) reference!: string | null;
  @Field.id(EMPTY) matchedInvoiceId!: string | null;
  @Field.oneOf(MATCH_STATUSES) matchStatus!: string;
  @Field.id({ ...EMPTY, description: "The provider's account on which the charge is booked." })
  clearingBankAccountId!: string | null;
  @Field.decimal({ ...EMPTY, description: 'What is booked there, in the currency of that account.' })
  clearingBooked!: string | null;
  @Field.decimal({ ...EMPTY, description: 'Gross less booked, in one currency.' })
  clearingDifference!: string | null;
  @Field.boolean() clearingUnposted!: boolean;
  @Field.text({ addition: true }) currency!: string;
  @Field.text({
    ...EMPTY,
    addition: true,
    description: 'Of what the customer was charged, where it is another.',
  })
  customerCurrency!: string | null;
  @Field.decimal({ ...EMPTY, addition: true }) customerAmount!: string | null;
}

export class SettlementWithLinesResponse extends SettlementResponse {
  @Field.list(() => SettlementLineResponse) lines!: SettlementLineResponse[];
}

export class ImportPayoutsResponse {
  @Field.oneOf(['payout_reconciliation', 'unified_payments']) format!: string;
  @Field.integer() imported!: number;
  @Field.integer() updated!: number;
  @Field.integer({ description: 'There already, with the same content.' }) skipped!: number;
  @Field.integer({ description: 'Rows of no payout, or of one that the file does not name.' })
  skippedUnassigned!: number;
  @Field.integer({ description: 'Rows that are the payout itself: what its lines must add up to.' })
  skippedPayoutRows!: number;
  @Field.integer({ description: 'Payments that failed or are not captured.' }) skippedNotSettled!: number;
  @Field.list(() => SettlementResponse, { description: 'All payouts of the file.' })
  batches!: SettlementResponse[];
}

class PostingSummaryResponse {
  @Field.decimal({ description: 'Credited to customers, refunds and disputes taken off.' })
  receivableApplied!: string;
  @Field.decimal({ description: 'Always zero: commissions are not supported.' }) commissionAmount!: string;
  @Field.decimal({ description: 'Always zero: commissions are not supported.' }) sellerAmount!: string;
  @Field.decimal() feeAmount!: string;
  @Field.decimal({ description: 'Credited to suspense; below zero: debited.' }) suspenseAmount!: string;
  @Field.decimal({ description: "Taken off the provider's account." }) clearedAmount!: string;
  @Field.decimal({ description: 'Units of the currency for one of base currency.' }) fxRate!: string;
  @Field.decimal({ description: 'In base currency; below zero: a loss.' }) exchangeDifference!: string;
}

export class PostSettlementResponse extends SettlementResponse {
  @Field.texts() warnings!: string[];
  @Field.object(() => PostingSummaryResponse) summary!: PostingSummaryResponse;
}

export class RefundResponse {
  @Field.id() lineId!: string;
  @Field.id() settlementId!: string;
  @Field.text() payoutId!: string;
  @Field.oneOf(['imported', 'posted']) status!: string;
  @Field.date() date!: string;
  @Field.text({ description: 'refund or dispute' }) category!: string;
  @Field.text(EMPTY) sourceId!: string | null;
  @Field.text(EMPTY) chargeId!: string | null;
  @Field.text() currency!: string;
  @Field.decimal() amount!: string;
  @Field.text({ ...EMPTY, description: "Of the customer's open item." }) openCurrency!: string | null;
  @Field.decimal({
    ...EMPTY,
    description: 'What no credit note is settled against yet; null: not posted to a customer.',
  })
  openAmount!: string | null;
  @Field.id(EMPTY) partnerId!: string | null;
  @Field.text(EMPTY) partnerName!: string | null;
  @Field.id(EMPTY) invoiceId!: string | null;
  @Field.text(EMPTY) invoiceNumber!: string | null;
}

export function settlementResponse(settlement: Settlement): SettlementResponse {
  const { currency, postingId, payoutDate, fxRate } = settlement;
  const money = (amount: string): string => Money.of(amount, currency).toString();
  const orNull = (amount: string | null): string | null => (amount === null ? null : money(amount));
  return {
    id: settlement.id,
    bankAccountId: settlement.bankAccountId,
    provider: settlement.provider,
    payoutId: settlement.payoutId,
    payoutDate,
    currency: currency.code,
    grossTotal: money(settlement.grossTotal),
    feeTotal: money(settlement.feeTotal),
    netTotal: money(settlement.netTotal),
    fxRate: fxRate === null ? null : withAtLeastDecimals(fxRate, 0),
    status: postingId === null ? 'imported' : 'posted',
    journalTransactionId: settlement.journalTransactionId,
    bankTransactionId: settlement.bankTransactionId,
    lineCount: settlement.lineCount,
    matchedCount: settlement.matchedCount,
    unmatchedCount: settlement.unmatchedCount,
    clearedNet: orNull(settlement.clearedNet),
    clearingDifference: orNull(settlement.clearingDifference),
    clearingOpenCount: settlement.clearingOpenCount,
    createdAt: settlement.createdAt,
    updatedAt: settlement.updatedAt,
    difference: money(settlement.difference),
  };
}

export function lineResponse(line: StoredLine): SettlementLineResponse {
  const { currency, customerCurrency, customerAmount, clearingBooked, clearingCurrency } = line;
  const money = (amount: string): Money => Money.of(amount, currency);
  const isSameCurrency = clearingBooked !== null && clearingCurrency === currency.code;
  return {
    id: line.id,
    externalId: line.externalId,
    category: line.category,
    date: line.date,
    gross: money(line.gross).toString(),
    fee: money(line.fee).toString(),
    net: money(line.net).toString(),
    description: line.description,
    sourceId: line.sourceId,
    chargeId: line.chargeId,
    commissionPercent: null,
    commissionAmount: null,
    reference: line.reference,
    matchedInvoiceId: line.matchedInvoiceId,
    matchStatus: line.matchStatus,
    clearingBankAccountId: line.clearingBankAccountId,
    clearingBooked: isSameCurrency ? money(clearingBooked).toString() : clearingBooked,
    clearingDifference: isSameCurrency ? money(line.gross).minus(money(clearingBooked)).toString() : null,
    clearingUnposted: line.clearingUnposted,
    currency: currency.code,
    customerCurrency: customerCurrency?.code ?? null,
    customerAmount:
      customerCurrency && customerAmount !== null
        ? Money.of(customerAmount, customerCurrency).toString()
        : null,
  };
}
