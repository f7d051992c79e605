import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { deductionPercents, type DeductionPercent } from '../data/deduction-percents';

/** The percentages that were set, of one calendar year or of all. */
@Injectable()
export class ListDeductionPercents {
  execute(tx: Tx, year?: number): Promise<DeductionPercent[]> {
    return deductionPercents(tx, year ?? null);
  }
}
