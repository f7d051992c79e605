import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage } from '../../platform/lists';
import { generalJournal, journalEntries } from '../data/general-journal';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import type { JournalEntry, JournalRow } from '../domain/journal-page';
import { refuseTooManyRows } from '../domain/report-size';

export interface JournalRequest extends DateRange {
  page?: number;
  pageSize?: number;
  cursor?: string;
}

/** A page of the journal over a range of days: transactions in the order of their dates, with all their entries. */
@Injectable()
export class ReportGeneralJournal {
  constructor(private readonly lists: ListQuery) {}

  async execute(
    tx: Tx,
    request: JournalRequest,
  ): Promise<ListPage<JournalRow & { entries: JournalEntry[] }>> {
    refuseUnfitRange(request);
    const page = await this.lists.run(tx, generalJournal, listRequest(request), (row: JournalRow) => row);
    const entryCount = page.rows.reduce((count, row) => count + row.entryCount, 0);
    refuseTooManyRows(entryCount, 'This page', 'ask for a smaller pageSize');
    const entries = await this.entriesByTransaction(
      tx,
      page.rows.map(row => row.id),
    );
    return { ...page, rows: page.rows.map(row => ({ ...row, entries: entries.get(row.id) ?? [] })) };
  }

  private async entriesByTransaction(tx: Tx, ids: string[]): Promise<Map<string, JournalEntry[]>> {
    const entries = new Map<string, JournalEntry[]>(ids.map(id => [id, []]));
    for (const entry of await journalEntries(tx, ids)) entries.get(entry.transactionId)?.push(entry);
    return entries;
  }
}

function listRequest({
  fromDate,
  toDate,
  page,
  pageSize,
  cursor,
}: JournalRequest): Parameters<ListQuery['run']>[2] {
  return {
    page,
    pageSize,
    cursor,
    filter: [
      { field: 'date', op: 'gte', value: fromDate },
      { field: 'date', op: 'lte', value: toDate },
    ],
  };
}
