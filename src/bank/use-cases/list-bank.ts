import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { bankAccountList, toBankAccount, type BankAccountRow } from '../data/bank-accounts';
import { bankTransactionList, toBankTransaction, type BankTransactionRow } from '../data/bank-transactions';
import type { BankAccount } from '../domain/bank-account';
import type { BankTransaction } from '../domain/bank-transaction';

/** Bank accounts, the oldest first, and what happened on them, the newest first. */
@Injectable()
export class ListBank {
  constructor(private readonly lists: ListQuery) {}

  accounts<Row>(tx: Tx, request: ListRequest, toRow: (account: BankAccount) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, bankAccountList, request, (row: BankAccountRow) => toRow(toBankAccount(row)));
  }

  transactions<Row>(
    tx: Tx,
    request: ListRequest,
    toRow: (transaction: BankTransaction) => Row,
  ): Promise<ListPage<Row>> {
    return this.lists.run(tx, bankTransactionList, request, (row: BankTransactionRow) =>
      toRow(toBankTransaction(row)),
    );
  }
}
