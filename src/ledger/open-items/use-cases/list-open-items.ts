import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { openItemList } from '../data/open-item-list';
import type { ListedOpenItem } from '../domain/open-item';

/** Reads what partners owe and are owed, by due date. */
@Injectable()
export class ListOpenItems {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(tx: Tx, request: ListRequest, toRow: (item: ListedOpenItem) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, openItemList, request, toRow);
  }
}
