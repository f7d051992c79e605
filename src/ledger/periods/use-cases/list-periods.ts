import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { periodList } from '../data/period-list';
import type { AccountingPeriod } from '../domain/accounting-period';

/** Reads the months that have been posted to or locked, latest first. */
@Injectable()
export class ListPeriods {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<AccountingPeriod>> {
    return this.lists.run(tx, periodList, request, ({ id, year, month, status }: AccountingPeriod) => ({
      id,
      year,
      month,
      status,
    }));
  }
}
