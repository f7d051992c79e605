import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { costCenterResults } from '../data/cost-center-sums';
import type { CostCenterResult } from '../domain/cost-center-result';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';

/** What was earned and spent for each cost center over a range of days. */
@Injectable()
export class ReportCostCenters {
  async execute(tx: Tx, range: DateRange): Promise<CostCenterResult[]> {
    refuseUnfitRange(range);
    return costCenterResults(tx, range);
  }
}
