import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import type { Item } from '../domain/item';
import { findItem, itemList, toItem, type ItemRow } from '../data/items.repository';

/** Reads items. */
@Injectable()
export class ReadItems {
  constructor(private readonly lists: ListQuery) {}

  /** @throws DomainError `not_found` */
  get(tx: Tx, id: string): Promise<Item> {
    return findItem(tx, id);
  }

  list<Result>(tx: Tx, request: ListRequest, toResult: (item: Item) => Result): Promise<ListPage<Result>> {
    return this.lists.run(tx, itemList, request, (row: ItemRow) => toResult(toItem(row)));
  }
}
