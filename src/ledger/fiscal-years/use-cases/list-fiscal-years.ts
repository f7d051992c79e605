import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { fiscalYearList } from '../data/fiscal-years';
import type { ListedYear } from '../domain/fiscal-year';

/** Reads the fiscal years that are closed, or were until they were reopened; latest first. */
@Injectable()
export class ListFiscalYears {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(tx: Tx, request: ListRequest, toRow: (year: ListedYear) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, fiscalYearList, request, toRow);
  }
}
