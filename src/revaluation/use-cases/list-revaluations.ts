import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { revaluationList } from '../data/revaluations';
import type { StoredRevaluation } from '../domain/stored-revaluation';

/** Reads the revaluations, latest first; those taken back too. */
@Injectable()
export class ListRevaluations {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(
    tx: Tx,
    request: ListRequest,
    toRow: (revaluation: StoredRevaluation) => Row,
  ): Promise<ListPage<Row>> {
    return this.lists.run(tx, revaluationList, request, toRow);
  }
}
