import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { journalList } from '../data/journal-list';
import type { PostedTransaction } from '../domain/posted-transaction';

/** Reads the journal, latest date first. */
@Injectable()
export class ListTransactions {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(
    tx: Tx,
    request: ListRequest,
    toRow: (transaction: PostedTransaction) => Row,
  ): Promise<ListPage<Row>> {
    return this.lists.run(tx, journalList, request, toRow);
  }
}
