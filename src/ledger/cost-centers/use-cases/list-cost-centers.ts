import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../../platform/lists';
import { costCenterList } from '../data/cost-centers';
import type { CostCenter } from '../domain/cost-center';

/** Reads the cost centers, by code. */
@Injectable()
export class ListCostCenters {
  constructor(private readonly lists: ListQuery) {}

  execute<Row>(tx: Tx, request: ListRequest, toRow: (center: CostCenter) => Row): Promise<ListPage<Row>> {
    return this.lists.run(tx, costCenterList, request, toRow);
  }
}
