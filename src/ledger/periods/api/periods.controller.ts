import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read, Write } from '../../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../../platform/lists';
import { PERIOD_STATUSES } from '../domain/accounting-period';
import { ListPeriods } from '../use-cases/list-periods';
import { LockPeriod } from '../use-cases/lock-period';
import { UnlockPeriod } from '../use-cases/unlock-period';

class LockPeriodRequest {
  @Field.integer({ min: 1900, max: 2199 }) year!: number;
  @Field.integer({ min: 1, max: 12 }) month!: number;
}

class UnlockPeriodRequest extends LockPeriodRequest {
  @Field.text({ optional: true, max: 500, addition: true, description: 'Why; kept in the audit log.' })
  reason?: string;
}

class PeriodResponse {
  @Field.id() id!: string;
  @Field.integer() year!: number;
  @Field.integer() month!: number;
  @Field.oneOf(PERIOD_STATUSES) status!: string;
}

@Controller()
export class PeriodsController {
  constructor(
    private readonly listPeriods: ListPeriods,
    private readonly lockPeriod: LockPeriod,
    private readonly unlockPeriod: UnlockPeriod,
  ) {}

  @Read('ledger/periods/list', {
    summary: 'Months posted to or locked',
    request: ListRequest,
    response: listResponse(PeriodResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<PeriodResponse>> {
    return this.listPeriods.execute(tx, request);
  }

  @Write('ledger/periods/lock', {
    summary: 'Lock a month',
    request: LockPeriodRequest,
    response: PeriodResponse,
  })
  lock(@Body() request: LockPeriodRequest, @InTx() tx: Tx): Promise<PeriodResponse> {
    return this.lockPeriod.execute(tx, request);
  }

  @Write('ledger/periods/unlock', {
    summary: 'Open a locked month again',
    request: UnlockPeriodRequest,
    response: PeriodResponse,
  })
  unlock(@Body() request: UnlockPeriodRequest, @InTx() tx: Tx): Promise<PeriodResponse> {
    return this.unlockPeriod.execute(tx, request, request.reason ?? null);
  }
}
