import { Field } from '../../../platform/http';
import { OPEN_ITEM_SIDES } from '../../open-items/domain/open-item';
import type { Opening } from '../domain/opening';
import type { OpeningItem } from '../domain/opening-items';
import type { OpenedItems } from '../use-cases/post-opening-items';

export class OpeningResponse {
  @Field.id() id!: string;
  @Field.date() date!: string;
  @Field.id() journalTransactionId!: string;
  @Field.id({ nullable: true }) reversalJournalTransactionId!: string | null;
  @Field.text({ description: 'The account of the posting rule `ledger.openingBalances`.' })
  clearingAccountCode!: string;
  @Field.decimal({ description: 'What is on it now, debit positive: zero when everything is in.' })
  clearingBalance!: string;
}

class OpenedItemResponse {
  @Field.id({ description: 'Of the open item, and of its document.' }) id!: string;
  @Field.id() partnerId!: string;
  @Field.oneOf(OPEN_ITEM_SIDES) side!: string;
  @Field.text() documentNumber!: string;
  @Field.text({
    description: 'Bank matches name it `sale_invoice` (receivable) or `purchase_invoice` (payable).',
  })
  documentType!: string;
  @Field.text() currency!: string;
  @Field.decimal({ description: 'As an open item: positive where the partner owes.' }) amount!: string;
  @Field.decimal() baseAmount!: string;
}

export class OpenedItemsResponse extends OpeningResponse {
  @Field.decimal({ description: 'In base currency; positive: the company is owed.' }) total!: string;
  @Field.list(() => OpenedItemResponse) items!: OpenedItemResponse[];
}

export function openingResponse(opening: Opening): OpeningResponse {
  return {
    id: opening.id,
    date: opening.date,
    journalTransactionId: opening.transactionId,
    reversalJournalTransactionId: opening.reversalTransactionId,
    clearingAccountCode: opening.clearing.accountCode,
    clearingBalance: opening.clearing.balance.toString(),
  };
}

export function openedItemsResponse({ items, total, ...opening }: OpenedItems): OpenedItemsResponse {
  return { ...openingResponse(opening), total: total.toString(), items: items.map(openedItemResponse) };
}

function openedItemResponse(item: OpeningItem): OpenedItemResponse {
  return {
    id: item.openItemId,
    partnerId: item.partnerId,
    side: item.side,
    documentNumber: item.documentNumber,
    documentType: item.documentType,
    currency: item.amount.currency.code,
    amount: item.amount.toString(),
    baseAmount: item.baseAmount.toString(),
  };
}
