import type { Currency } from '../../../shared/currency';
import { Money } from '../../../shared/money';
import { Field } from '../../../platform/http';
import type { PostedEntry, PostedTransaction } from '../domain/posted-transaction';

export class TransactionResponse {
  @Field.id() id!: string;
  @Field.date() date!: string;
  @Field.text({ nullable: true }) description!: string | null;
  @Field.text({ nullable: true }) documentType!: string | null;
  @Field.id({ nullable: true }) documentId!: string | null;
  @Field.id({ nullable: true }) partnerId!: string | null;
  @Field.oneOf(['draft', 'posted'], { description: 'Always `posted`: there are no drafts here.' })
  status!: string;
  @Field.instant() createdAt!: string;
  @Field.instant({ nullable: true }) postedAt!: string | null;
  @Field.id({ nullable: true, addition: true, description: 'The transaction that this one takes back.' })
  reversesId!: string | null;
  @Field.id({ nullable: true, addition: true, description: 'The transaction that takes this one back.' })
  reversedById!: string | null;
  @Field.decimal({ addition: true, description: 'Sum of the debits, in base currency.' }) total!: string;
}

class EntryResponse {
  @Field.id() id!: string;
  @Field.id() accountId!: string;
  @Field.text() accountCode!: string;
  @Field.text() accountName!: string;
  @Field.id({ nullable: true }) costCenterId!: string | null;
  @Field.text({ nullable: true }) projectId!: string | null;
  @Field.decimal() debit!: string;
  @Field.decimal() credit!: string;
  @Field.text({ nullable: true }) description!: string | null;
}

export class TransactionWithEntriesResponse extends TransactionResponse {
  @Field.list(() => EntryResponse) entries!: EntryResponse[];
}

export function transactionResponse(transaction: PostedTransaction, base: Currency): TransactionResponse {
  const { id, date, description, documentType, documentId, partnerId, postedAt, reversesId, reversedById } =
    transaction;
  return {
    id,
    date,
    description,
    documentType,
    documentId,
    partnerId,
    status: 'posted',
    createdAt: postedAt,
    postedAt,
    reversesId,
    reversedById,
    total: Money.of(transaction.total, base).toString(),
  };
}

export function entryResponse(
  { id, accountId, accountCode, accountName, debit, credit, description, costCenterId }: PostedEntry,
  base: Currency,
): EntryResponse {
  return {
    id,
    accountId,
    accountCode,
    accountName,
    costCenterId,
    projectId: null,
    debit: Money.of(debit, base).toString(),
    credit: Money.of(credit, base).toString(),
    description,
  };
}
