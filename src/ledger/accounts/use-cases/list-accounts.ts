import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { accountList } from '../data/account-list';
import type { Account } from '../domain/account';

/** Reads the accounts, by code. */
@Injectable()
export class ListAccounts {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(tx: Tx, request: ListRequest, toRow: (account: Account) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, accountList, request, toRow);
  }
}
