import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import type { ListPage } from '../../platform/lists';
import type { JournalEntry, JournalRow } from '../domain/journal-page';

class GeneralJournalEntry {
  @Field.text() accountCode!: string;
  @Field.text() accountName!: string;
  @Field.decimal() debit!: string;
  @Field.decimal() credit!: string;
}

class GeneralJournalRow {
  @Field.id() id!: string;
  @Field.date() date!: string;
  @Field.text({ nullable: true }) description!: string | null;
  @Field.text({ nullable: true }) documentType!: string | null;
  @Field.id({ nullable: true }) documentId!: string | null;
  @Field.list(() => GeneralJournalEntry, { description: 'In base currency.' })
  entries!: GeneralJournalEntry[];
}

export class GeneralJournalResponse {
  @Field.integer({ description: 'Transactions in the period.' }) total!: number;
  @Field.integer() page!: number;
  @Field.integer() pageSize!: number;
  @Field.text({ nullable: true, addition: true, description: '`null` on the last page.' }) nextCursor!:
    string | null;
  @Field.list(() => GeneralJournalRow, { description: 'By date, within a day as posted.' })
  rows!: GeneralJournalRow[];
}

export function generalJournalResponse(
  { total, page, pageSize, nextCursor, rows }: ListPage<JournalRow & { entries: JournalEntry[] }>,
  base: Currency,
): GeneralJournalResponse {
  const amount = (text: string): string => Money.of(text, base).toString();
  return {
    total,
    page,
    pageSize,
    nextCursor,
    rows: rows.map(({ id, date, description, documentType, documentId, entries }) => ({
      id,
      date,
      description,
      documentType,
      documentId,
      entries: entries.map(({ accountCode, accountName, debit, credit }) => ({
        accountCode,
        accountName,
        debit: amount(debit),
        credit: amount(credit),
      })),
    })),
  };
}
