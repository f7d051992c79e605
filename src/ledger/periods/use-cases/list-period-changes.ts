import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { periodChangeList } from '../data/period-changes';
import type { PeriodChange } from '../domain/accounting-period';

/** Reads who locked and unlocked months, latest first. */
@Injectable()
export class ListPeriodChanges {
  constructor(private readonly lists: ListQuery) {}

  execute(tx: Tx, request: ListRequest): Promise<ListPage<PeriodChange>> {
    return this.lists.run(tx, periodChangeList, request, (change: PeriodChange) => change);
  }
}
