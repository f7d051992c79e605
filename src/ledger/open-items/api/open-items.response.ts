import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import { Field } from '../../../platform/http';
import { OPEN_ITEM_SIDES, type ListedOpenItem } from '../domain/open-item';
import type { AllocationResult } from '../use-cases/allocate-open-items';

export class OpenItemResponse {
  @Field.id() id!: string;
  @Field.oneOf(OPEN_ITEM_SIDES) side!: string;
  @Field.id() partnerId!: string;
  @Field.text() partnerName!: string;
  @Field.id() accountId!: string;
  @Field.text() accountCode!: string;
  @Field.text() documentType!: string;
  @Field.id() documentId!: string;
  @Field.text() documentNumber!: string;
  @Field.date() date!: string;
  @Field.date() dueDate!: string;
  @Field.text() currency!: string;
  @Field.decimal({ description: 'Positive: the partner owes; negative: the partner is owed.' })
  amount!: string;
  @Field.decimal() openAmount!: string;
  @Field.decimal() baseAmount!: string;
  @Field.decimal() openBaseAmount!: string;
}

export class AllocationResponse {
  @Field.id() id!: string;
  @Field.date() date!: string;
  @Field.oneOf(['netting', 'write_off']) kind!: string;
  @Field.id({ nullable: true, description: 'Of the write-off, or of the move between accounts.' })
  journalTransactionId!: string | null;
  @Field.list(() => OpenItemResponse) items!: OpenItemResponse[];
}

export function openItemResponse(item: ListedOpenItem, base: Currency): OpenItemResponse {
  const { postedOn, dueOn, minorUnits, amount, openAmount, baseAmount, openBaseAmount, ...members } = item;
  const inDocument = (value: string): string =>
    Money.of(value, { code: item.currency, minorUnits }).toString();
  const inBase = (value: string): string => Money.of(value, base).toString();
  return {
    id: members.id,
    side: members.side,
    partnerId: members.partnerId,
    partnerName: members.partnerName,
    accountId: members.accountId,
    accountCode: members.accountCode,
    documentType: members.documentType,
    documentId: members.documentId,
    documentNumber: members.documentNumber,
    date: postedOn,
    dueDate: dueOn,
    currency: members.currency,
    amount: inDocument(amount),
    openAmount: inDocument(openAmount),
    baseAmount: inBase(baseAmount),
    openBaseAmount: inBase(openBaseAmount),
  };
}

export function allocationResponse(
  { id, date, kind, transactionId, items }: AllocationResult,
  base: Currency,
): AllocationResponse {
  return {
    id,
    date,
    kind,
    journalTransactionId: transactionId,
    items: items.map(item => openItemResponse(item, base)),
  };
}
